/** Draws what `pulumi preview` prints, as a document shows it. */

import Anser from "anser";
import { extractText, type Line, parseLines, renderSvg } from "./svg";

/** A command with what it printed in colour, as a terminal shows them. */
export function drawPicture(title: string, command: string, printed: string): string {
  const shown = parseLines(printed.replace(/^.*warning: .*$/gm, breakLine));
  const last = shown.findLastIndex((line) => extractText(line).trim() !== "");
  return renderSvg(title, [...parseLines(`\x1b[1m$ ${command}\x1b[0m`), ...sortBlocks(shown.slice(0, last + 1))]);
}

/** As a terminal breaks a long line. */
function breakLine(line: string): string {
  return Anser.ansiToText(line)
    .replace(/(.{1,88})(?: |$)/g, "$1\n")
    .trimEnd();
}

/** The engine shows resources that do not depend on each other in the order in which they came. */
function sortBlocks(lines: readonly Line[]): Line[] {
  const [head, blocks, end]: [Line[], Line[][], Line[]] = [[], [], []];
  for (const line of lines) {
    const text = extractText(line);
    if (/^ {4}\S.*: \(\w+(?:\[\w+\])?\)$/.test(text)) blocks.push([line]);
    else if (blocks.length === 0) head.push(line);
    else if (end.length === 0 && text.startsWith("     ")) blocks.at(-1)?.push(line);
    else end.push(line);
  }
  return [...head, ...blocks.sort(compareTexts).flat(), ...end];
}

function compareTexts(one: readonly Line[], other: readonly Line[]): number {
  return one.map(extractText).join("\n") < other.map(extractText).join("\n") ? -1 : 1;
}
