/** Texts of the engine that are kept in the repository, and compared with what it prints today. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";

const folder = join(__dirname, "golden");
const updating = process.env.UPDATE_GOLDEN === "1";
const seen = new Set<string>();

/** Compares with the kept text; `npm run golden` accepts a new one. */
export function expectGolden(name: string, text: string): void {
  if (seen.has(name)) throw new Error(`two golden texts are named ${name}`);
  seen.add(name);
  const file = join(folder, `${name}.txt`);
  const actual = normalise(text);
  if (updating) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  expect(actual, `golden text ${name}`).to.equal(readFileSync(file, "utf8"));
}

/** What a run says beside its progress, whose lines come in any order. */
export function diagnostics(text: string): string {
  const start = text.indexOf("Diagnostics:");
  return start < 0 ? "" : text.slice(start, text.indexOf("\nResources:", start) + 1 || undefined);
}

/** Leaves out what differs from run to run: times, ports, temporary folders. */
function normalise(text: string): string {
  const same = text
    .replaceAll(/\/\S*apphosting-engine-\w+/g, "<folder>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
    .replaceAll(/waiting [\d.]+ s/g, "waiting <time>")
    .replaceAll(/Duration: \S+/g, "Duration: <time>")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
  const inOrder = `${same}\n\n`
    .replace(childBlocks, sorted(/(?=^ {4}\S.*: \(\w)/m))
    .replace(topBlocks, sorted(/(?=^\S.*: \(\w)/m))
    .replace(saidBlocks, sorted(/(?=^ {2}\S.*\):$)/m))
    .replace(warningBlocks, (lines) => `${lines.split(/\n+/).filter(Boolean).sort().join("\n")}\n`);
  return `${inOrder.trim()}\n`;
}

/** Resources that do not depend on each other are shown in the order in which they happened to register. */
const childBlocks = /(?:^ {4}\S.*: \(\w.*\n(?:^ {5,}.*\n)*)+/gm;
const topBlocks = /(?:^\S.*: \(\w.*\n(?:^ .*\n)*)+/gm;
/** So is what is said of each at the end, with a blank line after each. */
const warningBlocks = /(?:^ *warning: .*\n+)+/gm;
const saidBlocks = /(?:^ {2}\S.*\):\n(?:\n*^ {4}.*\n)+\n)+/gm;

function sorted(start: RegExp): (blocks: string) => string {
  return (blocks) => blocks.split(start).sort().join("");
}
