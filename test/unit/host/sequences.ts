/** An engine, an API and a program of one resource, for many runs in a row of the real host. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import type { Definition } from "../../../provider/definitions/definition.js";
import { StoredFailure } from "../../../provider/host/failures.js";
import { createConfiguredHost, createRefusal, type Response } from "../host-fixture.js";
import type { Effect, ModelArgument, Values } from "./rules.js";
import * as rules from "./rules.js";

/** What the API does with an argument, always. */
export const habits = ["ignores", "normalises", "trims", "unifies", "empties", "omits", "nulls", "is slow"] as const;
export type Habit = (typeof habits)[number];

/** What becomes of an update: it fails after it was carried out, without, or before it takes effect; or it is refused. */
export const outcomes = ["carried out", "not carried out", "late", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

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
  readonly steps: readonly (Step & { readonly isUp: boolean; readonly outcome: Outcome | undefined })[];
}

/** A resource that runs through the sequences. */
export interface Kind {
  readonly definition: Definition;
  readonly canBeAdopted: boolean;
  /** What every program sets, and no step changes. */
  readonly fixed: JsonObject;
  readonly listArguments: (update: boolean) => Readonly<Record<string, ModelArgument>>;
}

/** What has to hold, whatever happens. */
export const promises = [
  "the state is what the rules say",
  "diff answers what the rules say",
  "a preview after up is empty, but for what the API has otherwise",
  "a refresh of the same changes no output",
  "a refresh finds only what differs and can be updated",
  "what diff finds, the engine does",
  "where the program changes a value, the engine decides (replaceOnChanges)",
  "what the program has not changed replaces nothing",
  "what the API has replaces nothing",
  "an update without a change sends no PATCH",
  "an update sends what has changed, and what each update holds",
  "a mark is sent",
  "what is sent is marked or said",
  "a secret left out is no output",
] as const;
type Promised = (typeof promises)[number];

/** The promises that some sequence has looked at: one that none has is not tested. */
export const exercised = new Set<Promised>();

/** Runs a scenario, and fails where the host breaks a rule or a promise. */
export async function runScenario(kind: Kind, scenario: Scenario): Promise<void> {
  await new Sequence(kind, scenario).run();
}

class Sequence {
  private args: Readonly<Record<string, ModelArgument>>;
  private names: readonly string[];
  private update: boolean;
  private readonly trace: string[] = [];
  private readonly program: Record<string, Json | undefined>;
  private existingId: string | undefined;

  // The API: its things by id, what arrives late, and the arguments of which the client cannot know what the API has.
  private readonly things: Record<string, JsonObject> = {};
  private late: [id: string, name: string, value: Json][] = [];
  private readonly unsure = new Set<string>();
  private told: JsonObject = {};
  private outcome: Outcome | undefined;

  // The engine: state, old inputs, and whether the last `up` has failed with a recorded state.
  private id = "";
  private properties: JsonObject = {};
  private values: Record<string, Values> = {};
  private oldInputs: JsonObject = {};
  private hasFailed = false;
  private isBehind = false;
  /** The arguments that an update of unknown outcome has sent since the last success. */
  private readonly lost = new Set<string>();
  private readonly everSet: Record<string, Json[]> = {};
  private readonly applied: JsonObject = {};

  constructor(
    private readonly kind: Kind,
    private readonly scenario: Scenario,
  ) {
    this.update = scenario.operations.update;
    this.args = kind.listArguments(this.update);
    this.names = Object.keys(this.args);
    this.program = { ...scenario.program };
    for (const name of this.names) this.everSet[name] = [];
  }

  async run(): Promise<void> {
    const { isAdopted, steps } = this.scenario;
    if (isAdopted && this.kind.canBeAdopted) this.existingId = this.makeThing({ name: "a", region: "e" });
    await this.up(undefined);
    for (const step of steps) {
      await this.take(step);
      const isQuiet = ["refresh", "arrive", "drift"].includes(step.act);
      if (step.isUp && !isQuiet) await this.up(step.outcome);
    }
  }

