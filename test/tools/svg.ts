/** What a terminal shows, as an SVG image in which it stays text. Dark in itself, for pages that are light or dark. */

import Anser from "anser";

/** Text in one look; colours under the names that the parser gives them. */
interface Span {
  readonly text: string;
  readonly colour: string | null;
  readonly bold: boolean;
}

export type Line = readonly Span[];

/** The colours that Pulumi uses, light enough to be read on the background. */
const colours: Readonly<Record<string, string>> = {
  "ansi-red": "#ff7b72",
  "ansi-green": "#7ee787",
  "ansi-yellow": "#e3b341",
  "ansi-bright-red": "#ffa198",
  "ansi-bright-green": "#56d364",
  "ansi-bright-magenta": "#d2a8ff",
};

const [fontSize, lineHeight, margin] = [13, 19, 16];
/** Of the fonts that are asked for, none is wider. */
const characterWidth = fontSize * 0.603;

/** The lines of a text with escape sequences; a colour may go on over the end of a line. */
export function parseLines(text: string): Line[] {
  const lines: Span[][] = [[]];
  for (const { content, fg, decorations } of Anser.ansiToJson(text, { use_classes: true })) {
    for (const [index, part] of content.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, colour: fg, bold: decorations.includes("bold") });
    }
  }
  return lines;
}

export function extractText(line: Line): string {
  return line.map(({ text }) => text).join("");
}

export function renderSvg(title: string, lines: readonly Line[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => extractText(line).length)) * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const rows = lines.map((line, index) => {
    const y = margin + index * lineHeight + fontSize;
    // On each line: browsers do not take it over from the group, and would lose the indentation.
    return `<text xml:space="preserve" x="${margin}" y="${y}">${line.map(renderSpan).join("")}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#161b22" stroke="#444c56"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="${fontSize}" fill="#e6edf3">
${rows.join("\n")}
</g>
</svg>
`;
}

function renderSpan({ text, colour, bold }: Span): string {
  if (colour === null && !bold) return escapeXml(text);
  const fill = colour === null ? "" : ` fill="${findColour(colour)}"`;
  return `<tspan${fill}${bold ? ' font-weight="bold"' : ""}>${escapeXml(text)}</tspan>`;
}

function findColour(name: string): string {
  const colour = colours[name];
  if (colour === undefined) throw new Error(`no colour is chosen for ${name}`);
  return colour;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
