/** An engine and an API of environments, for many runs in a row of the real host: which of them are deleted. */

import { AssertionError, expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { StoredFailure } from "../../../provider/host/failures.js";
import { environment } from "../documented-resources.js";
import { createConfiguredHost, createRefusal, lost, type Response } from "../host-fixture.js";

export const names = ["a", "b", "c"] as const;
export type Name = (typeof names)[number];

/** A resource of a program. */
export interface Declared {
  readonly title: string;
  readonly branch: string;
  readonly clusterId: string;
  /** Which of the things that exist it adopts, if any. */
  readonly adopts: number | undefined;
  readonly retainOnDelete: boolean;
  readonly deleteBeforeReplace: boolean;
  /** Whether the user asks for a replacement, as `--replace` does: the engine then asks for no diff. */
  readonly isForced: boolean;
}

/** What becomes of a request. */
export type Fault = "none" | "refused" | "lost" | "not found";

export interface Run {
  readonly command: "up" | "destroy" | "refresh";
  readonly program: Readonly<Partial<Record<Name, Declared>>>;
  readonly operations: string;
  /** What becomes of the first requests. */
  readonly faults: readonly Fault[];
  /** Whether the state of one name goes to another before, as `aliases` has it. */
  readonly rename: readonly [Name, Name] | undefined;
  /** Whether a POST returns a thing of the same name, if there is one, and makes none. */
  readonly findsByName: boolean;
}

/** A resource in the state. */
interface Entry {
  readonly id: string;
  readonly properties: JsonObject;
  readonly inputs: JsonObject;
  /** As the last `up` registered it: the engine deletes by this. */
  readonly retainOnDelete: boolean;
  /** Whether a create or an update that succeeded has written `existingId` into its state. */
  readonly isAdopted: boolean;
}

type Host = ReturnType<typeof createConfiguredHost>["host"];

/** How often each case has come up: one that has not is not tested. */
export const counts = { deleted: 0, "left over": 0, "kept: adopted": 0, "kept: shared": 0 };

export class Stack {
  private readonly entries = new Map<Name, Entry>();
  /** Replaced resources whose delete is still to come. They keep their option. */
  private pending: Entry[] = [];
  /** The things of the API by their ids, with their titles. Two of them somebody else has made. */
  private readonly things = new Map([
    ["id-0", "one"],
    ["id-1", "two"],
  ]);
  private made = this.things.size;
  private readonly trace: string[] = [];

  async run(run: Run): Promise<void> {
    const { command, operations, rename, faults } = run;
    this.trace.push(JSON.stringify(run));
    if (rename !== undefined) this.rename(...rename);
    const waiting = [...faults];
    const respond = (request: ApiRequest) => this.respond(request, waiting.shift() ?? "none", run.findsByName);
    // Each run has a process of its own.
    const { host, requests } = createConfiguredHost({ operations }, environment, respond);
    const process = { host, requests, canDelete: operations.includes("delete"), met: new Set<string>() };
    try {
      if (command === "up") await this.up(process, run.program);
      else if (command === "refresh") await this.refresh(host);
      else await this.deleteAll(process, () => true);
    } catch (error) {
      // What a failed run has done stays in the state.
      if (error instanceof AssertionError) throw error;
    }
  }

  private rename(from: Name, to: Name): void {
    const entry = this.entries.get(from);
    if (entry === undefined || this.entries.has(to)) return;
    this.entries.delete(from);
    this.entries.set(to, entry);
  }

  // The API.

  private respond({ method, path, body }: ApiRequest, fault: Fault, findsByName: boolean): Response {
    if (fault === "refused") return createRefusal(403, "No.");
    if (fault === "not found") return createRefusal(404, "There is none.");
    const response = this.act(method, path.split("/").at(-1) ?? "", body, findsByName);
    return fault === "lost" ? lost : response;
  }

  private act(method: string, id: string, { name: title }: JsonObject, findsByName: boolean): Response {
    if (method === "POST") {
      const [found] = [...this.things].find(([, one]) => findsByName && one === title) ?? [`id-${this.made++}`];
      this.things.set(found, String(title));
      return { body: { data: { id: found, type: "environments" } } };
    }
    if (!this.things.has(id)) return createRefusal(404, "There is none.");
    if (method === "DELETE") this.things.delete(id);
    else if (title !== undefined) this.things.set(id, String(title));
    return { body: { data: { id, type: "environments" } } };
  }

  // The engine.

  private async up(process: Process, program: Run["program"]): Promise<void> {
    for (const [name, declared] of Object.entries(program) as [Name, Declared][]) {
      const { title, branch, clusterId, adopts, retainOnDelete } = declared;
      const ids = [...this.things.keys()];
      const existingId = adopts === undefined ? undefined : ids[adopts % ids.length];
      const inputs = { applicationId: "app-1", name: title, branch, clusterId };
      const news = existingId === undefined ? inputs : { ...inputs, existingId };
      if (existingId !== undefined) process.met.add(existingId);
      // The constructor refuses `false` where no delete is named. Beside existingId, a transformation can still set it.
      const entry = await this.register(process, name, declared, news, retainOnDelete || !process.canDelete);
      this.entries.set(name, entry);
      process.met.add(entry.id);
    }
    await this.deleteAll(process, (name) => program[name] === undefined);
  }

  private async register(
    process: Process,
    name: Name,
    { deleteBeforeReplace, isForced }: Declared,
    news: JsonObject,
    retainOnDelete: boolean,
  ): Promise<Entry> {
    const { host } = process;
    const old = this.entries.get(name);
    const { inputs } = await host.check(old?.inputs ?? {}, news);
    if (old === undefined) return await this.create(host, inputs, retainOnDelete);
    const { changes, replaces = [] } = isForced ? {} : await host.diff(old.id, old.properties, inputs);
    const kept = { ...old, inputs, retainOnDelete };
    if (isForced || replaces.length > 0) {
      if (deleteBeforeReplace) {
        await this.deleteOne(process, old);
        this.entries.delete(name);
        return await this.create(host, inputs, retainOnDelete);
      }
      const next = await this.create(host, inputs, retainOnDelete);
      this.pending.push(old);
      return next;
    }
    if (changes === false) return kept;
    try {
      const { outs } = await host.update(old.id, old.properties, inputs);
      return { ...kept, properties: outs, isAdopted: old.isAdopted || "existingId" in inputs };
    } catch (error) {
      if (error instanceof StoredFailure) this.entries.set(name, { ...kept, properties: error.properties });
      throw error;
    }
  }

  private async create(host: Host, inputs: JsonObject, retainOnDelete: boolean): Promise<Entry> {
    const { id, outs } = await host.create(inputs);
    return { id, properties: outs as JsonObject, inputs, retainOnDelete, isAdopted: "existingId" in inputs };
  }

  private async refresh(host: Host): Promise<void> {
    for (const [name, entry] of this.entries) {
      const read = await host.read(entry.id, entry.properties).catch(() => undefined);
      if (read !== undefined) this.entries.set(name, { ...entry, properties: read.props });
    }
  }

  private async deleteAll(process: Process, isGone: (name: Name) => boolean): Promise<void> {
    counts["left over"] += this.pending.length;
    for (const entry of [...this.pending]) {
      await this.deleteOne(process, entry);
      this.pending = this.pending.filter((one) => one !== entry);
    }
    for (const [name, entry] of [...this.entries].reverse()) {
      if (!isGone(name)) continue;
      await this.deleteOne(process, entry);
      this.entries.delete(name);
    }
  }

  /** Lets a resource go, or deletes it, as its option in the state says. A failure ends the run, and it stays in the state. */
  private async deleteOne({ host, requests, canDelete, met }: Process, entry: Entry): Promise<void> {
    const { id, properties, retainOnDelete, isAdopted } = entry;
    if (retainOnDelete) return;
    const before = requests.length;
    const failure = await host.delete(id, properties).then(
      () => undefined,
      (error) => error,
    );
    const sent = requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    const isKept = isAdopted || met.has(id) || !canDelete;
    expect(sent, this.trace.join("\n")).to.deep.equal(isKept ? [] : [`DELETE /environments/${id}`]);
    if (!isKept) counts.deleted += 1;
    else if (isAdopted) counts["kept: adopted"] += 1;
    else if (canDelete) counts["kept: shared"] += 1;
    if (failure !== undefined) throw failure;
  }
}

/** The host of one run. */
interface Process {
  readonly host: Host;
  readonly requests: readonly ApiRequest[];
  readonly canDelete: boolean;
  /** The ids of the resources that this run has registered so far, and those that its program has named: the stack still has them. */
  readonly met: Set<string>;
}
