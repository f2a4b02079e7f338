/** A program of one resource, and an engine that runs it with the real host: what has to hold, whatever the API does. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import type { Definition, ResolvedArgument } from "../../../provider/definitions/definition.js";
import { StoredFailure } from "../../../provider/host/failures.js";
import { isSecret, markSecret, takeOffMarks } from "../host-fixture.js";
import { Api, disobedient, type Habit, isSame, type Outcome, type Values } from "./sequence-api.js";
import { copyMarks, Engine, type Plan } from "./sequence-engine.js";

export type Step =
  | { readonly act: "set" | "drift"; readonly name: string; readonly value: Json }
  | { readonly act: "leave out" | "null" | "back"; readonly name: string }
  | { readonly act: "adopt"; readonly which: "own" | "other" | "none" }
  | { readonly act: "refresh" | "arrive" | "name update" };

export interface Scenario {
  readonly operations: { readonly update: boolean; readonly read: boolean };
  readonly isAdopted: boolean;
  readonly habits: Readonly<Record<string, Habit | undefined>>;
  readonly program: Readonly<Record<string, Json | undefined>>;
  /** The arguments that are secrets in the program. */
  readonly secrets: readonly string[];
  /** An argument in `ignoreChanges`. */
  readonly ignored: string | undefined;
  readonly steps: readonly (Step & { readonly isUp: boolean; readonly outcome: Outcome | undefined })[];
}

/** A class that runs through the sequences. */
export interface Kind {
  readonly definition: Definition;
  /** What every program sets, and no step changes. */
  readonly fixed: JsonObject;
  readonly values: Values;
}

/** What has to hold, whatever happens. */
export const promises = [
  "a preview after up is empty, except for what the API has told otherwise",
  "a difference that the API has told is sent again",
  "what is of unknown outcome is sent again",
  "a refresh of the same changes no output",
  "what a refresh finds is an output",
  "a refresh finds only what differs and can be updated",
  "a refresh leaves nothing to send of what ignoreChanges names",
  "what diff finds, the engine does",
  "where the program changes a value, the engine decides (replaceOnChanges)",
  "what the program has not changed replaces nothing",
  "what the API has replaces nothing",
  "to set what the output shows is no change",
  "a create sends one POST, or none for what it adopts",
  "an update sends one PATCH with what the program sets",
  "what the API has is not sent",
  "a mark is sent",
  "what is sent is marked or said",
  "the API has what the program sets",
  "the output is what the preview has shown",
  "a secret is nowhere in plain text",
] as const;
type Promised = (typeof promises)[number];

/** The promises that some sequence has looked at: one that none has is not tested. */
export const exercised = new Set<Promised>();

/** Runs a scenario, and fails where the host breaks a promise. */
export async function runScenario(kind: Kind, scenario: Scenario): Promise<void> {
  await new Sequence(kind, scenario).run();
}

class Sequence {
  private readonly api: Api;
  private readonly engine: Engine;
  private readonly trace: string[] = [];
  private readonly program: Record<string, Json | undefined>;
  private existingId: string | undefined;

  // What has happened, by argument. None of it is read from the state that the host keeps.
  /** What successful `up`s have set last. */
  private applied: JsonObject = {};
  /** What was set or shown when a call of the host last wrote the state. */
  private written: JsonObject = {};
  /** What was left out since a call of the host has last written it. */
  private readonly letGo = new Set<string>();
  /** What the last successful `up` has set, and no earlier one. */
  private lastInputs: JsonObject = {};
  private readonly everSet: Record<string, Json[]> = {};
  private readonly lost = new Set<string>();

  constructor(
    private readonly kind: Kind,
    private readonly scenario: Scenario,
  ) {
    this.api = new Api(kind.definition, kind.values, scenario.habits);
    this.engine = new Engine(kind.definition, this.api, Object.keys(kind.values), { ...scenario.operations });
    this.program = { ...scenario.program };
  }

  async run(): Promise<void> {
    const { isAdopted, steps } = this.scenario;
    if (isAdopted && this.canBeAdopted) this.existingId = this.api.make({ name: "a", region: "e" });
    await this.create(this.listInputs());
    for (const step of steps) {
      await this.take(step);
      const isQuiet = ["refresh", "arrive", "drift"].includes(step.act);
      if (step.isUp && !isQuiet) await this.up(step.outcome);
    }
  }

  private get canBeAdopted(): boolean {
    return this.kind.definition.idArgument.adoptedBy === "id";
  }

