/**
 * An engine, for many runs in a row of the real host over an API of environments: which of them are deleted.
 *
 * The promise: nothing is deleted without consent in the state and in the program, and what the state lets go with
 * consent is deleted. Where the engine asks for no diff, the host can't know of a withdrawal or an adoption: in a
 * replacement that the user forces, and in one of an earlier `up` that failed before the delete.
 */

import { AssertionError, expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { environment } from "../documented-resources.js";
import { createHost } from "../host-fixture.js";
import { type Declared, findOption, listDeclared, type Name, type Run } from "./delete-scenario.js";
import { EnvironmentApi, type Fault } from "./environment-api.js";

export const counts = {
  ...{ deleted: 0, "deleted: adopted": 0, "left over": 0, "granted or withdrawn alone": 0 },
  ...{ "deleted: withdrawn by a forced replacement": 0, "deleted: withdrawn in an earlier run": 0 },
  ...{ "retained: no consent": 0, "retained: withdrawn": 0, "retained: replaced by adoption": 0 },
  ...{ "retained: in use": 0, "retained: fallback id": 0, "retained: not enabled": 0 },
  ...{ "granted beside an update that fails: refused": 0, "granted beside an update that fails: lost": 0 },
  ...{ "withdrawn beside an update that fails: refused": 0, "withdrawn beside an update that fails: lost": 0 },
  "replaced by an id that the preview did not know": 0,
};

interface Entry {
  readonly id: string;
  readonly properties: JsonObject;
  readonly inputs: JsonObject;
  /** As the last `up` registered it: the engine deletes by this. */
  readonly retainOnDelete: boolean;
  /** Whether the program had consented when the state was last written. */
  readonly isConsented: boolean;
  /** Whether the engine has recorded a failure, after which it updates despite the diff. */
  readonly hasFailed: boolean;
  /** By what the program that replaced it withdrew the consent in the state. */
  readonly withdrawal?: "diff" | "forced replacement" | undefined;
}

interface Process {
  readonly host: ReturnType<typeof createHost>["host"];
  readonly requests: readonly ApiRequest[];
  readonly run: Run;
  /** The ids of the resources that this run has registered so far, and those that its program has named. */
  readonly inUse: Set<string>;
  /** The ids whose diff no longer had consent. */
  readonly withdrawn: Set<string>;
  /** The ids that the program replaces by adopting another one, as their diff said. */
  readonly replacedByAdoption: Set<string>;
  /** What the preview said of each resource that it showed as replaced or gone, by state: two may have one id. */
  readonly announced: Map<JsonObject, string>;
  /** The ids of the things that existed before the preview: a program knows no others until `up`. */
  readonly knownIds: readonly string[];
  lastFault: Fault;
}

export class Stack {
  private readonly entries = new Map<Name, Entry>();
  /** Replaced resources whose delete is still to come. They keep their option. */
  private pending: Entry[] = [];
  private readonly api = new EnvironmentApi();
  private readonly trace: string[] = [];

  async run(run: Run): Promise<void> {
    this.trace.push(JSON.stringify(run));
    if (run.rename !== undefined) this.rename(...run.rename);
    const process = this.startProcess(run);
    try {
      if (run.command === "refresh" || run.refreshesFirst) await this.refresh(process);
      if (run.command === "up") {
        await this.preview(process);
        await this.up(process);
      }
      if (run.command === "destroy") await this.deleteAll(process, () => true);
    } catch (error) {
      // A failed run's effects stay in the state. A mistake of the host isn't one of the failures it throws.
      if (error instanceof AssertionError || error instanceof TypeError) throw error;
    }
  }

  private startProcess(run: Run): Process {
    const waiting = [...run.faults];
    const respond = (request: ApiRequest) => {
      process.lastFault = waiting.shift() ?? "none";
      return this.api.respond(request, process.lastFault, run.findsByName);
    };
    const process: Process = {
      ...createHost({ operations: run.operations }, environment, respond),
      ...{ run, lastFault: "none", knownIds: [...this.api.things.keys()], announced: new Map() },
      ...{ inUse: new Set(), withdrawn: new Set(), replacedByAdoption: new Set() },
    };
    return process;
  }

  private rename(from: Name, to: Name): void {
    const entry = this.entries.get(from);
    if (entry === undefined || this.entries.has(to)) return;
    this.entries.delete(from);
    this.entries.set(to, entry);
  }

  /** Previews a program, in a process of its own. A mistake ends it, like an `up`. */
  private async preview(process: Process): Promise<void> {
    const { announced, run } = process;
    const { program, operations } = run;
    const { host, lines } = createHost({ operations }, environment);
    for (const { properties } of this.pending) announced.set(properties, "");
    for (const [name, { properties }] of this.entries) {
      if (program[name] === undefined) announced.set(properties, "");
    }
    for (const [name, declared] of listDeclared(program)) {
      const old = this.entries.get(name);
      const news = this.construct(process, declared);
      const isUnknown = news.existingId !== undefined && declared.isUnknownInPreview;
      const { inputs } = await host.check(old?.inputs ?? {}, isUnknown ? { ...news, existingId: unknownInput } : news);
      lines.splice(0);
      if (old === undefined) continue;
      const { replaces = [] } = declared.isForced ? {} : await host.diff(old.id, old.properties, inputs);
      if (declared.isForced || replaces.length > 0) announced.set(old.properties, lines.join("\n"));
    }
  }

  private async up(process: Process): Promise<void> {
    const { program } = process.run;
    for (const [name, declared] of listDeclared(program)) {
      const news = this.construct(process, declared);
      if (typeof news.existingId === "string") process.inUse.add(news.existingId);
      const entry = await this.register(process, name, declared, news);
      this.entries.set(name, entry);
      process.inUse.add(entry.id);
      // After any step, the state has the program's consent.
      this.verifyConsent(entry.properties, declared.retainOnDelete === false);
    }
    await this.deleteAll(process, (name) => program[name] === undefined);
  }

  private construct({ knownIds }: Process, declared: Declared): JsonObject {
    const { title, branch, clusterId, adopts, isUnknownInPreview, retainOnDelete } = declared;
    const ids = isUnknownInPreview ? [...this.api.things.keys()] : knownIds;
    const existingId = adopts === undefined ? undefined : ids[adopts % ids.length];
    return {
      applicationId: "app-1",
      ...{ name: title, branch, clusterId },
      ...(existingId === undefined ? {} : { existingId }),
      ...(retainOnDelete === false ? { __deletable: true } : {}),
    };
  }

  private async register(process: Process, name: Name, declared: Declared, news: JsonObject): Promise<Entry> {
    const { host, withdrawn, replacedByAdoption } = process;
    const { deleteBeforeReplace, isForced } = declared;
    const retainOnDelete = findOption(declared);
    const isConsented = declared.retainOnDelete === false;
    const old = this.entries.get(name);
    const { inputs, failures } = await host.check(old?.inputs ?? {}, news);
    if (failures.length > 0) throw new Error("the check has failed");
    const create = async (): Promise<Entry> => {
      const { id, outs } = await host.create(inputs);
      const properties = outs as JsonObject;
      return { id, properties, inputs, retainOnDelete, isConsented, hasFailed: false };
    };
    if (old === undefined) return await create();
    const isWithdrawn = old.isConsented && !isConsented;
    const { changes, replaces = [] } = isForced ? {} : await host.diff(old.id, old.properties, inputs);
    if (!isForced && isWithdrawn) withdrawn.add(old.id);
    if (replaces.length > 0 && typeof inputs.existingId === "string") replacedByAdoption.add(old.id);
    if (isForced || replaces.length > 0) {
      this.verifyReplacement(process, old, declared);
      const by = isForced ? "forced replacement" : "diff";
      const replaced = { ...old, withdrawal: isWithdrawn ? (by as Entry["withdrawal"]) : undefined };
      if (deleteBeforeReplace) {
        await this.deleteOne(process, replaced);
        this.entries.delete(name);
        return await create();
      }
      const next = await create();
      this.pending.push(replaced);
      return next;
    }
    const next = { ...old, inputs, retainOnDelete, isConsented };
    if (changes === false && !old.hasFailed) return next;
    const before = process.requests.length;
    try {
      process.inUse.add(old.id);
      const { outs } = await host.update(old.id, old.properties, inputs);
      if (process.requests.length === before && isConsented !== old.isConsented)
        counts["granted or withdrawn alone"] += 1;
      return { ...next, properties: outs, hasFailed: false };
    } catch (error) {
      const change = isConsented ? "granted" : "withdrawn";
      const outcome = process.lastFault === "lost" ? "lost" : "refused";
      if (isConsented !== old.isConsented) counts[`${change} beside an update that fails: ${outcome}`] += 1;
      if (!(error instanceof PartialFailure)) {
        // Nothing is recorded, so the engine keeps the earlier state and options, and deletes by them.
        this.verify(!isWithdrawn, `${error}`);
        throw error;
      }
      // The engine keeps the earlier inputs with the new outputs and options.
      const consent = { isConsented: old.isConsented && isConsented };
      const { properties } = error;
      this.verifyConsent(properties, consent.isConsented);
      this.entries.set(name, { ...next, ...consent, inputs: old.inputs, properties, hasFailed: true });
      throw error;
    }
  }

  /** A preview shows every replacement, except by an id that it doesn't know. */
  private verifyReplacement(process: Process, { id, properties }: Entry, declared: Declared): void {
    if (process.announced.has(properties)) return;
    const isByUnknown = declared.isUnknownInPreview && process.replacedByAdoption.has(id);
    this.verify(isByUnknown, `no preview has shown that ${id} is replaced`);
    counts["replaced by an id that the preview did not know"] += 1;
  }

  private verifyConsent({ __deletable: isDeletable = false }: JsonObject, isConsented: boolean): void {
    this.verify(isDeletable === isConsented, `the state has the consent ${isDeletable}`);
  }

  private verify(holds: boolean, message: string): void {
    expect(holds, [message, ...this.trace].join("\n")).to.equal(true);
  }

  private async refresh({ host }: Process): Promise<void> {
    for (const [name, entry] of this.entries) {
      const { id, properties } = entry;
      const read = await host.read(id, properties).catch(() => undefined);
      if (read === undefined) continue;
      const { props, inputs = entry.inputs } = read;
      await host.diffInRefresh(id, props, entry.inputs);
      this.entries.set(name, { ...entry, properties: props, inputs, hasFailed: false });
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

  /** Lets a resource go, or deletes it, as its option in the state says. A failure ends the run. */
  private async deleteOne(process: Process, entry: Entry): Promise<void> {
    const { host, requests } = process;
    const { id, properties, retainOnDelete, withdrawal } = entry;
    if (retainOnDelete) return;
    const before = requests.length;
    const failure = await host.delete(id, properties).catch((error) => error);
    const sent = requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    const reason = findReason(process, entry);
    expect(sent, this.trace.join("\n")).to.deep.equal(reason === undefined ? [`DELETE /environments/${id}`] : []);
    counts[reason ?? "deleted"] += 1;
    if (reason === undefined) {
      const said = process.run.command === "destroy" ? "" : process.announced.get(properties);
      const isShown = said !== undefined && !said.includes("keeps running");
      this.verify(isShown, `no preview has shown that ${id} is deleted: ${said}`);
      if (withdrawal === "forced replacement") counts["deleted: withdrawn by a forced replacement"] += 1;
      if (withdrawal === "diff") counts["deleted: withdrawn in an earlier run"] += 1;
      if (typeof properties.existingId === "string") counts["deleted: adopted"] += 1;
    }
    if (failure !== undefined) throw failure;
  }
}

function findReason({ run, inUse, withdrawn, replacedByAdoption }: Process, { id, isConsented, properties }: Entry) {
  if (id.includes("/")) return "retained: fallback id";
  if (!isConsented) return "retained: no consent";
  if (withdrawn.has(id)) return "retained: withdrawn";
  if (replacedByAdoption.has(id)) return "retained: replaced by adoption";
  // A create of this run whose response had no id may have returned this one.
  if (inUse.has(id) || inUse.has(`${properties.applicationId}/${properties.name}`)) return "retained: in use";
  return run.operations.includes("delete") ? undefined : "retained: not enabled";
}
