/**
 * An engine, for many runs in a row of the real host over an API of environments: which of them are deleted.
 *
 * The promise: nothing is deleted without consent, both in the state and in the program of the run; and what the state lets go with consent
 * is deleted. The host cannot know of a withdrawal, nor of an adoption in the place of what is deleted, where the engine asks for no diff: in a
 * replacement which the user forces in the same `up`, and in one of an earlier `up`, which failed before the delete.
 */

import { AssertionError, expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { environment } from "../documented-resources.js";
import { createConfiguredHost } from "../host-fixture.js";
import { counts, type Entry, findConsentChange, findReason, type Host, type Process } from "./delete-cases.js";
import { type Declared, findOption, listDeclared, type Name, type Run } from "./delete-scenario.js";
import { EnvironmentApi } from "./environment-api.js";

export class Stack {
  private readonly entries = new Map<Name, Entry>();
  /** Replaced resources whose delete is still to come. They keep their option. */
  private pending: Entry[] = [];
  private readonly api = new EnvironmentApi();
  private readonly trace: string[] = [];

  async run(run: Run): Promise<void> {
    const { command, operations, rename, faults, findsByName } = run;
    this.trace.push(JSON.stringify(run));
    if (rename !== undefined) this.rename(...rename);
    const waiting = [...faults];
    const respond = (request: ApiRequest) => {
      process.lastFault = waiting.shift() ?? "none";
      return this.api.respond(request, process.lastFault, findsByName);
    };
    // Each run has a process of its own.
    const { host, requests } = createConfiguredHost({ operations }, environment, respond);
    const canDelete = operations.includes("delete");
    const process: Process = {
      ...{ host, requests, canDelete, lastFault: "none", isDestroy: command === "destroy" },
      ...{ inUse: new Set(), withdrawn: new Set(), replacedByAdoption: new Set(), announced: new Map() },
      knownIds: [...this.api.things.keys()],
    };
    try {
      if (command === "refresh" || run.refreshesFirst) await this.refresh(host);
      if (command === "up") {
        await this.preview(process, run);
        await this.up(process, run.program);
      }
      if (command === "destroy") await this.deleteAll(process, () => true);
    } catch (error) {
      // What a failed run has done stays in the state. A mistake of the host is none of the failures that it throws.
      if (error instanceof AssertionError || error instanceof TypeError) throw error;
    }
  }

  private rename(from: Name, to: Name): void {
    const entry = this.entries.get(from);
    if (entry === undefined || this.entries.has(to)) return;
    this.entries.delete(from);
    this.entries.set(to, entry);
  }

  /** Previews a program, in a process of its own. A mistake ends it, as it ends the `up`. */
  private async preview(process: Process, { program, operations }: Run): Promise<void> {
    const { announced } = process;
    const { host, lines } = createConfiguredHost({ operations }, environment);
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

  private async up(process: Process, program: Run["program"]): Promise<void> {
    const all = listDeclared(program);
    for (const [index, [name, declared]] of all.entries()) {
      const news = this.construct(process, declared);
      if (typeof news.existingId === "string") process.inUse.add(news.existingId);
      const entry = await this.register(process, name, declared, news).catch((error) => {
        this.countUnreached(all.slice(index + 1));
        throw error;
      });
      this.entries.set(name, entry);
      process.inUse.add(entry.id);
      // Whatever the step was, the state has the consent that the program has.
      expect(entry.properties.__deletable === true, this.trace.join("\n")).to.equal(declared.retainOnDelete === false);
    }
    await this.deleteAll(process, (name) => program[name] === undefined);
  }

  /** The first resource that fails ends an `up`: what the program consents to of the others counts for nothing yet. */
  private countUnreached(declared: readonly [Name, Declared][]): void {
    for (const [name, { retainOnDelete }] of declared) {
      const change = findConsentChange(this.entries.get(name), retainOnDelete === false);
      if (change !== undefined) counts[`${change} in an up that never reaches the resource`] += 1;
    }
  }

  /** The inputs as the constructor makes them. */
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
      const change = findConsentChange(old, isConsented);
      const outcome = process.lastFault === "lost" ? "lost" : "refused";
      if (change !== undefined) counts[`${change} beside an update that fails: ${outcome}`] += 1;
      if (!(error instanceof PartialFailure)) {
        // Nothing is recorded, so the engine keeps the earlier state and options, and deletes by them.
        this.verify(change !== "withdrawn", `${error}`);
        throw error;
      }
      // The engine keeps the earlier inputs beside the new outputs and options.
      const consent = { isConsented: old.isConsented && isConsented };
      const { properties } = error;
      expect(properties.__deletable === true, this.trace.join("\n")).to.equal(consent.isConsented);
      this.entries.set(name, { ...next, ...consent, inputs: old.inputs, properties, hasFailed: true });
      throw error;
    }
  }

  /** A preview shows every replacement, but for one by an id that it does not know. */
  private verifyReplacement(
    { announced, replacedByAdoption }: Process,
    { id, properties }: Entry,
    declared: Declared,
  ): void {
    if (announced.has(properties)) return;
    this.verify(
      declared.isUnknownInPreview && replacedByAdoption.has(id),
      `no preview has shown that ${id} is replaced`,
    );
    counts["replaced by an id that the preview did not know"] += 1;
  }

  private verify(holds: boolean, message: string): void {
    expect(holds, [message, ...this.trace].join("\n")).to.equal(true);
  }

  private async refresh(host: Host): Promise<void> {
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

  /** Lets a resource go, or deletes it, as its option in the state says. A failure ends the run, and it stays in the state. */
  private async deleteOne(process: Process, entry: Entry): Promise<void> {
    const { host, requests } = process;
    const { id, properties, retainOnDelete, withdrawal } = entry;
    if (retainOnDelete) return;
    const before = requests.length;
    const failure = await host.delete(id, properties).then(
      () => undefined,
      (error) => error,
    );
    const sent = requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    const reason = findReason(process, entry);
    expect(sent, this.trace.join("\n")).to.deep.equal(reason === undefined ? [`DELETE /environments/${id}`] : []);
    counts[reason ?? "deleted"] += 1;
    if (reason === undefined) {
      const said = process.isDestroy ? "" : process.announced.get(properties);
      const isShown = said !== undefined && !said.includes("keeps running");
      this.verify(isShown, `no preview has shown that ${id} is deleted: ${said}`);
      if (withdrawal === "forced replacement") counts["deleted: withdrawn by a forced replacement"] += 1;
      if (withdrawal === "diff") counts["deleted: withdrawn in an earlier run"] += 1;
      if (typeof properties.existingId === "string") counts["deleted: adopted"] += 1;
    }
    if (failure !== undefined) throw failure;
  }
}
