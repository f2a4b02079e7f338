/** Compares what the engine prints with texts in the repository. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";

const root = resolve(__dirname, "..", "..");
const isUpdating = process.env.UPDATE_GOLDEN === "1";
const compared = new Set<string>();

/** Compares a text with a section of a file: `changes/preview` is one of golden/changes.txt. */
export function expectGolden(name: string, text: string): void {
  const [file, section = ""] = name.split("/");
  const path = join(__dirname, "golden", `${file}.txt`);
  const sections = readSections(path);
  expectText(name, normalise(text), sections.get(section), (actual) => {
    const all = [...sections.set(section, actual)].sort();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, all.map(([title, stored]) => `=== ${title} ===\n${stored}`).join(""));
  });
}

function readSections(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const sections = [...text.matchAll(/^=== (\S+) ===\n((?:(?!=== ).*\n)*)/gm)];
  return new Map(sections.map(([, title = "", section = ""]) => [title, section]));
}

/** Compares a text with a file of the repository. */
export function expectFileText(file: string, text: string): void {
  const path = join(root, file);
  expectText(file, text, isUpdating ? "" : readFileSync(path, "utf8"), (actual) => writeFileSync(path, actual));
}

function expectText(name: string, actual: string, stored: string | undefined, write: (text: string) => void): void {
  if (compared.has(name)) throw new Error(`two tests compare ${name}`);
  compared.add(name);
  if (isUpdating) {
    write(actual);
    return;
  }
  const hint = "read the difference first. If users should see it, `npm run golden` accepts it";
  expect(actual, `${name} has another text: ${hint}`).to.equal(stored);
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

/** Replaces what differs between runs: temporary folders and the order of resources. */
function normalise(text: string): string {
  const replaced = dropNoise(text)
    .replaceAll(/\/\S*apphosting-engine-\w+/g, "<folder>")
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
