/** Stories, as lists of steps: random ones of each class, all of a few steps, and some by hand. */

import fc from "fast-check";
import { application, cache, environment } from "../documented-resources.js";
import { Engine } from "./oracle-engine.js";
import { excuses } from "./oracle-rules.js";
import { createWorld, getArgument, isThorough, options, type Subject, type World } from "./oracle-world.js";

const commands = ["make", null, "", "Make", "make\n", "test"];

const subjects = {
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

const pick = (...some: string[]) => fc.constantFrom(...some);
const rarely = (word: string, share: number) => pick(...Array(share).fill(""), word);
const join = (...words: fc.Arbitrary<string>[]) => fc.tuple(...words).map((all) => all.filter(Boolean).join(" "));
const enable = ["read,update", "update", "read", ""].map((names) => `enable ${names}`);
const adopt = ["adopt none", "adopt own", "adopt thing-a", "adopt thing-b"];

function arbitraryStory(subject: Subject): fc.Arbitrary<string[]> {
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

/** @throws an error with all that has happened, where the host breaks a promise */
async function play(subject: Subject, world: World, steps: readonly string[], before: readonly string[] = []) {
  const trace = [...before];
  const engine = new Engine(subject, world, trace);
  try {
    for (const step of steps) await engine.take(step);
    await engine.preview();
  } catch (error) {
    throw new Error(["A program that sets what is required:", ...trace, `${error}`].join("\n"));
  }
  return { world, trace };
}

for (const [title, subject] of Object.entries(subjects)) {
  it(`${title}: random stories keep what a preview promises`, async () => {
    const property = fc.asyncProperty(
      arbitraryStory(subject),
      async (story) => void (await play(subject, createWorld(subject), story)),
    );
    await fc.assert(property, options);
  }).timeout(0);
}

describe("Stories of one argument that can be updated and has two values", () => {
  const name = "rootDirectory";
  const fixed = { name: "Shop", sourceControlProvider: "hostA" };
  const subject: Subject = { ...subjects.Application, fixed, values: { [name]: ["/web", "/api"] } };
  const edits = ["", `set ${name} "/web"`, `set ${name} "/api"`, `unset ${name}`];
  const ups = ["up", "up lost", "up late"].flatMap((up) => edits.map((edit) => [edit, up]));
  const changes = ["refresh", "apply late", `drift ${name} "/web"`, `drift ${name} "/api"`, "adopt own", "taint"];
  const others = [`up -${name}`, "enable read,update", "enable read", ...changes].map((step) => [step]);

  /** Two worlds count as one where they differ in an id, or in a resource that is gone. */
  function formatKey({ api, resource, ...world }: World): string {
    const { id = "none" } = resource ?? {};
    const late = api.late.filter(([ofId]) => ofId === id);
    const sort = (_: string, value: unknown) =>
      value === null || typeof value !== "object" || Array.isArray(value) ? value : Object.entries(value).sort();
    return JSON.stringify({ ...world, resource, late, thing: api.things[id] }, sort).replaceAll(`"${id}"`, '"own"');
  }

  it("Every story of a few steps keeps what a preview promises", async () => {
    const known = new Set<string>();
    let layer = [await play(subject, createWorld(subject), ["enable read,update"])];
    layer.push(await play(subject, createWorld(subject), ["enable read,update", "adopt thing-a"]));
    for (const _ of Array(isThorough ? 6 : 3)) {
      const next: typeof layer = [];
      for (const { world, trace } of layer) {
        for (const steps of [...ups, ...others]) {
          const reached = await play(subject, structuredClone(world), steps, trace);
          const key = formatKey(reached.world);
          if (!known.has(key)) next.push(reached);
          known.add(key);
        }
      }
      layer = next;
    }
  }).timeout(0);
});

/** A title, a class, and steps, in columns. */
const stories = `
sends what was left out after a lost update | Environment | enable read,update; set buildCommand "make"; up; set \
  buildCommand "test"; up lost; unset buildCommand; up; set buildCommand "test"
sends a null after an adoption that read nothing | Environment | enable update; adopt thing-a; up; set buildCommand null
sends a branch that an adoption could not show | Environment | enable read,update; adopt thing-b; up; up
sends what an adoption read, once update is enabled | Application | enable read; set rootDirectory "/web"; adopt \
  thing-b; up; enable read,update
sends a branch after replaceOnChanges | Environment | enable read,update; adopt thing-a; up; up; replaceOnChanges \
  branch; set branch "next"; up
sends a branch after taint | Environment | enable read,update; adopt thing-a; up; up; set branch "next"; up refused; \
  taint; up
sends what is set again after drift | Cache | set hibernationTimeout 30; up; unset hibernationTimeout; up; drift \
  hibernationTimeout 55; set hibernationTimeout 30
isn't replaced for drift once update isn't enabled | Environment | enable read,update; up; drift name "next"; refresh; \
  up refused; enable read; up; enable read,update
sends what takes back a late change | Cache | enable read; set size "250mb"; up; set size "1gb"; up late; refresh; set \
  size "250mb"`;

for (const line of stories.trim().replaceAll(/ +/g, " ").split("\n")) {
  const [title = "", name = "", steps = ""] = line.split(" | ");
  const subject = Object.entries(subjects).find(([one]) => one === name)?.[1] ?? subjects.Cache;
  it(`${name} ${title}`, () => play(subject, createWorld(subject), steps.split("; ")));
}

after(() => {
  if (isThorough) console.log(excuses);
});