  private async take(step: Step): Promise<void> {
    switch (step.act) {
      case "refresh":
        return await this.refresh();
      case "arrive":
        return this.arrive();
      case "name update":
        this.update = !this.update;
        this.args = this.kind.listArguments(this.update);
        this.trace.push(`update is ${this.update ? "" : "not "}named`);
        return;
      case "adopt":
        if (this.kind.canBeAdopted) this.existingId = this.findExistingId(step.which);
        return;
      case "drift":
        this.thing(this.id)[step.name] = step.value;
        this.unsure.add(this.id + step.name);
        this.trace.push(`drift of ${step.name} to ${JSON.stringify(step.value)}`);
        return;
      case "set":
        this.program[step.name] = step.value;
        return;
      case "back":
        this.program[step.name] = this.applied[step.name] ?? this.program[step.name];
        return;
      default:
        if (!this.argument(step.name).isRequired) this.program[step.name] = step.act === "null" ? null : undefined;
    }
  }

  private findExistingId(which: "own" | "other" | "none"): string | undefined {
    if (which === "none") return undefined;
    return which === "own" ? this.id : this.makeThing({ name: "b", region: "w" });
  }

  // The API.

  private makeThing(values: JsonObject, id = `id-${Object.keys(this.things).length + 1}`): string {
    this.things[id] = values;
    return id;
  }

  private thing(id: string): JsonObject {
    this.things[id] ??= {};
    return this.things[id];
  }

  private store(id: string, name: string, value: Json, isCreate: boolean): void {
    const habit = this.scenario.habits[name];
    if (habit === "ignores" && !isCreate) return;
    if (habit === "is slow" && !isCreate) {
      this.late.push([id, name, value]);
      return;
    }
    this.thing(id)[name] = this.spell(habit, value);
    this.unsure.delete(id + name);
  }

  private spell(habit: Habit | undefined, value: Json): Json {
    if (typeof value !== "string") return value;
    if (habit === "normalises") return value.toLowerCase();
    if (habit === "trims") return value.trim();
    if (habit === "unifies") return value.replaceAll("\r\n", "\n");
    return habit === "empties" ? value.trim() || null : value;
  }

  private arrive(): void {
    for (const [id, name, value] of this.late.splice(0)) {
      this.thing(id)[name] = value;
      this.unsure.add(id + name);
    }
  }

  private respond = ({ method, path, body }: ApiRequest): Response => {
    const isCreate = method === "POST";
    const id = isCreate ? this.makeThing({}) : decodeURIComponent(path.split("/").at(-1) ?? "");
    if (method !== "GET" && !isCreate) this.arrive();
    const sent = this.names.filter((name) => (this.args[name]?.wire ?? "") in body);
    const readSent = (name: string) => body[this.args[name]?.wire ?? ""] ?? null;
    if (method === "PATCH" && this.outcome !== undefined) {
      for (const name of sent) {
        if (this.outcome === "carried out") this.store(id, name, readSent(name), false);
        if (this.outcome === "late") this.late.push([id, name, readSent(name)]);
      }
      return this.outcome === "refused" ? createRefusal(422, "no") : createRefusal(500, undefined, "unknown");
    }
    for (const name of sent) this.store(id, name, readSent(name), isCreate);
    return { body: { data: { id, attributes: this.show(id) } } };
  };

  private show(id: string): JsonObject {
    const attributes: JsonObject = {};
    this.told = {};
    for (const [name, { wire, isEchoed, isNullable }] of Object.entries(this.args)) {
      const habit = this.scenario.habits[name];
      const value = habit === "nulls" && isNullable ? null : (this.thing(id)[name] ?? null);
      if (!isEchoed || wire === undefined || habit === "omits" || (value === null && !isNullable)) continue;
      attributes[wire] = value;
      this.told[name] = value;
    }
    return attributes;
  }

  // The engine.

  private argument(name: string): ModelArgument {
    const argument = this.args[name];
    if (argument === undefined) throw new Error(`${name} is no argument`);
    return argument;
  }

  private startHost() {
    const { operations } = this.scenario;
    const words = [...(this.update ? ["update"] : []), ...(operations.read ? ["read"] : [])];
    return createConfiguredHost({ operations: words }, this.kind, this.respond);
  }

  private listInputs(): JsonObject {
    const set = this.names.filter((name) => this.program[name] !== undefined);
    const isValue = (name: string) => this.program[name] !== null || this.argument(name).isNullable === true;
    return Object.fromEntries(set.filter(isValue).map((name) => [name, this.program[name] as Json]));
  }

  private verify(promise: Promised, holds: boolean, detail?: unknown): void {
    exercised.add(promise);
    if (!holds) expect.fail([promise, ...this.trace, JSON.stringify(detail ?? this.properties)].join("\n"));
  }

