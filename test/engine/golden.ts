/** Texts of the engine that are kept in the repository, and compared with what it prints today. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import type { Way } from "./describe";

const root = resolve(__dirname, "..", "..");
const updating = process.env.UPDATE_GOLDEN === "1";
const seen = new Set<string>();

/** Compares with the kept text; `npm run golden` accepts a new one. Those of the plugin have a folder of their own. */
export function expectGolden(name: string, text: string, way: Way = "dynamic provider"): void {
  expectKept(`test/engine/golden/${way === "plugin" ? "plugin/" : ""}${name}.txt`, normalise(text));
}

/** The same for a picture that a document shows. Look at it before it is committed. */
export function expectPicture(file: string, svg: string): void {
  expectKept(file, svg);
  expect(Buffer.byteLength(svg), `bytes of ${file}`).to.be.below(20_000);
}

function expectKept(file: string, actual: string): void {
  if (seen.has(file)) throw new Error(`two tests keep ${file}`);
  seen.add(file);
  const path = join(root, file);
  if (updating) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  expect(actual, `${file} is old: look at what changed, then run \`npm run golden\``).to.equal(
    readFileSync(path, "utf8"),
  );
}

/**
 * What a run says beside its progress: a block for each resource, by its header, and in it the entries, each with its
 * lines. The engine prints blocks in any order, and in a block what came from one stream before or after what came
 * from another: both stand here in the order of the alphabet.
 */
export function diagnostics(text: string): string {
  const [, section] = /^Diagnostics:\n((?:(?: .*)?\n)*)/m.exec(`${text}\n`) ?? [];
  if (section === undefined) return "";
  const blocks = section.split(/^(?= {2}\S)/m).map((block) => {
    const [header, ...entries] = block
      .replaceAll(/\n\s*(?=\n|$)/g, "")
      .split(/\n(?= {4}(?:warning: |error: |waiting ))/);
    return [header, ...entries.sort(), ""].join("\n");
  });
  return ["Diagnostics:\n", ...blocks.sort()].join("");
}

/** Leaves out what differs from run to run: times, ports, temporary folders, and the order of what has none. */
function normalise(text: string): string {
  const same = text
    .replaceAll(/\/\S*apphosting-engine-\w+/g, "<folder>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
    .replaceAll(/waiting [\d.]+ s/g, "waiting <time>")
    .replaceAll(/Duration: \S+/g, "Duration: <time>")
    // Of what is created at once, any comes first.
    .replaceAll(/(?<=warning: \w+ (?:app|env)-)\d+/g, "<n>")
    .replaceAll(/\s*\n/g, "\n")
    .trim();
  return `${same}\n`.replaceAll(inAnyOrder, (blocks) =>
    blocks
      .split(/^(?= {0,4}\S)/m)
      .sort()
      .join(""),
  );
}

/** Resources of a preview that do not depend on each other, each with its lines beneath, and the warnings of one. */
const inAnyOrder = /(?:^ {4}\S.*: \(\w.*\n(?: {5,}.*\n)*)+|(?:^warning: .*\n)+/gm;
