/** An engine that deletes, for many runs in a row. It does what Pulumi's does of what a provider can see. */

import type { JsonObject } from "../../../../provider/api/http/json.js";
import { StoredFailure } from "../../../../provider/host/requests/failure.js";
import { createConfiguredHost } from "../../host-fixture.js";
import { environment } from "../../resources.js";
import type { Api, Fault } from "./delete-api.js";

export const names = ["a", "b", "c"] as const;
type Name = (typeof names)[number];

/** A resource of a program. */
export interface Declared {
  readonly title: string;
  readonly clusterId: string;
  /** Which of the things that exist it records, if any. */
  readonly records: number | undefined;
  readonly retainOnDelete: boolean;
  readonly deleteBeforeReplace: boolean;
  /** Whether the user asks for a replacement, as `--replace` does; the engine then asks the provider for no changes. */
  readonly isForced: boolean;
}

type Program = Readonly<Partial<Record<Name, Declared>>>;

export interface Run {
  readonly command: "up" | "destroy" | "refresh";
  readonly program: Program;
  /** The methods that are named at the address of an environment. */
  readonly methods: string;
  /** What becomes of the first requests. */
  readonly faults: readonly Fault[];
  /** Whether the state of one name goes to another before, as `aliases` has it. */
  readonly rename: readonly [Name, Name] | undefined;
  /** The thing that outside Pulumi gives way to another one of the same id, if any. */
  readonly isReplacedOutside: number | undefined;
  /** The account that the provider of this run belongs to. */
  readonly account: 0 | 1;
  /** Whether a POST returns a thing of the same name, if there is one. */
  readonly findsByName: boolean;
}

interface Entry {
  readonly id: string;
  readonly properties: JsonObject;
  readonly inputs: JsonObject;
  /** As the last `up` registered it. */
  readonly retainOnDelete: boolean;
  /** Whether it came into the state by `existingId`. */
  readonly isRecorded: boolean;
}

/** What the engine has of a stack, and does with it. */
export class Stack {
  private readonly entries = new Map<Name, Entry>();
  /** Replaced resources, whose delete has failed or is still to come. They keep their option. */
  private pending: Entry[] = [];
  /** The ids that a program has opted in by its last `up` that came to them. */
  readonly optedIn = new Set<string>();
  /** The ids that two resources of the stack have, because a POST returned what another had, of which the run knew nothing yet. */
  readonly shared = new Set<string>();
  private api: Api;

  constructor(private readonly accounts: readonly [Api, Api]) {
    [this.api] = accounts;
  }

  rename(from: Name, to: Name): void {
    const entry = this.entries.get(from);
    if (entry === undefined || this.entries.has(to)) return;
    this.entries.delete(from);
    this.entries.set(to, entry);
  }

  async run({ command, program, methods, faults: rest, account, findsByName }: Run): Promise<void> {
    this.api = this.accounts[account];
    this.api.findsByName = findsByName;
    const operations = methods === "" ? {} : { Environment: `${methods} /environments/{id}` };
    const waiting = [...rest];
    // Each run has a process of its own.
    const { host } = createConfiguredHost({ operations, timeoutSeconds: "1" }, environment, (request) =>
      this.api.respond(request, waiting.shift() ?? "none"),
    );
    if (command === "up") await this.up(host, program, methods.includes("DELETE"));
    else this.api.named = new Set();
    if (command === "refresh") await this.refresh(host);
    if (command === "destroy") await this.deleteAll(host, () => true);
  }

  private async up(host: Host, program: Program, canOptIn: boolean): Promise<void> {
    const before = new Map(this.entries);
    this.api.named = new Set();
    try {
      for (const [name, resource] of Object.entries(program) as [Name, Declared][]) {
        const existing = [...this.api.things.keys()];
        const existingId = resource.records === undefined ? undefined : existing[resource.records % existing.length];
        // A program that names one thing twice is refused.
        const isNamed = existingId !== undefined && !this.api.named.has(existingId);
        if (isNamed) this.api.name(existingId);
        const inputs = { applicationId: "app-1", branch: "main", name: resource.title, clusterId: resource.clusterId };
        // A program without a DELETE is refused with the option; beside existingId, a transformation can still set it.
        const retainOnDelete = resource.retainOnDelete || !canOptIn;
        const news = isNamed ? { ...inputs, existingId } : inputs;
        await this.register(host, before.get(name), name, resource, { news, retainOnDelete });
      }
      await this.deleteAll(host, (name) => program[name] === undefined);
    } catch {
      // The run stops here. What it has done stays in the state.
    }
    // The option counts from the next run on.
    for (const { id, retainOnDelete, isRecorded } of this.entries.values()) {
      if (!retainOnDelete && !isRecorded) this.optedIn.add(id);
    }
  }

  private async register(
    host: Host,
    old: Entry | undefined,
    name: Name,
    { deleteBeforeReplace, isForced }: Declared,
    { news, retainOnDelete }: { news: JsonObject; retainOnDelete: boolean },
  ): Promise<void> {
    const { inputs } = await host.check(old?.inputs ?? {}, news);
    const keep = (id: string, properties: JsonObject, isRecorded = old?.isRecorded === true) => {
      if (retainOnDelete && !isRecorded) this.optedIn.delete(id);
      this.entries.set(name, { id, properties, inputs, retainOnDelete, isRecorded });
    };
    const create = async () => {
      const { id, outs } = await host.create(inputs);
      if (!isForced && !("existingId" in inputs) && id === old?.id)
        throw new Error(`the create returned ${id} of the old one`);
      if ([...this.entries.values(), ...this.pending].some((one) => one.id === id)) this.shared.add(id);
      keep(id, outs as JsonObject, "existingId" in inputs);
    };
    if (old === undefined) return create();
    const { changes, replaces = [] } = isForced ? {} : await host.diff(old.id, old.properties, inputs);
    if (isForced || replaces.length > 0) {
      if (!deleteBeforeReplace) this.pending.push(old);
      else if (!(await this.deleteOne(host, old))) throw new Error("the delete has failed");
      this.entries.delete(name);
      return create().catch((error) => {
        // The engine goes on with the old one where the new one was not created.
        if (!deleteBeforeReplace) {
          this.pending = this.pending.filter((one) => one !== old);
          this.entries.set(name, old);
        }
        throw error;
      });
    }
    if (changes === false) return keep(old.id, old.properties);
    try {
      return keep(old.id, (await host.update(old.id, old.properties, inputs)).outs as JsonObject);
    } catch (error) {
      if (error instanceof StoredFailure) keep(old.id, error.properties);
      throw error;
    }
  }

  private async refresh(host: Host): Promise<void> {
    for (const [name, entry] of this.entries) {
      const read = await host.read(entry.id, entry.properties).catch(() => undefined);
      if (read !== undefined) this.entries.set(name, { ...entry, properties: read.props });
    }
  }

  private async deleteAll(host: Host, isGone: (name: Name) => boolean): Promise<void> {
    const left: Entry[] = [];
    for (const entry of this.pending) if (!(await this.deleteOne(host, entry))) left.push(entry);
    this.pending = left;
    for (const [name, entry] of [...this.entries].reverse()) {
      if (isGone(name) && (await this.deleteOne(host, entry))) this.entries.delete(name);
    }
  }

  /** Whether the resource leaves the state. */
  private async deleteOne(host: Host, { id, properties, retainOnDelete }: Entry): Promise<boolean> {
    if (retainOnDelete) return true;
    return host.delete(id, properties).then(
      () => true,
      () => false,
    );
  }
}

type Host = ReturnType<typeof createConfiguredHost>["host"];