  /** Takes what the host returns as the state, and compares it with the rules. */
  private keep(properties: JsonObject, expected: Record<string, Values>, inputs?: JsonObject): void {
    this.properties = properties;
    this.values = expected;
    const hidden = (properties.__apphosting ?? {}) as Partial<Record<"requested" | "returned", JsonObject>>;
    for (const name of this.names) {
      const { [name]: output = null } = properties;
      const returned = hidden.returned?.[name] === undefined ? output : hidden.returned[name];
      const kept = {
        output,
        requested: hidden.requested?.[name] === undefined ? output : hidden.requested[name],
        returned: isDeepStrictEqual(returned, { outcome: "unknown" }) ? rules.unknownOutcome : returned,
      };
      this.verify("the state is what the rules say", isDeepStrictEqual(kept, expected[name]), {
        name,
        kept,
        expected: expected[name],
      });
    }
    for (const name of this.names) if (inputs !== undefined) this.verifyHidden(name, inputs);
  }

  private mapValues(rule: (values: Values, argument: ModelArgument, name: string) => Values): Record<string, Values> {
    const entries = Object.entries(this.args);
    return Object.fromEntries(
      entries.map(([name, argument]) => [name, rule(this.values[name] ?? rules.noValues, argument, name)]),
    );
  }

  private planByRules(inputs: JsonObject) {
    const isAdopted = this.existingId !== undefined && this.existingId === this.id;
    const effects: Record<string, Effect> = {};
    for (const [name, argument] of Object.entries(this.args)) {
      const effect = rules.findEffect(this.values[name] ?? rules.noValues, argument, inputs[name], isAdopted);
      if (effect !== undefined) effects[name] = effect;
    }
    const isOtherId = this.existingId !== undefined && this.existingId !== this.id;
    if (isOtherId) effects.existingId = "replace";
    const isReplaced = Object.values(effects).includes("replace");
    const isUnseen = (name: string) =>
      name !== "existingId" &&
      rules.isUnseen(this.values[name] ?? rules.noValues, this.argument(name), inputs[name] ?? null, isReplaced);
    return { effects, isReplaced, isUnseen };
  }

  private async plan() {
    const inputs = this.listInputs();
    const { host, lines } = this.startHost();
    const { inputs: checked, failures } = await host.check({}, { ...this.fixedInputs(), ...inputs });
    expect(failures).to.deep.equal([]);
    lines.splice(0);
    const diff = await host.diff(this.id, this.properties, checked);
    const { effects, isReplaced, isUnseen } = this.planByRules(inputs);
    const changed = Object.keys(effects);
    const isTold = changed.length > 0 && changed.every(isUnseen);
    const replaces = changed.filter((name) => effects[name] === "replace");
    const expected = changed.length === 0 ? { changes: false } : { ...(isTold ? { changes: true } : {}), replaces };
    const sorted = { ...diff, ...(diff.replaces && { replaces: this.sort(diff.replaces) }) };
    const wanted = { ...expected, ...("replaces" in expected && { replaces: this.sort(replaces) }) };
    this.verify("diff answers what the rules say", isDeepStrictEqual(sorted, wanted), { diff, expected, inputs });
    const marks = this.names.filter((name) => !isDeepStrictEqual(inputs[name] ?? null, this.oldInputs[name] ?? null));
    const isOtherId = (this.existingId ?? null) !== (this.oldInputs.existingId ?? null);
    const isSeen = changed.length > 0 && (isTold || marks.length > 0 || isOtherId);
    const action = isSeen && isReplaced ? "replace" : isSeen || this.hasFailed ? "update" : "same";
    const said = lines.join("\n");
    return {
      inputs: checked,
      effects,
      changed,
      marks,
      isTold,
      isUnseen,
      action,
      said,
      isMissed: changed.length > 0 && !isSeen,
    };
  }

  private sort(names: readonly string[]): string[] {
    return [...names].sort();
  }

  private fixedInputs(): JsonObject {
    return { ...this.kind.fixed, ...(this.existingId === undefined ? {} : { existingId: this.existingId }) };
  }

