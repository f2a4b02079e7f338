/** Every story of a few steps, of one argument that can be updated and has two values. */

import type { Subject } from "./oracle-api.js";
import { Engine } from "./oracle-engine.js";
import { subjects } from "./oracle-stories.js";
import { createWorld, type World } from "./oracle-world.js";

const name = "rootDirectory";
const fixed = { name: "Shop", sourceControlProvider: "hostA" };
const subject: Subject = { ...subjects.Application, fixed, values: { [name]: ["/web", "/api"] } };

const edits = ["", `set ${name} "/web"`, `set ${name} "/api"`, `unset ${name}`];
const ups = ["up", "up lost", "up late"].flatMap((up) => edits.map((edit) => [edit, up]));
const changes = ["refresh", "apply late", `drift ${name} "/web"`, `drift ${name} "/api"`, "adopt own", "taint"];
const steps = [...ups, [`up -${name}`], ["enable read,update"], ["enable read"], ...changes.map((change) => [change])];

/** Goes on from each world that differs from all before. */
export async function runAll(depth: number): Promise<void> {
  const known = new Set<string>();
  let layer = [await goOn(createWorld(subject), ["enable read,update"], [])];
  layer.push(await goOn(createWorld(subject), ["enable read,update", "adopt thing-a"], []));
  for (let taken = 0; taken < depth; taken += 1) {
    const next: typeof layer = [];
    for (const [world, story] of layer) {
      for (const step of steps) {
        const reached = await goOn(structuredClone(world), step, story);
        const key = formatKey(reached[0]);
        if (!known.has(key)) next.push(reached);
        known.add(key);
      }
    }
    layer = next;
  }
}

async function goOn(world: World, some: readonly string[], story: readonly string[]): Promise<[World, string[]]> {
  const trace = [...story];
  const engine = new Engine(subject, world, trace);
  try {
    for (const step of some) await engine.take(step);
  } catch (error) {
    throw new Error([...trace, `${error}`].join("\n"));
  }
  return [world, trace];
}

/** Two worlds count as one where they differ in an id, or in a resource that is gone. */
function formatKey({ api, resource, ...world }: World): string {
  const { id = "none" } = resource ?? {};
  const late = api.late.filter(([ofId]) => ofId === id);
  const sort = (_: string, value: unknown) =>
    value === null || typeof value !== "object" || Array.isArray(value) ? value : Object.entries(value).sort();
  return JSON.stringify({ ...world, resource, late, thing: api.things[id] }, sort).replaceAll(`"${id}"`, '"own"');
}
