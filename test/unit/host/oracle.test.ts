/** Stories, as lists of steps: random ones of each class, all short ones, and some by hand. Then random runs that delete. */

import { expect } from "chai";
import fc from "fast-check";
import { application, cache, environment } from "../documented-resources.js";
import { createHost, listSent } from "../host-fixture.js";
import { Engine, excuses } from "./oracle-engine.js";
import * as worlds from "./oracle-world.js";
import { getArgument, isThorough, type JsonObject, options, type Resource, type Subject } from "./oracle-world.js";

const subjects = {
  Application: {
    ...{ tested: application, idArgument: "existingId", fixed: {} },
    sentAlong: ["sourceControlProvider", "repository"],
    values: {
      name: ["Shop", "shop", "Store"],
      region: ["eu-west-1", "us-east-2"],
      repository: ["acme/web", "acme/Web", "acme/api"],
      sourceControlProvider: ["hostA", "hostB"],
      rootDirectory: ["/web", null, "/", "/Web"],
    },
  },
  Environment: {
    ...{ tested: environment, idArgument: "existingId", fixed: { applicationId: "app-1" } },
    values: {
      name: ["web", "Web", "next", "web "],
      branch: ["main", "next"],
      buildCommand: ["make", null, "", "Make", "make\n", "test"],
      clusterId: ["cluster-1", "cluster-2", null],
    },
  },
  Cache: {
    ...{ tested: cache, idArgument: "cacheId", fixed: { cacheId: "thing-a" }, sentAlong: ["name"] },
    values: {
      name: ["aa", "bb"],
      isPublic: [true, false, null],
      hibernationTimeout: [30, 55],
      size: ["250mb", "1gb"],
      triggers: [[1], [2]],
    },
  },
} satisfies Record<string, Subject>;

const pick = (...some: string[]) => fc.constantFrom(...some);
const rarely = (word: string, share: number) => pick(...Array(share).fill(""), word);
const join = (...words: fc.Arbitrary<string>[]) => fc.tuple(...words).map((all) => all.filter(Boolean).join(" "));
const enable = ["read,update", "update", "read", ""].map((names) => `enable ${names}`);
const adopt = ["adopt own", "adopt thing-a", "adopt thing-b", "unset existingId"];