  private async up(outcome: Outcome | undefined): Promise<void> {
    if (this.id === "") return await this.create();
    const plan = await this.plan();
    const { inputs, effects, changed, marks, action } = plan;
    this.trace.push(`up ${JSON.stringify(inputs)}: ${action} ${JSON.stringify(effects)}`);
    this.verifyPlan(plan);
    for (const name of this.names) if (inputs[name] !== undefined) this.everSet[name]?.push(inputs[name]);
    if (action === "replace") return await this.create();
    if (action === "same") return await this.settleInputs(inputs);
    const due = this.names.filter((name) => effects[name] === "update");
    const sent = this.names.filter(
      (name) => due.length > 0 && (due.includes(name) || this.argument(name).isInEveryUpdate),
    );
    this.outcome = due.length > 0 ? outcome : undefined;
    const { host, requests } = this.startHost();
    const before = this.values;
    try {
      const { outs } = await host.update(this.id, this.properties, inputs);
      const [request] = requests;
      this.verifySent(request, due, sent);
      for (const name of changed.filter((one) => effects[one] === "fix state")) this.unsure.add(this.id + name);
      const response = request === undefined ? {} : this.told;
      this.keep(
        outs,
        this.mapValues((values, argument, name) =>
          rules.afterSuccess(values, argument, inputs[name], response[name], due.length > 0 && sent.includes(name)),
        ),
        inputs,
      );
      this.verifyMarks(marks, sent, before, plan);
      await this.settleInputs(inputs);
    } catch (error) {
      if (error instanceof StoredFailure) {
        const expected = this.mapValues((values, argument, name) =>
          rules.afterUnknownOutcome(values, argument, inputs[name], due.includes(name)),
        );
        for (const name of sent) {
          this.unsure.add(this.id + name);
          this.lost.add(name);
        }
        this.keep(error.properties, expected, inputs);
        this.hasFailed = true;
        this.isBehind = true;
      } else if (this.outcome !== "refused") throw error;
    } finally {
      this.outcome = undefined;
    }
  }

  private async create(): Promise<void> {
    const { host, requests } = this.startHost();
    const inputs = this.listInputs();
    this.values = {};
    this.told = {};
    for (const name of Object.keys(this.applied)) delete this.applied[name];
    const { id, outs } = await host.create({ ...this.fixedInputs(), ...inputs });
    this.id = id;
    if (this.existingId !== undefined) for (const name of this.names) this.unsure.add(id + name);
    const response = requests.length === 0 ? {} : this.told;
    this.trace.push(`create ${JSON.stringify(inputs)} is ${id}: ${JSON.stringify(response)}`);
    this.keep(
      outs,
      this.mapValues((values, argument, name) =>
        rules.afterSuccess(values, argument, inputs[name], response[name], true),
      ),
      inputs,
    );
    for (const name of Object.keys(inputs)) this.everSet[name]?.push(inputs[name] ?? null);
    await this.settleInputs({ ...this.fixedInputs(), ...inputs });
  }

  /** After a successful `up`. */
  private async settleInputs(inputs: JsonObject): Promise<void> {
    this.oldInputs = inputs;
    this.hasFailed = false;
    this.isBehind = false;
    this.lost.clear();
    for (const name of this.names) if (inputs[name] !== undefined) this.applied[name] = inputs[name];
    const { effects, changed, action } = await this.plan();
    const isTold = (name: string) =>
      effects[name] === "update" &&
      this.told[name] !== undefined &&
      !rules.isSame(this.told[name], inputs[name], this.argument(name));
    this.verify(
      "a preview after up is empty, but for what the API has otherwise",
      action === "same" || changed.every(isTold),
      { effects },
    );
  }

  private async refresh(): Promise<void> {
    if (!this.scenario.operations.read) return;
    const wasEmpty = !this.hasFailed && (await this.plan()).action === "same";
    this.arrive();
    const { host } = this.startHost();
    const before = this.values;
    const { props } = await host.read(this.id, this.properties);
    this.trace.push(`refresh ${JSON.stringify(this.told)}`);
    this.keep(
      props,
      this.mapValues((values, argument, name) => rules.afterRead(values, argument, this.told[name])),
    );
    this.hasFailed = false;
    for (const name of this.names) {
      const [old, told] = [before[name]?.output ?? null, this.told[name]];
      if (told !== undefined && rules.isSame(old, told, this.argument(name))) {
        this.verify(
          "a refresh of the same changes no output",
          isDeepStrictEqual(this.properties[name] ?? null, old),
          name,
        );
      }
    }
    if (!wasEmpty) return;
    const { effects, inputs } = await this.plan();
    const isKnown = ([name, effect]: [string, Effect]) =>
      this.hasFollowed(name) ||
      (effect === "update" && !rules.isSame(this.told[name], inputs[name], this.argument(name)));
    const unexpected = Object.entries(effects).filter((entry) => !isKnown(entry));
    this.verify("a refresh finds only what differs and can be updated", unexpected.length === 0, unexpected);
  }

