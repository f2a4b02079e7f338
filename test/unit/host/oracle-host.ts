/** The engine's calls of a host, in a new process for each run. The oracle knows nothing else of the package. */

import type { TestedResource } from "../documented-resources.js";
import { createHost, type Response } from "../host-fixture.js";

export type JsonObject = TestedResource["valid"];
export type Json = JsonObject[string];
export type Respond = (request: { method: string; path: string; body?: JsonObject }) => Response;

/** What the engine's state has. The inputs are those of the last success, or what a refresh has returned since. */
export interface Resource {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outs: JsonObject;
}

export type Plan = Awaited<ReturnType<typeof planUp>>;

export function startRun(tested: TestedResource, operations: string, ...respond: Respond[]) {
  return createHost({ operations }, tested, ...respond);
}

type Host = ReturnType<typeof startRun>["host"];

export async function checkInputs(host: Host, earlier: JsonObject, news: JsonObject): Promise<JsonObject> {
  const { inputs, failures = [] } = await host.check(earlier, news);
  if (failures.length > 0) throw new TypeError(failures.map(({ reason }) => reason).join("\n"));
  return inputs;
}

/** Previews a program, and finds the PATCH of its `up`. Nothing of this reaches the API. */
export async function planUp(tested: TestedResource, operations: string, resource: Resource, news: JsonObject) {
  const { host, lines, requests } = startRun(tested, operations);
  const { id, inputs: earlier, outs } = resource;
  const inputs = await checkInputs(host, earlier, news);
  const { changes, replaces = [] } = await host.diff(id, outs, inputs);
  const said = [...lines];
  if (changes !== false && replaces.length === 0) await host.update(id, outs, inputs);
  // The body of the PATCH, if there is one.
  const body = requests.find(({ method }) => method === "PATCH")?.body;
  return { inputs, changes, replaces, lines: said, body };
}

/** Finds the inputs that the state has: those that a refresh returns where the response shows nothing. */
export async function readInputs(tested: TestedResource, { id, outs }: Resource): Promise<JsonObject> {
  return (await startRun(tested, "read").host.read(id, outs)).inputs ?? {};
}

export function isNamed(lines: readonly string[], name: string): boolean {
  return lines.some((line) => new RegExp(`(?<![\\w.])${name}\\b`).test(line));
}
