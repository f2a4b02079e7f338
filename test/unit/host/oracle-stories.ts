/** Stories, as lists of steps: random ones of each class. */

import fc from "fast-check";
import { application, cache, environment } from "../documented-resources.js";
import { getArgument, type Subject } from "./oracle-api.js";
import { Engine } from "./oracle-engine.js";
import { createWorld } from "./oracle-world.js";

/** The same few stories run each time. `SEQUENCES=2000` runs others, and `SEED=7` repeats them. */
const { SEQUENCES = "120", SEED = process.env.SEQUENCES === undefined ? "1" : `${Date.now() % 1e9}` } = process.env;
export const options = { numRuns: Number(SEQUENCES), seed: Number(SEED) };
export const isThorough = options.numRuns >= 1000;

const commands = ["make", null, "", "Make", "make\n", "test"];

export const subjects = {
  Application: {
    ...{ tested: application, apiType: "applications", idArgument: "existingId", fixed: {} },
    sentAlong: ["sourceControlProvider", "repository"],
    values: {
      name: ["Shop", "shop", "Store"],
      region: ["eu-west-1", "us-east-2"],
      repository: ["acme/web", "acme/Web", "acme/api"],
      sourceControlProvider: ["hostA", "hostB"],
      buildCommand: commands,
      rootDirectory: ["/web", null, "/", "/Web"],
      clusterId: ["cluster-1", "cluster-2"],
    },
  },
  Environment: {
    ...{ tested: environment, apiType: "environments", idArgument: "existingId", fixed: { applicationId: "app-1" } },
    values: {
      name: ["web", "Web", "next", "web "],
      branch: ["main", "next"],
      buildCommand: commands,
      clusterId: ["cluster-1", "cluster-2", null],
    },
  },
  Cache: {
    ...{ tested: cache, apiType: "caches", idArgument: "cacheId", fixed: { cacheId: "thing-a" }, sentAlong: ["name"] },
    values: {
      name: ["aa", "bb"],
      isPublic: [true, false, null],
      hibernationTimeout: [30, 55],
      size: ["250mb", "1gb"],
      triggers: [[1], [2]],
    },
  },
} satisfies Record<string, Subject>;

/** @throws an error with all that has happened, where the host breaks a promise */
export async function runStory(subject: Subject, story: readonly string[]): Promise<void> {
  const trace: string[] = [];
  const engine = new Engine(subject, createWorld(subject), trace);
  try {
    for (const step of story) await engine.take(step);
    await engine.preview();
  } catch (error) {
    throw new Error(["A program that sets what is required:", ...trace, `${error}`].join("\n"));
  }
}

const pick = (...some: string[]) => fc.constantFrom(...some);
const rarely = (word: string, share: number) => pick(...Array(share).fill(""), word);
const join = (...words: fc.Arbitrary<string>[]) => fc.tuple(...words).map((all) => all.filter(Boolean).join(" "));
const enable = ["read,update", "update", "read", ""].map((names) => `enable ${names}`);
const adopt = ["adopt none", "adopt own", "adopt thing-a", "adopt thing-b"];

export function arbitraryStory(subject: Subject): fc.Arbitrary<string[]> {
  const all = Object.keys(subject.values);
  const few = fc.subarray(all, { minLength: 1, maxLength: 2 });
  return fc.oneof(few, few, few, fc.constant(all)).chain((names) => {
    const start = [
      pick(...enable),
      ...names.map((name) => pick("", ...listEdits(subject, name, "set"))),
      rarely("up", 1),
    ];
    const steps = fc.array(arbitraryStep(subject, names), { minLength: 2, maxLength: 14 });
    return fc.tuple(...start, steps).map((some) => some.flat().filter(Boolean));
  });
}

function listEdits({ values }: Subject, name: string, verb: string): string[] {
  return (values[name] ?? []).map((value) => `${verb} ${name} ${JSON.stringify(value)}`);
}

function arbitraryStep(subject: Subject, names: readonly string[]): fc.Arbitrary<string> {
  const edit = (verb: string) => fc.constantFrom(...names).chain((name) => pick(...listEdits(subject, name, verb)));
  const unset = names.filter((name) => getArgument(subject, name).required !== true).map((name) => `unset ${name}`);
  const hidden = names.map((name) => rarely(`-${name}`, 9));
  const faults = ["lost", "lost", "refused", "ignoring", "normalizing", "late", "late"].map((word) => rarely(word, 9));
  const options = ["", "*", ...names].flatMap((name) => [`ignoreChanges ${name}`, `replaceOnChanges ${name}`]);
  return fc.oneof(
    { weight: 9, arbitrary: join(pick("up"), ...faults, ...hidden) },
    { weight: 6, arbitrary: edit("set") },
    { weight: 2, arbitrary: pick("up", ...unset) },
    { weight: 2, arbitrary: pick(...enable, ...adopt) },
    { weight: 4, arbitrary: join(pick("refresh"), ...hidden) },
    { weight: 3, arbitrary: fc.oneof(edit("drift"), edit("drift"), pick("apply late")) },
    { weight: 2, arbitrary: pick("taint", ...options) },
  );
}