  // The promises.

  private verifyPlan({
    inputs,
    effects,
    changed,
    isTold,
    isMissed,
    action,
  }: Awaited<ReturnType<Sequence["plan"]>>): void {
    this.verify("what diff finds, the engine does", !isMissed || changed.some((name) => this.hasFollowed(name)), {
      effects,
    });
    for (const name of this.names.filter((one) => inputs[one] !== undefined)) {
      const argument = this.argument(name);
      const { [name]: input = null } = inputs;
      const { [name]: old = null } = this.oldInputs;
      const isKnown = this.isBehind || this.values[name]?.returned === rules.unknownOutcome;
      if (
        !isKnown &&
        effects[name] &&
        input !== null &&
        old !== null &&
        !rules.isSame(old, input, argument) &&
        !this.hasFollowed(name)
      ) {
        this.verify("where the program changes a value, the engine decides (replaceOnChanges)", !isTold, { name });
      }
      const isUnchanged = this.applied[name] !== undefined && rules.isSame(this.applied[name], input, argument);
      // Once no update can send it any more, a value that an update of unknown outcome has set is the API's.
      if (isUnchanged && !this.hasFollowed(name) && (argument.canBeUpdated || !this.lost.has(name))) {
        this.verify(
          "what the program has not changed replaces nothing",
          effects[name] !== "replace" || action !== "replace",
          { name },
        );
      }
      const isSure = argument.isEchoed && !this.unsure.has(this.id + name);
      if (isSure && rules.isSame(input, this.thing(this.id)[name], argument)) {
        this.verify("what the API has replaces nothing", effects[name] !== "replace", { name });
      }
    }
  }

  /**
   * Whether the program has taken over what the API made of its value: no call records that, so that the change is not told where the
   * API's value, or what an update can change, is another one later. This is accepted.
   */
  private hasFollowed(name: string, values = this.values): boolean {
    const { [name]: old } = this.oldInputs;
    const argument = this.args[name];
    if (old === undefined || argument === undefined || this.isBehind) return false;
    return !rules.isSame(old, values[name]?.requested, argument);
  }

  private verifySent(request: ApiRequest | undefined, due: readonly string[], sent: readonly string[]): void {
    if (due.length === 0) {
      this.verify("an update without a change sends no PATCH", request === undefined || request.method === "GET");
      return;
    }
    const wires = sent.flatMap((name) => this.argument(name).wire ?? []);
    const isExact = isDeepStrictEqual(this.sort(Object.keys(request?.body ?? {})), this.sort(wires));
    this.verify("an update sends what has changed, and what each update holds", isExact, { request, wires });
  }

  private verifyMarks(
    marks: readonly string[],
    sent: readonly string[],
    before: Record<string, Values>,
    { inputs, effects, isUnseen, said }: Awaited<ReturnType<Sequence["plan"]>>,
  ): void {
    for (const name of marks.filter((one) => inputs[one] !== undefined)) {
      const argument = this.argument(name);
      const { requested, returned } = before[name] ?? rules.noValues;
      const isSame = (value: Json | typeof rules.unknownOutcome | undefined) =>
        rules.isSame(value, inputs[name], argument);
      const { [name]: old } = this.oldInputs;
      const isDocumented =
        isSame(old) ||
        ((old ?? null) === null && isSame(returned)) ||
        (!argument.canBeUpdated && (isSame(returned) || returned === rules.unknownOutcome || isSame(requested)));
      this.verify("a mark is sent", sent.includes(name) || effects[name] === "fix state" || isDocumented, { name });
    }
    for (const name of sent.filter((one) => effects[one] === "update")) {
      const isSaid = said.includes(`${name}: `);
      this.verify(
        "what is sent is marked or said",
        marks.includes(name) || (isUnseen(name) && isSaid) || this.hasFollowed(name, before),
        { name, said },
      );
    }
  }

  private verifyHidden(name: string, inputs: JsonObject): void {
    const argument = this.argument(name);
    if (inputs[name] !== undefined || (!argument.isSecret && argument.isEchoed)) return;
    const { [name]: output = null } = this.properties;
    const isShown = output !== null && this.everSet[name]?.some((value) => rules.isSame(value, output, argument));
    this.verify("a secret left out is no output", !isShown, { name });
  }
}
