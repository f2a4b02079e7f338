/** Random runs of environments: the host deletes what the engine asks for, but for what it must let go. */

import { AssertionError, expect } from "chai";
import fc from "fast-check";
import { environment } from "../documented-resources.js";
import { createRefusal, lost } from "../host-fixture.js";
import { checkInputs, type JsonObject, type Resource, type Respond, startRun } from "./oracle-host.js";
import { isThorough, options } from "./oracle-stories.js";

/** How a request fails, and whether a delete that fails so has deleted. */
const faults = {
  refused: { isGone: false, respond: () => createRefusal(403, "No.") },
  lost: { isGone: false, respond: () => lost },
  "no route": {
    isGone: false,
    respond: (path: string) => createRefusal(404, `The route api${path} could not be found.`),
  },
  "not found": { isGone: false, respond: () => createRefusal(404, "Not Found") },
  "not found after a lost attempt": { isGone: true, respond: () => createRefusal(404, "Not Found", "unknown") },
  gone: { isGone: true, respond: (path: string) => createRefusal(404, `No environment ${path.split("/").at(-1)}`) },
};
const fault = fc.constantFrom(undefined, undefined, ...(Object.keys(faults) as (keyof typeof faults)[]));

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Declared = ValueOf<typeof declared>;
const declared = fc.record({
  clusterId: fc.constantFrom("x", "x", "y"),
  branch: fc.constantFrom("main", "main", "next"),
  /** Which of the existing environments it adopts. */
  adopts: fc.option(fc.nat(5), { nil: undefined, freq: 2 }),
  retainOnDelete: fc.constantFrom(false, false, true),
});

type Run = ValueOf<typeof run>;
const run = fc.record({
  /** An empty one is also a destroy. */
  program: fc.record({ a: declared, b: declared, c: declared }, { requiredKeys: [] }),
  operations: fc.constantFrom("read,update,delete", "update,delete", "delete", "read", ""),
  faults: fc.array(fault, { maxLength: 5 }),
  hasIds: fc.constantFrom(true, true, true, false),
  /** A name whose state moves to another name before, as with `aliases`. */
  moved: fc.constantFrom("a", "b", undefined),
});

const counts = {
  ...{ deleted: 0, "retained by the engine": 0, "fails, and stays": 0, "let go: not enabled": 0 },
  ...{ "let go: a made id": 0, "let go: in use": 0, "let go: another one is adopted in its place": 0 },
};

interface Entry extends Resource {
  readonly retainOnDelete: boolean;
}

class Stack {
  private readonly entries = new Map<string, Entry>();
  /** Replaced resources that are yet to be deleted. */
  private pending: Entry[] = [];
  private readonly ids = ["env-0", "env-1"];
  private fault: keyof typeof faults | undefined;
  private process = startRun(environment, "");
  /** The ids that the run uses: the program adopts, creates, updates or keeps them. */
  private used = new Set<string>();
  /** The ids in whose place the program adopts another. */
  private left = new Set<string>();

  async run({ program, operations, faults: waiting, hasIds, moved = "b" }: Run): Promise<void> {
    this.process = startRun(environment, operations, this.respondBy([...waiting], hasIds));
    [this.used, this.left] = [new Set(), new Set()];
    const entry = this.entries.get(moved);
    if (entry && !this.entries.has("c") && this.entries.delete(moved)) this.entries.set("c", entry);
    try {
      for (const [name, some] of Object.entries(program)) await this.register(name, some);
      for (const one of [...this.pending]) await this.delete(one, operations);
      const gone = [...this.entries].reverse().filter(([name]) => !(name in program));
      for (const [name, one] of gone) if (await this.delete(one, operations)) this.entries.delete(name);
    } catch (error) {
      // A call that fails ends the run.
      if (error instanceof AssertionError || error instanceof TypeError) throw error;
    }
  }

  private respondBy(waiting: Run["faults"], hasIds: boolean): Respond {
    return ({ method, path }) => {
      this.fault = waiting.shift();
      const id = method === "POST" ? `env-${this.ids.length}` : (path.split("/").at(-1) ?? "");
      if (this.fault !== undefined) return faults[this.fault].respond(path);
      if (method === "POST") this.ids.push(id);
      return { body: method === "POST" && !hasIds ? undefined : { data: { id, type: "environments" } } };
    };
  }

  private async register(name: string, some: Declared): Promise<void> {
    const { host } = this.process;
    const { adopts, clusterId, branch, retainOnDelete } = some;
    const existingId = adopts === undefined ? {} : { existingId: this.ids[adopts % this.ids.length] ?? null };
    const news = { applicationId: "app-1", name, branch, clusterId, ...existingId };
    const old = this.entries.get(name);
    const inputs = await checkInputs(host, old?.inputs ?? {}, news);
    if (typeof inputs.existingId === "string") this.used.add(inputs.existingId);
    const { changes, replaces = [] } = old === undefined ? {} : await host.diff(old.id, old.outs, inputs);
    if (old !== undefined && replaces.length === 0) {
      this.used.add(old.id);
      const { outs } = changes === false ? old : await host.update(old.id, old.outs, inputs);
      this.entries.set(name, { ...old, inputs, outs: outs as JsonObject, retainOnDelete });
      return;
    }
    if (old !== undefined && "existingId" in inputs) this.left.add(old.id);
    if (old !== undefined) this.pending.push(old);
    this.entries.delete(name);
    const { id, outs } = await host.create(inputs);
    this.used.add(id);
    this.entries.set(name, { id, inputs, outs: outs as JsonObject, retainOnDelete });
  }

  /** The engine asks for a delete where the option of the last success says so. */
  private async delete(entry: Entry, operations: string): Promise<true> {
    const { id, outs, retainOnDelete } = entry;
    const { host, requests, lines } = this.process;
    const before = requests.length;
    const failure = retainOnDelete ? undefined : await host.delete(id, outs).catch((error: Error) => error);
    const sent = requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    const reason = retainOnDelete ? "retained by the engine" : this.findReason(id, operations);
    // A create whose response has no id may have returned this one: whether it's deleted is nobody's promise.
    const isOpen = this.used.has(`app-1/${outs.name}`);
    if (!isOpen) expect(sent).to.deep.equal(reason === undefined ? [`DELETE /environments/${id}`] : []);
    // Two resources with one id have one line.
    if (sent.length === 0 && !retainOnDelete) expect(lines.join()).to.include(id);
    const isGone = sent.length === 0 || this.fault === undefined || faults[this.fault].isGone;
    expect(failure === undefined, `${failure}`).to.equal(isGone);
    counts[reason ?? (isGone ? "deleted" : "fails, and stays")] += 1;
    if (failure !== undefined) throw failure;
    this.pending = this.pending.filter((one) => one !== entry);
    return true;
  }

  private findReason(id: string, operations: string): keyof typeof counts | undefined {
    if (id.includes("/")) return "let go: a made id";
    if (this.used.has(id)) return "let go: in use";
    if (this.left.has(id)) return "let go: another one is adopted in its place";
    return operations.includes("delete") ? undefined : "let go: not enabled";
  }
}

it("Environment: random runs delete what the engine asks for, and nothing that the run uses", async () => {
  const property = fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 6 }), async (runs) => {
    const stack = new Stack();
    for (const one of runs) await stack.run(one);
  });
  await fc.assert(property, options);
  if (isThorough) expect(Object.values(counts), JSON.stringify(counts)).not.to.include(0);
}).timeout(0);