  private async take(step: Step): Promise<void> {
    switch (step.act) {
      case "refresh":
        return await this.refresh();
      case "arrive":
        return this.api.arrive();
      case "name update":
        this.engine.operations.update = !this.engine.operations.update;
        this.trace.push(`update is ${this.engine.operations.update ? "" : "not "}named`);
        return this.engine.nameOperations();
      case "adopt": {
        const ids = {
          own: () => this.engine.id,
          other: () => this.api.make({ name: "b", region: "w" }),
          none: () => undefined,
        };
        if (this.canBeAdopted) this.existingId = ids[step.which]();
        return;
      }
      case "drift":
        this.trace.push(`drift of ${step.name} to ${JSON.stringify(step.value)}`);
        return this.api.drift(this.engine.id, step.name, step.value);
      case "set":
        this.program[step.name] = step.value;
        return;
      case "back":
        this.program[step.name] = this.applied[step.name] ?? this.program[step.name];
        return;
      default:
        if (this.engine.argument(step.name).row.role !== "required")
          this.program[step.name] = step.act === "null" ? null : undefined;
    }
  }

  // The engine.

  private listInputs(): JsonObject {
    const isValue = (name: string, value: Json) => value !== null || this.engine.argument(name).isNullAValue;
    const inputs = this.engine.names.flatMap((name): [string, Json][] => {
      // The engine puts its earlier input in place of one that ignoreChanges names.
      const isIgnored = name === this.scenario.ignored && this.engine.id !== "";
      const { [name]: value } = isIgnored ? this.engine.oldInputs : this.program;
      if (value === undefined || !isValue(name, value)) return [];
      return [[name, this.scenario.secrets.includes(name) && !isSecret(value) ? markSecret(value) : value]];
    });
    const adopted = this.existingId === undefined ? {} : { existingId: this.existingId };
    return { ...this.kind.fixed, ...adopted, ...Object.fromEntries(inputs) };
  }

  private plan(): Promise<Plan> {
    return this.engine.plan(takeOffMarks(this.listInputs()) as JsonObject);
  }

  private async create(inputs: JsonObject): Promise<void> {
    const plain = takeOffMarks(inputs) as JsonObject;
    this.api.told = {};
    this.written = {};
    this.lost.clear();
    const { host, requests } = this.engine.startHost();
    const { id, outs } = await host.create(plain);
    this.engine.id = id;
    if (this.existingId !== undefined) this.api.noteUnsure(id, this.engine.names);
    this.trace.push(`create ${JSON.stringify(plain)} is ${id}: ${JSON.stringify(this.api.told)}`);
    const methods = requests.map(({ method }) => method);
    const expected = this.existingId === undefined ? ["POST", "PATCH"] : ["GET", ""];
    this.verify("a create sends one POST, or none for what it adopts", expected.includes(methods.join()), methods);
    this.keep(outs as JsonObject, inputs, inputs);
    this.applied = {};
    await this.succeed(inputs);
  }

  private async up(outcome: Outcome | undefined): Promise<void> {
    const plan = await this.plan();
    const inputs = this.listInputs();
    const { action } = plan;
    this.trace.push(`up ${JSON.stringify(plan)}`);
    this.verifyPlan(plan);
    if (action === "same") {
      this.isStale ||= this.canBeAdopted && !this.engine.operations.update;
      return await this.succeed(inputs);
    }
    if (action === "replace") return await this.create(inputs);
    this.verifyUpdate(plan);
    this.api.outcome = plan.hasPatch ? outcome : undefined;
    const { host, requests } = this.engine.startHost();
    try {
      const { outs } = await host.update(this.engine.id, this.engine.plainOutputs, plan.inputs);
      this.verifyRequests(requests, plan);
      // While the program names it by its id, what cannot be updated is corrected in the state, and the API may have another value.
      const isFixed = ({ canBeUpdated }: ResolvedArgument) => this.existingId === this.engine.id && !canBeUpdated;
      this.api.noteUnsure(this.engine.id, this.engine.filterNames(isFixed));
      this.keep(outs as JsonObject, inputs, inputs);
      for (const name of this.engine.names) {
        if (plan.inputs[name] === undefined) continue;
        const { [name]: output = null } = this.engine.plainOutputs;
        this.verify("the output is what the preview has shown", isDeepStrictEqual(output, plan.inputs[name]), name);
      }
      await this.succeed(inputs);
    } catch (error) {
      if (error instanceof StoredFailure) {
        const fields = Object.keys(requests[0]?.body ?? {});
        const isHeld = ({ fieldName, isInBody }: ResolvedArgument) => isInBody && fields.includes(fieldName);
        this.api.noteUnsure(this.engine.id, this.engine.filterNames(isHeld));
        for (const name of this.listDue(plan)) this.lost.add(name);
        this.engine.hasFailed = true;
        this.keep(error.properties, inputs, inputs);
      } else if (this.api.outcome !== "refused") throw error;
    } finally {
      this.api.outcome = undefined;
    }
  }