function arbitraryStory(subject: Subject): fc.Arbitrary<string[]> {
  const all = Object.keys(subject.values);
  const few = fc.subarray(all, { minLength: 1, maxLength: 2 });
  return fc.oneof(few, few, few, fc.constant(all)).chain((names) => {
    const set = names.map((name) => pick("", ...listEdits(subject, name, "set")));
    const steps = fc.array(arbitraryStep(subject, names), { minLength: 2, maxLength: 14 });
    return fc.tuple(pick(...enable), ...set, rarely("up", 1), steps).map((some) => some.flat().filter(Boolean));
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
  return fc.oneof(
    { weight: 9, arbitrary: join(pick("up"), ...faults, ...hidden) },
    { weight: 6, arbitrary: edit("set") },
    { weight: 2, arbitrary: pick("up", ...unset) },
    { weight: 2, arbitrary: pick(...enable, ...adopt) },
    { weight: 4, arbitrary: join(pick("refresh"), ...hidden) },
    { weight: 3, arbitrary: fc.oneof(edit("drift"), edit("drift"), pick("apply late")) },
  );
}

/** @throws an error with all that has happened, where the host breaks a promise */
async function play(subject: Subject, steps: readonly string[]): Promise<string> {
  const trace: string[] = [];
  const engine = new Engine(subject, trace);
  try {
    for (const step of steps) await engine.take(step);
    await engine.preview();
    return engine.describeState();
  } catch (error) {
    throw new Error(["A program that sets what is required:", ...trace, `${error}`].join("\n"));
  }
}

for (const [title, subject] of Object.entries(subjects)) {
  it(`${title}: random stories keep what a preview promises`, async () => {
    const property = fc.asyncProperty(arbitraryStory(subject), async (story) => void (await play(subject, story)));
    await fc.assert(property, options);
  }).timeout(0);
}

it("Application: all short stories of one argument keep what a preview promises", async () => {
  const values = { rootDirectory: ["/web", "/api"] };
  const subject = { ...subjects.Application, fixed: { name: "Shop", sourceControlProvider: "hostA" }, values };
  const edits = ["", ...listEdits(subject, "rootDirectory", "set"), "unset rootDirectory"];
  const ups = ["up", "up lost", "up late"].flatMap((up) => edits.map((edit) => `${edit}; ${up}`));
  const others = ["up -rootDirectory", "enable read,update", "enable read", "refresh", "apply late", "adopt own"];
  const steps = [...ups, ...listEdits(subject, "rootDirectory", "drift"), ...others];
  const reached = new Set<string>();
  let layer = ["enable read,update", "enable read,update; adopt thing-a"];
  for (const _ of Array(isThorough ? 6 : 2)) {
    const longer = layer.flatMap((story) => steps.map((step) => `${story}; ${step}`));
    layer = [];
    for (const story of longer) {
      const state = await play(subject, story.split("; "));
      // What follows depends on the state alone.
      if (!reached.has(state)) layer.push(story);
      reached.add(state);
    }
  }
}).timeout(0);

/** A title, a class, and steps, in columns. */
const stories = `
sends what was left out after a lost update | Environment | enable read,update; set buildCommand "make"; up; set \
  buildCommand "test"; up lost; unset buildCommand; up; set buildCommand "test"
sends a null after an adoption that read nothing | Environment | enable update; adopt thing-a; up; set buildCommand null
sends what is set again after drift | Cache | set hibernationTimeout 30; up; unset hibernationTimeout; up; drift \
  hibernationTimeout 55; set hibernationTimeout 30
isn't replaced for drift once update isn't enabled | Environment | enable read,update; up; drift name "next"; refresh; \
  up refused; enable read; up; enable read,update
sends nothing once a read has shown it | Cache | enable read; set size "250mb"; up; set size "1gb"; up late; apply \
  late; refresh
sends what takes back a late change | Cache | enable read; set size "250mb"; up; set size "1gb"; up late; refresh; set \
  size "250mb"`;

for (const line of stories.trim().replaceAll(/ +/g, " ").split("\n")) {
  const [title = "", name = "", steps = ""] = line.split(" | ");
  const subject = Object.entries(subjects).find(([one]) => one === name)?.[1] ?? subjects.Cache;
  it(`${name} ${title}`, () => play(subject, steps.split("; ")));
}

const declared = fc.record({
  clusterId: fc.constantFrom("x", "x", "y"),
  branch: fc.constantFrom("main", "main", "next"),
  /** Which of the existing environments it adopts. */
  adopts: fc.option(fc.nat(5), { nil: undefined, freq: 2 }),
});
/** Declared environments by name: none is also a destroy. */
const arbitraryProgram = fc.record({ a: declared, b: declared, c: declared }, { requiredKeys: [] });
const arbitraryOperations = fc.constantFrom("read,update,delete", "update,delete", "delete", "read", "");
const arbitraryRuns = fc.array(fc.tuple(arbitraryProgram, arbitraryOperations), { minLength: 2, maxLength: 6 });

/** Runs programs one after the other, as an engine with `retainOnDelete: false`, and judges each delete. */
async function runAll(runs: readonly (typeof arbitraryRuns extends fc.Arbitrary<(infer Run)[]> ? Run : never)[]) {
  const stack = new Map<string, Resource>();
  const ids = ["env-0", "env-1"];
  const respond: worlds.Respond = ({ method, path }) => {
    const id = method === "POST" ? `env-${ids.length}` : (path.split("/").at(-1) ?? "");
    if (method === "POST") ids.push(id);
    return { body: { data: { id, type: "environments" } } };
  };
  for (const [program, operations] of runs) {
    const { host, requests, lines } = createHost({ operations }, environment, respond);
    /** The ids that the run uses, and those in whose place the program adopts another. */
    const staying = new Set<string>();
    const deleted: Resource[] = [];
    for (const [name, { adopts, ...one }] of Object.entries(program)) {
      const existingId = adopts === undefined ? {} : { existingId: ids[adopts % ids.length] ?? null };
      const old = stack.get(name);
      const news = { applicationId: "app-1", name, ...one, ...existingId };
      const inputs = await worlds.checkInputs(host, old?.inputs ?? {}, news);
      const { changes, replaces = [] } = old === undefined ? {} : await host.diff(old.id, old.outs, inputs);
      if (old !== undefined && replaces.length === 0) {
        const { outs } = changes === false ? old : await host.update(old.id, old.outs, inputs);
        stack.set(name, { ...old, inputs, outs: outs as JsonObject });
      } else {
        if (old !== undefined) deleted.push(old);
        if (old !== undefined && adopts !== undefined) staying.add(old.id);
        const { id, outs } = await host.create(inputs);
        stack.set(name, { id, inputs, outs: outs as JsonObject });
      }
      staying.add(stack.get(name)?.id ?? "");
    }
    const dropped = [...stack].reverse().filter(([name]) => !(name in program) && stack.delete(name));
    for (const { id, outs } of [...deleted, ...dropped.map(([, resource]) => resource)]) {
      const before = requests.length;
      await host.delete(id, outs);
      const isSent = operations.includes("delete") && !staying.has(id);
      expect(listSent(requests.slice(before))).to.deep.equal(isSent ? [`DELETE /environments/${id}`] : []);
      // Two resources with one id have one line.
      if (!isSent) expect(lines.join()).to.include(id);
    }
  }
}

it("Environment: random runs delete what the engine asks for, and nothing that the run uses", async () => {
  await fc.assert(fc.asyncProperty(arbitraryRuns, runAll), options);
}).timeout(0);

after(() => {
  if (isThorough) console.log(excuses);
});
