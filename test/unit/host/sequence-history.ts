/** What has happened to the resource of a sequence, by argument. None of it is read from the state that the host keeps. */

import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import { isSecret, takeOffMarks } from "../host-fixture.js";
import { type Api, isSame } from "./sequence-api.js";
import type { Engine, Plan } from "./sequence-engine.js";

export class History {
  /** What each call did, in plain words, for the message of a broken promise. */
  readonly trace: string[] = [];
  /** What successful `up`s of the current resource have set last. An argument that is left out stays. */
  applied: JsonObject = {};
  /** What the last successful `up` has set, and no earlier one. */
  lastInputs: JsonObject = {};
  /** What was set or shown when a call of the host last wrote the state of the current resource. */
  written: JsonObject = {};
  /** The arguments that were left out since a call of the host last wrote them. */
  readonly letGo = new Set<string>();
  /** All values that a call of the host was ever given. */
  readonly everSet: Record<string, readonly Json[]> = {};
  /** What the last create or update was given, whatever became of it. */
  triedInputs: JsonObject = {};
  /** The values that the program has set as secrets. */
  private readonly secretValues: Record<string, readonly Json[]> = {};
  /** The values that the program has set in plain text, too: they are no secrets any more. */
  private readonly plainValues: Record<string, readonly Json[]> = {};
  /** The arguments whose last update may or may not have been carried out. */
  readonly unknownOutcomes = new Set<string>();
  /** Those of them of which no response has told since what the API has. */
  readonly untoldOutcomes = new Set<string>();
  /** The arguments of which an earlier refresh has found another value, while the engine has the program's again. */
  private readonly hiddenDrift = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly api: Api,
  ) {}

  /** Another resource is in the stack from now on. */
  startResource(): void {
    this.applied = {};
    this.written = {};
    this.unknownOutcomes.clear();
    this.untoldOutcomes.clear();
  }

  /** A call of the host has written the state, from these inputs of the program. A failed one has written only what it sent. */
  noteCall(inputs: JsonObject, sent = this.engine.names): void {
    for (const [name, input, output] of this.listValues(inputs)) {
      if (input !== undefined) {
        this.everSet[name] = [...(this.everSet[name] ?? []), input];
        this.noteSecret(name, input, isSecret(inputs[name]));
        this.letGo.delete(name);
      }
      if (!sent.includes(name)) continue;
      if (input !== undefined || output !== null) this.written[name] = input === undefined ? output : input;
    }
    this.triedInputs = inputs;
    this.hiddenDrift.clear();
    this.noteLeftOut(inputs);
  }

  private noteSecret(name: string, value: Json, isMarked: boolean): void {
    const values = isMarked ? this.secretValues : this.plainValues;
    values[name] = [...(values[name] ?? []), value];
  }

  /** Whether the program has set this value, and always as a secret. */
  isSecretValue(argument: ResolvedArgument, value: Json): boolean {
    const isAmong = ({ [argument.name]: values = [] }: Record<string, readonly Json[]>) =>
      values.some((one) => isSame(one, value, argument));
    return isAmong(this.secretValues) && !isAmong(this.plainValues);
  }

  /** What stands in plain text before the program sets it as a secret is none. */
  private noteShown(): void {
    for (const name of this.engine.names) {
      const argument = this.engine.argument(name);
      this.notePlain(name, (value) => !this.isSecretValue(argument, value));
    }
  }

  /** What stands in plain text of an argument is no secret from now on. */
  notePlain(name: string, isNoted: (value: Json) => boolean = () => true): void {
    for (const { [name]: value = null } of [this.engine.oldInputs, this.engine.outputs]) {
      if (value !== null && !isSecret(value) && isNoted(value)) this.noteSecret(name, value, false);
    }
  }

  /** An update may or may not have changed these arguments. */
  noteUnknownOutcome(names: readonly string[]): void {
    for (const name of names) {
      this.unknownOutcomes.add(name);
      this.untoldOutcomes.add(name);
    }
  }

  /** A refresh has written the state. */
  noteRefresh(): void {
    this.noteShown();
    for (const [name, , output] of this.listValues({})) {
      if (this.written[name] === undefined) this.written[name] = output;
    }
    this.hiddenDrift.clear();
    this.noteHiddenDrift();
  }

  /** A refresh, or an `up` that the engine called Same, has left the engine with the program's value of what cannot be updated. */
  noteHiddenDrift(): void {
    const outputs = this.engine.plainOutputs;
    const isDrift = (argument: ResolvedArgument) =>
      !argument.isUpdatable && !isSame(outputs[argument.name], this.written[argument.name], argument);
    for (const name of this.engine.filterNames(isDrift)) this.hiddenDrift.add(name);
  }

  /** An `up` has succeeded, by a call of the host or in a step that the engine called Same. */
  noteSuccess(inputs: JsonObject): void {
    this.lastInputs = inputs;
    this.noteLeftOut(inputs);
    // In a step that the engine calls Same, a secret may become none, and is none then.
    for (const [name, input] of this.listValues(inputs)) {
      if (input !== undefined && !isSecret(inputs[name])) this.noteSecret(name, input, false);
    }
    Object.assign(this.applied, takeOffMarks(inputs));
    const isSent = (name: string) => this.engine.argument(name).isUpdatable && inputs[name] !== undefined;
    for (const name of this.unknownOutcomes) if (isSent(name)) this.unknownOutcomes.delete(name);
  }

  /**
   * Whether the program has made a change of an argument that no call of the host has seen. Accepted, because nothing records it:
   *
   * - In a step that the engine called Same, the program has set another value, which the API had already. A later change is then not told
   *   where the API has another value by then.
   * - After a refresh that has found another value, `update` is no longer named: the next refresh or `up` corrects nothing, and leaves the engine
   *   with what the program sets. Once `update` is named again, the host finds the difference, but takes the refreshed value for the engine's.
   */
  hasUnseenChange(name: string): boolean {
    const { [name]: applied } = this.applied;
    if (applied === undefined || this.engine.hasFailed) return false;
    const argument = this.engine.argument(name);
    const isHidden = argument.isUpdatable && this.hiddenDrift.has(name);
    return isHidden || !isSame(applied, this.written[name], argument);
  }

  /**
   * Lists the arguments that cause the PATCH of a plan: those that only this PATCH holds; and of those that each PATCH or none holds, what
   * is of unknown outcome, or differs from the output or from what the API has returned.
   */
  listCauses({ inputs, sent, hasPatch }: Plan): string[] {
    const { unknownOutcomes, engine, api } = this;
    const outputs = engine.plainOutputs;
    return engine.filterNames((argument) => {
      const { name, row, isInBody } = argument;
      if (sent.includes(name)) return true;
      const isInEachOrNone = row.inEveryUpdate === true || !isInBody;
      if (!hasPatch || !isInEachOrNone || inputs[name] === undefined) return false;
      const known = [outputs[name], api.returned[name] ?? outputs[name]];
      return unknownOutcomes.has(name) || known.some((value) => !isSame(value, inputs[name], argument));
    });
  }

  private noteLeftOut(inputs: JsonObject): void {
    for (const name of this.engine.names) if (inputs[name] === undefined) this.letGo.add(name);
  }

  private listValues(inputs: JsonObject): [name: string, input: Json | undefined, output: Json][] {
    const [set, outputs] = [takeOffMarks(inputs) as JsonObject, this.engine.plainOutputs];
    return this.engine.names.map((name) => [name, set[name], outputs[name] ?? null]);
  }
}