  /** Keeps what a call has returned as the outputs. The engine marks an output as `earlier` has the same name marked. */
  private keep(properties: JsonObject, earlier: JsonObject, inputs?: JsonObject): void {
    const { engine, written } = this;
    engine.outputs = copyMarks(properties, earlier);
    this.isStale = false;
    const [set, outputs] = [takeOffMarks(inputs ?? {}) as JsonObject, engine.plainOutputs];
    for (const name of engine.names) {
      const { [name]: input } = set;
      if (input !== undefined) this.everSet[name] = [...(this.everSet[name] ?? []), input];
      if (input !== undefined) this.letGo.delete(name);
      const shown = input ?? outputs[name] ?? null;
      if (inputs === undefined ? written[name] === undefined : shown !== null) written[name] = shown;
    }
    if (inputs !== undefined) this.noteLeftOut(inputs);
    this.verifySecrets();
  }

  private noteLeftOut(inputs: JsonObject): void {
    for (const name of this.engine.names) if (inputs[name] === undefined) this.letGo.add(name);
  }

  /** A successful `up`: the engine has its inputs from now on. */
  private async succeed(inputs: JsonObject): Promise<void> {
    this.engine.oldInputs = inputs;
    this.lastInputs = inputs;
    this.noteLeftOut(inputs);
    this.engine.hasFailed = false;
    Object.assign(this.applied, takeOffMarks(inputs));
    const hasReached = ({ name, canBeUpdated }: ResolvedArgument) => canBeUpdated && inputs[name] !== undefined;
    for (const name of this.engine.filterNames(hasReached)) this.lost.delete(name);
    this.verifySecrets();
    const plan = await this.plan();
    const { told } = this.api;
    const { habits } = this.scenario;
    const isToldOtherwise = (name: string) =>
      told[name] !== undefined && !isSame(told[name], plan.inputs[name], this.engine.argument(name));
    this.verify(
      "a preview after up is empty, except for what the API has told otherwise",
      plan.action === "same" || (plan.action === "update" && this.listDue(plan).every(isToldOtherwise)),
      plan,
    );
    const hasFollowed = this.listDue(plan).some((name) => this.hasFollowed(name));
    for (const argument of this.listSet(plan.inputs)) {
      const { name, canBeUpdated, isInBody } = argument;
      const { [name]: input } = plan.inputs;
      if (canBeUpdated && isToldOtherwise(name) && !hasFollowed) {
        const isSent = this.listDue(plan).includes(name) && plan.isSeen;
        this.verify("a difference that the API has told is sent again", isSent, plan);
      }
      const isExcused =
        this.hasFollowed(name) || (!canBeUpdated && (this.lost.has(name) || isSame(input, null, argument)));
      const hasIt = isSame(input, this.api.find(this.engine.id, name), argument);
      if (isInBody && !disobedient.includes(habits[name]) && !this.api.isUnsure(this.engine.id, name) && !isExcused) {
        this.verify("the API has what the program sets", hasIt, { name });
      }
    }
  }

