/** Compares what the engine prints with texts in the repository. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";

const root = resolve(__dirname, "..", "..");
const isUpdating = process.env.UPDATE_GOLDEN === "1";
const comparedFiles = new Set<string>();

/** Compares a text with the stored one. `npm run golden` accepts a new one. */
export function expectGolden(name: string, text: string): void {
  expectFileText(`test/engine/golden/${name}.txt`, normalise(text));
}

/** Compares a text with a file. Read a new one before you commit it. */
export function expectFileText(file: string, actual: string): void {
  if (comparedFiles.has(file)) throw new Error(`two tests compare ${file}`);
  comparedFiles.add(file);
  const path = join(root, file);
  if (isUpdating) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  const hint = "read the difference first. If users should see it, `npm run golden` accepts it";
  expect(actual, `${file} has another text: ${hint}`).to.equal(readFileSync(path, "utf8"));
}

/**
 * Extracts the diagnostics of a run: a block for each resource, and in it the entries, each with its lines. Sorts them, because
 * the engine prints blocks in any order, and so entries, which come from two streams.
 */
export function extractDiagnostics(text: string): string {
  const [, section] = /^Diagnostics:\n((?:(?: .*)?\n)*)/m.exec(`${dropNoise(text)}\n`) ?? [];
  if (section === undefined) return "";
  const blocks = section.split(/^(?= {2}\S)/m).map((block) => {
    const [header, ...entries] = block
      .replaceAll(/\n\s*(?=\n|$)/g, "")
      .split(/\n(?= {4}(?:warning: |error: |waiting ))/);
    return [header, ...entries.sort(), ""].join("\n");
  });
  return ["Diagnostics:\n", ...blocks.sort()].join("");
}

/** Drops what the SDK prints if a program ends while it sends a log message, as on a busy machine. */
function dropNoise(text: string): string {
  return text.replaceAll(/^ *failed to deliver log message\.[\s\S]*?\n *message severity: \w+\n/gm, "");
}

/** Replaces what differs between runs: times, ports, temporary folders and the order of resources. */
function normalise(text: string): string {
  const replaced = dropNoise(text)
    .replaceAll(/\/\S*apphosting-engine-\w+/g, "<folder>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
    .replaceAll(/waiting [\d.]+ s/g, "waiting <time>")
    .replaceAll(/Duration: \S+/g, "Duration: <time>")
    // Resources that are created at once get their numbers in any order.
    .replaceAll(/(?<=warning: [^:]*\((?:app|env)-)\d+/g, "<n>")
    .replaceAll(/\s*\n/g, "\n")
    .trim();
  return sortBlocks(`${replaced}\n`);
}

/** Sorts what the engine prints in any order. */
export function sortBlocks(text: string): string {
  const split = (blocks: string) => blocks.split(/^(?= {0,4}\S)/m);
  return text.replaceAll(inAnyOrder, (blocks) => split(blocks).sort().join(""));
}

/** Independent resources of a preview, each with the lines below it, and warnings. */
const inAnyOrder = /(?:^ {4}\S.*: \(\w.*\n(?: {5,}.*\n)*)+|(?:^warning: .*\n)+/gm;
