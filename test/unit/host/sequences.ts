/** A program of one resource, and an engine that runs it with the real host: what has to hold, whatever the API does. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { isObject, type Json, type JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { type Definition, type ResolvedArgument, resolveDefinition } from "../../../provider/definitions/definition.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import type { OperationName } from "../../../provider/definitions/operation.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { StoredFailure } from "../../../provider/host/failures.js";
import type { Session } from "../../../provider/host/session.js";
import { createConfiguredSession, isSecret, markSecret, type Response, takeOffMarks } from "../host-fixture.js";
import { Api, disobedient, type Habit, isSame, type Outcome, type Values } from "./sequence-api.js";

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
  "an update sends one PATCH with what the program sets, and only what differs",
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

/** What a preview shows, and what an `up` would send. */
interface Plan {
  readonly inputs: JsonObject;
  /** What the host has answered: undefined where the engine compares the inputs itself. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  /** The arguments that the engine marks, if it marks any. */
  readonly marks: readonly string[];
  readonly isSeen: boolean;
  readonly action: "replace" | "update" | "same";
  readonly hasPatch: boolean;
  /** The arguments that a PATCH holds, except those that each one holds. */
  readonly sent: readonly string[];
  /** The arguments of which the preview has a line. */
  readonly said: readonly string[];
}

class Sequence {
  private args: Readonly<Record<string, ResolvedArgument>> = {};
  private readonly names: readonly string[];
  private readonly operations: { update: boolean; read: boolean };
  private readonly api: Api;
  private readonly trace: string[] = [];
  private readonly program: Record<string, Json | undefined>;
  private existingId: string | undefined;