  private async refresh(): Promise<void> {
    if (!this.engine.operations.read) return;
    const before = this.engine.plainOutputs;
    const wasEmpty = !this.engine.hasFailed && (await this.plan()).action === "same";
    this.api.arrive();
    const { host, lines } = this.engine.startHost();
    const { props, inputs } = await host.read(this.engine.id, before);
    this.engine.hasFailed = false;
    if (inputs !== undefined) this.engine.oldInputs = copyMarks(inputs, this.engine.oldInputs);
    this.keep(props, this.engine.outputs);
    this.trace.push(`refresh ${JSON.stringify({ told: this.api.told, inputs, lines })}`);
    const { told } = this.api;
    const outputs = this.engine.plainOutputs;
    for (const argument of this.listSet(told).filter(({ name }) => told[name] !== null)) {
      const { name, row } = argument;
      const { [name]: output = null } = outputs;
      if (isSame(before[name], told[name], argument)) {
        this.verify("a refresh of the same changes no output", isDeepStrictEqual(output, before[name]), { name });
      }
      if (!row.mayHoldSecrets) this.verify("what a refresh finds is an output", output !== null, { name });
    }
    const plan = await this.plan();
    const { ignored } = this.scenario;
    if (ignored !== undefined && !this.lost.has(ignored) && inputs?.[ignored] !== undefined) {
      this.verify("a refresh leaves nothing to send of what ignoreChanges names", !plan.sent.includes(ignored), plan);
    }
    if (!wasEmpty) return;
    const isUnexpected = (name: string) => {
      const argument = this.engine.argument(name);
      if (!isSame(this.applied[name], plan.inputs[name], argument) || this.hasFollowed(name)) return false;
      return !argument.canBeUpdated || isSame(told[name], plan.inputs[name], argument);
    };
    const isAsBefore = (name: string) => isDeepStrictEqual(plan.inputs[name], this.applied[name]);
    const returned = takeOffMarks(inputs ?? {}) as JsonObject;
    const isOther = (name: string) => !isSame(returned[name], plan.inputs[name], this.engine.argument(name));
    const marked = plan.marks.filter((name) => name in returned && isAsBefore(name) && isOther(name));
    const replaced = plan.replaces.filter((name) => this.engine.names.includes(name));
    const found = [...this.listDue(plan), ...replaced, ...marked];
    this.verify("a refresh finds only what differs and can be updated", !found.some(isUnexpected), plan);
  }

  /** The arguments that these inputs set. */
  private listSet(inputs: JsonObject): ResolvedArgument[] {
    const names = this.engine.filterNames(({ name }) => inputs[name] !== undefined);
    return names.map((name) => this.engine.argument(name));
  }

  // The promises.

  private verify(promise: Promised, holds: boolean, detail: unknown): void {
    exercised.add(promise);
    if (!holds)
      expect.fail([promise, ...this.trace, JSON.stringify(detail), JSON.stringify(this.engine.outputs)].join("\n"));
  }

  /** The arguments for which there is a PATCH: those that it holds, and of those that each one holds or none does, what differs. */
  private listDue({ inputs, sent, hasPatch }: Plan): string[] {
    const outputs = this.engine.plainOutputs;
    const isDue = (argument: ResolvedArgument) => {
      const { name, row, isInBody } = argument;
      if (sent.includes(name)) return true;
      if (!hasPatch || (isInBody && !row.inEveryUpdate) || inputs[name] === undefined) return false;
      const known = [outputs[name], this.api.told[name] ?? outputs[name]];
      return this.lost.has(name) || known.some((value) => !isSame(value, inputs[name], argument));
    };
    return this.engine.filterNames(isDue);
  }

  /**
   * Accepted: after a refresh, an `up` while `update` is not named changes nothing, and the engine takes over what the program sets. Once it is
   * named again, the host finds the difference, but takes the refreshed value for the engine's.
   */
  private isStale = false;

  /**
   * Accepted: the program has set another value in a step that the engine called Same, because the API had it already. No call records
   * that, so that a later change is not told where the API has another value by then.
   */
  private hasFollowed(name: string): boolean {
    const { [name]: applied } = this.applied;
    if (applied === undefined || this.engine.hasFailed) return false;
    if (this.isStale) return true;
    return !isSame(applied, this.written[name], this.engine.argument(name));
  }

  private verifyPlan(plan: Plan): void {
    const { inputs, changes, replaces, isSeen, action, sent } = plan;
    const due = this.listDue(plan);
    const outputs = this.engine.plainOutputs;
    const isMissed = changes !== false && !isSeen;
    if (![...due, ...replaces].some((name) => this.hasFollowed(name))) {
      this.verify("what diff finds, the engine does", !isMissed, plan);
    }
    for (const argument of this.listSet(inputs)) {
      const { name, row } = argument;
      const { [name]: input = null } = inputs;
      const { [name]: old = null } = this.engine.plainInputs;
      const isReplaced = action === "replace" && replaces.includes(name);
      // A refresh settles the outcome of what no update can change any more.
      const isAlwaysUpdated = this.scenario.steps.every(({ act }) => act !== "name update");
      if (isAlwaysUpdated && argument.canBeUpdated && this.lost.has(name) && replaces.length === 0) {
        this.verify("what is of unknown outcome is sent again", due.includes(name), plan);
      }
      const isSure = row.echoed !== false && !this.api.isUnsure(this.engine.id, name);
      const isChanged = input !== null && old !== null && !isSame(old, input, argument);
      if (
        isChanged &&
        (sent.includes(name) || replaces.includes(name)) &&
        !this.engine.hasFailed &&
        !this.lost.has(name) &&
        !this.hasFollowed(name)
      ) {
        this.verify("where the program changes a value, the engine decides (replaceOnChanges)", changes !== true, plan);
      }
      if (this.applied[name] !== undefined && isSame(this.applied[name], input, argument) && !this.hasFollowed(name)) {
        this.verify("what the program has not changed replaces nothing", !isReplaced, { name });
      }
      if (isSure && isSame(input, this.api.find(this.engine.id, name), argument)) {
        this.verify("what the API has replaces nothing", !isReplaced, { name });
      }
      const isNew = (this.everSet[name] ?? []).length === 0 && (outputs[name] ?? null) !== null;
      if (isNew && isSure && isSame(input, outputs[name], argument)) {
        this.verify("to set what the output shows is no change", !due.includes(name) && !replaces.includes(name), plan);
      }
    }
  }

