/** Random runs of environments: the host deletes what the engine asks for, but for what the run still uses. */

import { expect } from "chai";
import fc from "fast-check";
import { environment } from "../documented-resources.js";
import { checkInputs, type JsonObject, options, type Resource, type Respond, startRun } from "./oracle-world.js";

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Declared = ValueOf<typeof declared>;
const declared = fc.record({
  clusterId: fc.constantFrom("x", "x", "y"),
  branch: fc.constantFrom("main", "main", "next"),
  /** Which of the existing environments it adopts. */
  adopts: fc.option(fc.nat(5), { nil: undefined, freq: 2 }),
  retainOnDelete: fc.constantFrom(false, false, true),
});

const run = fc.record({
  /** An empty one is also a destroy. */
  program: fc.record({ a: declared, b: declared, c: declared }, { requiredKeys: [] }),
  operations: fc.constantFrom("read,update,delete", "update,delete", "delete", "read", ""),
  /** A name whose state moves to another name before, as with `aliases`. */
  moved: fc.constantFrom("a", "b", undefined),
});

interface Entry extends Resource {
  readonly retainOnDelete: boolean;
}

class Stack {
  private readonly entries = new Map<string, Entry>();
  /** Replaced resources that are yet to be deleted. */
  private pending: Entry[] = [];
  private readonly ids = ["env-0", "env-1"];
  private process = startRun(environment, "");
  /** The ids that the run uses, and those in whose place the program adopts another. */
  private staying = new Set<string>();

  async run({ program, operations, moved = "b" }: ValueOf<typeof run>): Promise<void> {
    this.process = startRun(environment, operations, this.respond);
    this.staying = new Set();
    const entry = this.entries.get(moved);
    if (entry && !this.entries.has("c") && this.entries.delete(moved)) this.entries.set("c", entry);
    for (const [name, some] of Object.entries(program)) await this.register(name, some);
    for (const one of this.pending.splice(0)) await this.delete(one, operations);
    for (const [name, one] of [...this.entries].reverse()) {
      if (!(name in program) && this.entries.delete(name)) await this.delete(one, operations);
    }
  }

  private readonly respond: Respond = ({ method, path }) => {
    const id = method === "POST" ? `env-${this.ids.length}` : (path.split("/").at(-1) ?? "");
    if (method === "POST") this.ids.push(id);
    return { body: { data: { id, type: "environments" } } };
  };

  private async register(name: string, some: Declared): Promise<void> {
    const { host } = this.process;
    const { adopts, clusterId, branch, retainOnDelete } = some;
    const existingId = adopts === undefined ? {} : { existingId: this.ids[adopts % this.ids.length] ?? null };
    const news = { applicationId: "app-1", name, branch, clusterId, ...existingId };
    const old = this.entries.get(name);
    const inputs = await checkInputs(host, old?.inputs ?? {}, news);
    if (typeof inputs.existingId === "string") this.staying.add(inputs.existingId);
    const { changes, replaces = [] } = old === undefined ? {} : await host.diff(old.id, old.outs, inputs);
    if (old !== undefined && replaces.length === 0) {
      this.staying.add(old.id);
      const { outs } = changes === false ? old : await host.update(old.id, old.outs, inputs);
      this.entries.set(name, { ...old, inputs, outs: outs as JsonObject, retainOnDelete });
      return;
    }
    if (old !== undefined && "existingId" in inputs) this.staying.add(old.id);
    if (old !== undefined) this.pending.push(old);
    const { id, outs } = await host.create(inputs);
    this.staying.add(id);
    this.entries.set(name, { id, inputs, outs: outs as JsonObject, retainOnDelete });
  }

  /** The engine asks for a delete where the option of the last success says so. */
  private async delete({ id, outs, retainOnDelete }: Entry, operations: string): Promise<void> {
    if (retainOnDelete) return;
    const { host, requests, lines } = this.process;
    const before = requests.length;
    await host.delete(id, outs);
    const sent = requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    const isSent = operations.includes("delete") && !this.staying.has(id);
    expect(sent).to.deep.equal(isSent ? [`DELETE /environments/${id}`] : []);
    // Two resources with one id have one line.
    if (!isSent) expect(lines.join()).to.include(id);
  }
}

it("Environment: random runs delete what the engine asks for, and nothing that the run uses", async () => {
  const property = fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 6 }), async (runs) => {
    const stack = new Stack();
    for (const one of runs) await stack.run(one);
  });
  await fc.assert(property, options);
}).timeout(0);