  // The engine keeps these, with marks of secrets.
  private id = "";
  private oldInputs: JsonObject = {};
  private outputs: JsonObject = {};
  /** The last `up` has failed with a recorded state; and the engine's inputs are older than that. */
  private hasFailed = false;

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
    this.names = Object.keys(kind.values);
    this.operations = { ...scenario.operations };
    this.api = new Api(kind.definition, kind.values, scenario.habits);
    this.program = { ...scenario.program };
    this.nameOperations();
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
        this.operations.update = !this.operations.update;
        return this.nameOperations();
      case "adopt": {
        const ids = {
          own: () => this.id,
          other: () => this.api.make({ name: "b", region: "w" }),
          none: () => undefined,
        };
        if (this.canBeAdopted) this.existingId = ids[step.which]();
        return;
      }
      case "drift":
        this.trace.push(`drift of ${step.name} to ${JSON.stringify(step.value)}`);
        return this.api.drift(this.id, step.name, step.value);
      case "set":
        this.program[step.name] = step.value;
        return;
      case "back":
        this.program[step.name] = this.applied[step.name] ?? this.program[step.name];
        return;
      default:
        if (this.args[step.name]?.row.role !== "required")
          this.program[step.name] = step.act === "null" ? null : undefined;
    }
  }

  private nameOperations(): void {
    const options = { operations: this.listOperations(), include: [], fieldNames: defaultFieldNames };
    const { arguments: args } = resolveDefinition(this.kind.definition, options);
    this.args = Object.fromEntries(args.map((argument) => [argument.name, argument]));
    this.trace.push(`operations: ${this.listOperations()}`);
  }

  private listOperations(): OperationName[] {
    const { update, read } = this.operations;
    return [...(update ? ["update" as const] : []), ...(read ? ["read" as const] : [])];
  }

  // The engine.

  /** Starts the host, as each command of the engine does. */
  private startHost(respond: (request: ApiRequest) => Response = this.api.respond) {
    const { session, ...seen } = createConfiguredSession({ operations: this.listOperations() }, [respond]);
    return { host: openProvider(this.kind.definition, session), ...seen };
  }

  private listInputs(): JsonObject {
    const isValue = (name: string, value: Json) => value !== null || this.args[name]?.isNullAValue === true;
    const inputs = this.names.flatMap((name): [string, Json][] => {
      // The engine puts its earlier input in place of one that ignoreChanges names.
      const isIgnored = name === this.scenario.ignored && this.id !== "";
      const { [name]: value } = isIgnored ? this.oldInputs : this.program;
      if (value === undefined || !isValue(name, value)) return [];
      return [[name, this.scenario.secrets.includes(name) && !isSecret(value) ? markSecret(value) : value]];
    });
    const adopted = this.existingId === undefined ? {} : { existingId: this.existingId };
    return { ...this.kind.fixed, ...adopted, ...Object.fromEntries(inputs) };
  }

  private async plan(): Promise<Plan> {
    const inputs = takeOffMarks(this.listInputs()) as JsonObject;
    const [olds, outputs] = [takeOffMarks(this.oldInputs), takeOffMarks(this.outputs)] as JsonObject[];
    const { host, lines } = this.startHost();
    expect((await host.check(olds ?? {}, inputs)).failures).to.deep.equal([]);
    lines.splice(0);
    const { changes, replaces = [] } = await host.diff(this.id, outputs ?? {}, inputs);
    const differs = (name: string) => !isDeepStrictEqual(inputs[name] ?? null, olds?.[name] ?? null);
    const marks = this.names.filter(differs);
    const isSeen = changes ?? (marks.length > 0 || differs("existingId"));
    const action = isSeen && replaces.length > 0 ? "replace" : isSeen || this.hasFailed ? "update" : "same";
    const request = changes === false || replaces.length > 0 ? undefined : await this.tryUpdate(inputs);
    const isSent = ({ row, fieldName }: ResolvedArgument) => !row.inEveryUpdate && fieldName in (request?.body ?? {});
    return {
      ...{ inputs, changes, replaces, marks, isSeen, action, hasPatch: request !== undefined },
      sent: this.filterNames(isSent),
      said: this.filterNames(({ name }) =>
        lines.some((line) => line.includes(`): ${name}: `) || line.includes("to null")),
      ),
    };
  }

  private filterNames(isChosen: (argument: ResolvedArgument) => boolean): string[] {
    return this.names.filter((name) => isChosen(this.argument(name)));
  }

  private argument(name: string): ResolvedArgument {
    const { [name]: argument } = this.args;
    if (argument === undefined) throw new Error(`${name} is no argument`);
    return argument;
  }

  /** Finds the PATCH that an update would send. Nothing of this reaches the API. */
  private async tryUpdate(inputs: JsonObject): Promise<ApiRequest | undefined> {
    const { host, requests } = this.startHost(() => ({ attributes: {} }));
    await host.update(this.id, takeOffMarks(this.outputs) as JsonObject, inputs);
    return requests.find(({ method }) => method === "PATCH");
  }

  private async create(inputs: JsonObject): Promise<void> {
    const plain = takeOffMarks(inputs) as JsonObject;
    this.api.told = {};
    this.written = {};
    const { host, requests } = this.startHost();
    const { id, outs } = await host.create(plain);
    this.id = id;
    if (this.existingId !== undefined) this.api.noteUnsure(id, this.names);
    this.trace.push(`create ${JSON.stringify(plain)} is ${id}: ${JSON.stringify(this.api.told)}`);
    const methods = requests.map(({ method }) => method);
    const expected = this.existingId === undefined ? ["PATCH", "POST"] : ["GET"];
    this.verify(
      "a create sends one POST, or none for what it adopts",
      methods.length <= 1 &&
        methods.every((method) => expected.includes(method)) &&
        (this.existingId !== undefined || methods.length === 1),
      methods,
    );
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
    if (action === "same") return await this.succeed(inputs);
    if (action === "replace") return await this.create(inputs);
    this.verifyUpdate(plan);
    this.api.outcome = plan.hasPatch ? outcome : undefined;
    const { host, requests } = this.startHost();
    try {
      const { outs } = await host.update(this.id, takeOffMarks(this.outputs) as JsonObject, plan.inputs);
      this.verifyRequests(requests, plan);
      // While the program names it by its id, what cannot be updated is corrected in the state, and the API may have another value.
      const isFixed = ({ canBeUpdated }: ResolvedArgument) => this.existingId === this.id && !canBeUpdated;
      this.api.noteUnsure(this.id, this.filterNames(isFixed));
      this.keep(outs as JsonObject, inputs, inputs);
      for (const name of this.names) {
        if (plan.inputs[name] === undefined) continue;
        const { [name]: output = null } = takeOffMarks(this.outputs) as JsonObject;
        this.verify("the output is what the preview has shown", isDeepStrictEqual(output, plan.inputs[name]), name);
      }
      await this.succeed(inputs);
    } catch (error) {
      if (error instanceof StoredFailure) {
        const held = Object.keys(requests[0]?.body ?? {});
        this.api.noteUnsure(
          this.id,
          this.filterNames(({ fieldName, isInBody }) => isInBody && held.includes(fieldName)),
        );
        for (const name of this.listDue(plan)) this.lost.add(name);
        this.hasFailed = true;
        this.keep(error.properties, inputs, inputs);
      } else if (this.api.outcome !== "refused") throw error;
    } finally {
      this.api.outcome = undefined;
    }
  }

  /** Keeps what a call has returned as the outputs. The engine marks an output as `earlier` has the same name marked. */
  private keep(properties: JsonObject, earlier: JsonObject, inputs?: JsonObject): void {
    this.outputs = copyMarks(properties, earlier);
    for (const [name, input] of Object.entries(takeOffMarks(inputs ?? {}) as JsonObject)) {
      this.everSet[name] = [...(this.everSet[name] ?? []), input];
      this.letGo.delete(name);
    }
    if (inputs !== undefined) this.noteLeftOut(inputs);
    this.noteWritten(inputs);
    this.verifySecrets();
  }

  private noteLeftOut(inputs: JsonObject): void {
    for (const name of this.names) if (inputs[name] === undefined) this.letGo.add(name);
  }

  private noteWritten(inputs: JsonObject = {}): void {
    const [set, outputs] = [takeOffMarks(inputs), takeOffMarks(this.outputs)] as JsonObject[];
    for (const name of this.names) {
      const shown = set?.[name] ?? outputs?.[name] ?? null;
      if (Object.keys(inputs).length > 0 ? shown !== null : this.written[name] === undefined)
        this.written[name] = shown;
    }
  }

  /** A successful `up`: the engine has its inputs from now on. */
  private async succeed(inputs: JsonObject): Promise<void> {
    this.oldInputs = inputs;
    this.lastInputs = inputs;
    this.noteLeftOut(inputs);
    this.hasFailed = false;
    Object.assign(this.applied, takeOffMarks(inputs));
    const hasReached = ({ name, canBeUpdated }: ResolvedArgument) => canBeUpdated && inputs[name] !== undefined;
    for (const name of this.filterNames(hasReached)) this.lost.delete(name);
    this.verifySecrets();
    const plan = await this.plan();
    const { told } = this.api;
    const { habits } = this.scenario;
    const isToldOtherwise = (name: string) =>
      told[name] !== undefined && !isSame(told[name], plan.inputs[name], this.argument(name));
    this.verify(
      "a preview after up is empty, except for what the API has told otherwise",
      plan.action === "same" || (plan.action === "update" && this.listDue(plan).every(isToldOtherwise)),
      plan,
    );
    const hasFollowed = this.listDue(plan).some((name) => this.hasFollowed(name));
    for (const argument of this.filterNames(({ name }) => plan.inputs[name] !== undefined).map((name) =>
      this.argument(name),
    )) {
      const { name, canBeUpdated, isInBody } = argument;
      const { [name]: input } = plan.inputs;
      if (canBeUpdated && isToldOtherwise(name) && !hasFollowed) {
        this.verify(
          "a difference that the API has told is sent again",
          this.listDue(plan).includes(name) && plan.isSeen,
          plan,
        );
      }
      const isExcused =
        this.hasFollowed(name) || (!canBeUpdated && (this.lost.has(name) || isSame(input, null, argument)));
      const hasIt = isSame(input, this.api.find(this.id, name), argument);
      if (isInBody && !disobedient.includes(habits[name]) && !this.api.isUnsure(this.id, name) && !isExcused) {
        this.verify("the API has what the program sets", hasIt, { name });
      }
      if (hasIt) this.lost.delete(name);
    }
  }

  private async refresh(): Promise<void> {
    if (!this.operations.read) return;
    const before = takeOffMarks(this.outputs) as JsonObject;
    const wasEmpty = !this.hasFailed && (await this.plan()).action === "same";
    this.api.arrive();
    const { host, lines } = this.startHost();
    const { props, inputs } = await host.read(this.id, before);
    this.hasFailed = false;
    if (inputs !== undefined) this.oldInputs = copyMarks(inputs, this.oldInputs);
    this.keep(props, this.outputs);
    this.trace.push(`refresh ${JSON.stringify({ told: this.api.told, inputs, lines })}`);
    const { told } = this.api;
    const outputs = takeOffMarks(this.outputs) as JsonObject;
    for (const argument of this.filterNames(({ name }) => (told[name] ?? null) !== null).map((name) =>
      this.argument(name),
    )) {
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
      const argument = this.argument(name);
      if (!isSame(this.applied[name], plan.inputs[name], argument) || this.hasFollowed(name)) return false;
      return !argument.canBeUpdated || isSame(told[name], plan.inputs[name], argument);
    };
    const found = [
      ...this.listDue(plan),
      ...plan.replaces.filter((name) => name in this.args && this.names.includes(name)),
    ];
    this.verify("a refresh finds only what differs and can be updated", !found.some(isUnexpected), plan);
  }

  // The promises.

  private verify(promise: Promised, holds: boolean, detail: unknown): void {
    exercised.add(promise);
    if (!holds) expect.fail([promise, ...this.trace, JSON.stringify(detail), JSON.stringify(this.outputs)].join("\n"));
  }

  /** The arguments for which there is a PATCH: those that it holds, and of those that each one holds or none does, what differs. */
  private listDue({ inputs, sent, hasPatch }: Plan): string[] {
    const outputs = takeOffMarks(this.outputs) as JsonObject;
    const isDue = (argument: ResolvedArgument) => {
      const { name, row, isInBody } = argument;
      if (sent.includes(name)) return true;
      if (!hasPatch || (isInBody && !row.inEveryUpdate) || inputs[name] === undefined) return false;
      const known = [outputs[name], this.api.told[name] ?? outputs[name]];
      return this.lost.has(name) || known.some((value) => !isSame(value, inputs[name], argument));
    };
    return this.filterNames(isDue);
  }

  /**
   * Accepted: the program has set another value in a step that the engine called Same, because the API had it already. No call records
   * that, so that a later change is not told where the API has another value by then.
   */
  private hasFollowed(name: string): boolean {
    const { [name]: applied } = this.applied;
    if (applied === undefined || this.hasFailed || this.args[name] === undefined) return false;
    return !isSame(applied, this.written[name], this.argument(name));
  }

  private verifyPlan(plan: Plan): void {
    const { inputs, changes, replaces, isSeen, action, sent } = plan;
    const due = this.listDue(plan);
    const outputs = takeOffMarks(this.outputs) as JsonObject;
    const isMissed = changes !== false && !isSeen;
    if (![...due, ...replaces].some((name) => this.hasFollowed(name))) {
      this.verify("what diff finds, the engine does", !isMissed, plan);
    }
    for (const argument of this.filterNames(({ name }) => inputs[name] !== undefined).map((name) =>
      this.argument(name),
    )) {
      const { name, row } = argument;
      const { [name]: input = null } = inputs;
      const { [name]: old = null } = takeOffMarks(this.oldInputs) as JsonObject;
      const isReplaced = action === "replace" && replaces.includes(name);
      const isSure = row.echoed !== false && !this.api.isUnsure(this.id, name);
      const isChanged = input !== null && old !== null && !isSame(old, input, argument);
      if (
        isChanged &&
        (sent.includes(name) || replaces.includes(name)) &&
        !this.hasFailed &&
        !this.lost.has(name) &&
        !this.hasFollowed(name)
      ) {
        this.verify("where the program changes a value, the engine decides (replaceOnChanges)", changes !== true, plan);
      }
      if (this.applied[name] !== undefined && isSame(this.applied[name], input, argument) && !this.hasFollowed(name)) {
        this.verify("what the program has not changed replaces nothing", !isReplaced, { name });
      }
      if (isSure && isSame(input, this.api.find(this.id, name), argument)) {
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
      const argument = this.argument(name);
      const { [name]: old } = takeOffMarks(this.oldInputs) as JsonObject;
      const isInput = (value: Json | undefined) => isSame(value, inputs[name], argument);
      const isSent = sent.includes(name) || (hasPatch && (argument.row.inEveryUpdate === true || !argument.isInBody));
      // Documented: marks that are not sent, beside another change.
      const isOfApi = told[name] !== undefined ? isInput(told[name]) : isInput(this.written[name]);
      const isDocumented =
        isInput(old) ||
        ((old ?? null) === null && isOfApi) ||
        (this.hasFailed && isOfApi) ||
        (!argument.canBeUpdated && (isOfApi || this.lost.has(name) || isInput(this.written[name])));
      this.verify("a mark is sent", isSent || said.includes(name) || isDocumented, { name, plan });
    }
    for (const name of this.listDue(plan)) {
      this.verify(
        "what is sent is marked or said",
        marks.includes(name) || said.includes(name) || this.hasFollowed(name),
        {
          name,
          plan,
        },
      );
    }
  }

  private verifyRequests(requests: readonly ApiRequest[], plan: Plan): void {
    const { inputs, sent, hasPatch } = plan;
    const [request] = requests;
    const fields = this.filterNames(
      ({ name, row, isInBody }) => sent.includes(name) || (isInBody && row.inEveryUpdate === true),
    );
    const body = Object.fromEntries(fields.map((name) => [this.argument(name).fieldName, inputs[name]]));
    const isExact = hasPatch
      ? requests.length === 1 && request?.method === "PATCH" && isDeepStrictEqual(request.body, body)
      : requests.every(({ method }) => method === "GET" && this.existingId === this.id);
    const differs = (name: string) => this.listDue(plan).includes(name);
    this.verify(
      "an update sends one PATCH with what the program sets, and only what differs",
      isExact && sent.every(differs),
      requests,
    );
  }

  /**
   * Nothing that was ever a secret stands in plain text. Accepted, and documented, of an argument that is none of those that often hold one:
   *
   * - once it is left out, its output is what responses have, also after it has come back as it was: no call of the host has seen that
   * - left out in a step that the engine called Same, which no call has seen either, a refresh returns it as an input
   */
  private verifySecrets(): void {
    const { secrets } = this.scenario;
    const { __apphosting: hidden } = this.outputs;
    this.verify("a secret is nowhere in plain text", hidden === undefined || isSecret(hidden), hidden);
    for (const argument of this.filterNames(({ name }) => secrets.includes(name)).map((name) => this.argument(name))) {
      const { name, row } = argument;
      const isPlain = (value: Json = null) =>
        value !== null && !isSecret(value) && (this.everSet[name] ?? []).some((set) => isSame(set, value, argument));
      const isHidden = row.mayHoldSecrets === true;
      const isOutputAccepted = !isHidden && this.letGo.has(name) && row.echoed !== false;
      const isInputAccepted = !isHidden && this.lastInputs[name] === undefined && this.applied[name] !== undefined;
      this.verify("a secret is nowhere in plain text", isOutputAccepted || !isPlain(this.outputs[name]), { name });
      this.verify("a secret is nowhere in plain text", isInputAccepted || !isPlain(this.oldInputs[name]), { name });
    }
  }
}

interface Opened {
  session: Session;
  readonly host: ReturnType<typeof createDynamicProvider>;
}
const providers = new Map<Definition, Opened>();

/** Opens the provider of a definition with another session. To make one, with the schemas of its check, takes longer than all else. */
function openProvider(definition: Definition, session: Session) {
  const known = providers.get(definition);
  if (known !== undefined) {
    known.session = session;
    return known.host;
  }
  const forward = new Proxy(session, {
    get: (_, key) => Reflect.get(opened.session, key),
    set: (_, key, value) => Reflect.set(opened.session, key, value),
  });
  const opened: Opened = { session, host: createDynamicProvider(definition, forward) };
  providers.set(definition, opened);
  return opened.host;
}

/** Marks each value whose name has a marked one in `from`. */
function copyMarks(values: JsonObject, from: JsonObject): JsonObject {
  const entries = Object.entries(values).map(([name, value]) => {
    const isMarked = isSecret(from[name]) && !isSecret(value);
    return [name, isMarked ? markSecret(value) : isObject(value) ? { ...value } : value];
  });
  return Object.fromEntries(entries);
}