  private verifyUpdate(plan: Plan): void {
    const { inputs, marks, said, sent, hasPatch } = plan;
    const { told } = this.api;
    for (const name of marks.filter((one) => inputs[one] !== undefined)) {
      const argument = this.engine.argument(name);
      const { [name]: old } = this.engine.plainInputs;
      const isInput = (value: Json | undefined) => isSame(value, inputs[name], argument);
      const isSent = sent.includes(name) || (hasPatch && (argument.row.inEveryUpdate === true || !argument.isInBody));
      // Documented: marks that are not sent, beside another change.
      const isOfApi = told[name] !== undefined ? isInput(told[name]) : isInput(this.written[name]);
      const isDocumented =
        isInput(old) ||
        ((old ?? null) === null && isOfApi) ||
        (this.engine.hasFailed && isOfApi) ||
        (!argument.canBeUpdated && (isOfApi || this.lost.has(name) || (this.everSet[name] ?? []).some(isInput)));
      this.verify("a mark is sent", isSent || said.includes(name) || isDocumented, { name, plan });
    }
    for (const name of sent) {
      const known = [told[name], this.engine.plainOutputs[name]];
      const isKnown = told[name] !== undefined && !this.lost.has(name);
      const isNeedless = isKnown && known.every((value) => isSame(value, inputs[name], this.engine.argument(name)));
      this.verify("what the API has is not sent", !isNeedless, plan);
    }
    for (const name of this.listDue(plan)) {
      const isShown = marks.includes(name) || said.includes(name) || this.hasFollowed(name);
      this.verify("what is sent is marked or said", isShown, { name, plan });
    }
  }

  private verifyRequests(requests: readonly ApiRequest[], plan: Plan): void {
    const { inputs, sent, hasPatch } = plan;
    const [request] = requests;
    const fields = this.engine.filterNames(
      ({ name, row, isInBody }) => sent.includes(name) || (isInBody && row.inEveryUpdate === true),
    );
    const body = Object.fromEntries(fields.map((name) => [this.engine.argument(name).fieldName, inputs[name]]));
    const isExact = hasPatch
      ? requests.length === 1 && request?.method === "PATCH" && isDeepStrictEqual(request.body, body)
      : requests.every(({ method }) => method === "GET" && this.existingId === this.engine.id);
    this.verify("an update sends one PATCH with what the program sets", isExact, requests);
  }

  /**
   * Nothing that was ever a secret stands in plain text. Accepted, and documented, of an argument that is none of those that often hold one:
   *
   * - once it is left out, its output is what responses have, also after it has come back as it was: no call of the host has seen that
   * - left out in a step that the engine called Same, which no call has seen either, a refresh returns it as an input
   */
  private verifySecrets(): void {
    const { secrets } = this.scenario;
    const { __apphosting: hidden } = this.engine.outputs;
    this.verify("a secret is nowhere in plain text", hidden === undefined || isSecret(hidden), hidden);
    for (const name of this.engine.names) {
      const argument = this.engine.argument(name);
      const isHidden = argument.row.mayHoldSecrets === true;
      const isLetGo = this.letGo.has(name);
      const isPlain = (value: Json = null) =>
        value !== null && !isSecret(value) && (this.everSet[name] ?? []).some((set) => isSame(set, value, argument));
      const isOutputAccepted = !isHidden && isLetGo && argument.row.echoed !== false;
      const isInputAccepted = !isHidden && this.lastInputs[name] === undefined && this.applied[name] !== undefined;
      const isWrong =
        (!isOutputAccepted && isPlain(this.engine.outputs[name])) ||
        (!isInputAccepted && isPlain(this.engine.oldInputs[name]));
      if (secrets.includes(name)) this.verify("a secret is nowhere in plain text", !isWrong, { name });
    }
  }
}
