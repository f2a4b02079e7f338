/** What happened to the resource of a sequence, by argument. None of it comes from the state that the host keeps. */

import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import { isSecret, takeOffMarks } from "../host-fixture.js";
import { type Api, isSame } from "./sequence-api.js";
import type { Engine, Plan } from "./sequence-engine.js";

export class History {
  readonly trace: string[] = [];
  /** What the last successful `up` of the current resource has set. */
  applied: JsonObject = {};
  /** What only the last successful `up` has set. */
  lastInputs: JsonObject = {};
  /** What was set or shown when a call of the host last wrote the state of the current resource. */
  written: JsonObject = {};
  /** The arguments removed since a call of the host last wrote them. */
  readonly letGo = new Set<string>();
  readonly everSet: Record<string, readonly Json[]> = {};
  private readonly secretValues: Record<string, readonly Json[]> = {};
  /** The values that the program has set in plain text, too: they're no longer secrets. */
  private readonly plainValues: Record<string, readonly Json[]> = {};
  /** What nobody has confirmed since: an adoption, or an update that may or may not have been carried out. */
  unconfirmed: "adoption" | "update" | undefined;
  /** An update of unknown outcome has failed, and no call has succeeded since. */
  hasFailedUpdate = false;
  /** The last `up` was a step that the engine called Same. */
  wasSame = false;

  constructor(
    private readonly engine: Engine,
    private readonly api: Api,
  ) {}

  startResource(): void {
    this.applied = {};
    this.written = {};
    this.unconfirmed = undefined;
  }

  /** The program has adopted a resource by its id: anything the response lacks is unconfirmed. */
  noteAdoption(inputs: JsonObject): void {
    const { engine, api } = this;
    const { read, update } = engine.operations;
    const lacks = engine.names.some((name) => {
      const argument = engine.argument(name);
      const isDocumented = argument.isInBody && argument.row.neverReturned !== true;
      const isLacking = api.returned[name] === undefined && inputs[name] !== undefined;
      return isDocumented && argument.isUpdatable && isLacking;
    });
    this.unconfirmed = read && update && lacks ? "adoption" : undefined;
  }

  /** A call of the host has written the state, from these inputs of the program. */
  noteCall(inputs: JsonObject): void {
    for (const [name, input, output] of this.listValues(inputs)) {
      if (input !== undefined) this.letGo.delete(name);
      if (input !== undefined || output !== null) this.written[name] = input === undefined ? output : input;
    }
    this.hasFailedUpdate = false;
    this.wasSame = false;
    this.noteSet(inputs);
    this.noteLeftOut(inputs);
  }

  private noteSet(inputs: JsonObject): void {
    for (const [name, input] of this.listValues(inputs)) {
      if (input === undefined) continue;
      this.everSet[name] = [...(this.everSet[name] ?? []), input];
      this.noteSecret(name, input, isSecret(inputs[name]));
    }
  }

  private noteSecret(name: string, value: Json, isMarked: boolean): void {
    const values = isMarked ? this.secretValues : this.plainValues;
    values[name] = [...(values[name] ?? []), value];
  }

  isSecretValue(argument: ResolvedArgument, value: Json): boolean {
    const isAmong = ({ [argument.name]: values = [] }: Record<string, readonly Json[]>) =>
      values.some((one) => isSame(one, value, argument));
    return isAmong(this.secretValues) && !isAmong(this.plainValues);
  }

  noteUnknownOutcome(inputs: JsonObject): void {
    this.unconfirmed = "update";
    this.hasFailedUpdate = true;
    this.noteSet(inputs);
  }

  noteRefresh(): void {
    const { engine } = this;
    for (const argument of engine.names.map((name) => engine.argument(name))) {
      const { name } = argument;
      // A value in plain text before the program sets it as a secret isn't one.
      for (const value of [engine.oldInputs[name] ?? null, engine.outputs[name] ?? null]) {
        const isPlain = value !== null && !isSecret(value) && !this.isSecretValue(argument, value);
        if (isPlain) this.noteSecret(name, value, false);
      }
      if (this.written[name] === undefined) this.written[name] = engine.plainOutputs[name] ?? null;
    }
  }

  /** An `up` has succeeded, by a call of the host or in a step that the engine called Same. */
  noteSuccess(inputs: JsonObject): void {
    this.lastInputs = inputs;
    this.noteLeftOut(inputs);
    // In a step that the engine calls Same, a secret may become none, and is none then.
    for (const [name, input] of this.listValues(inputs)) {
      if (input !== undefined && !isSecret(inputs[name])) this.noteSecret(name, input, false);
    }
    this.applied = takeOffMarks(inputs) as JsonObject;
  }

  /** Whether no call of the host saw a change: in a step Same, the program set what a refresh had found. */
  hasUnseenChange(name: string): boolean {
    const { [name]: applied } = this.applied;
    if (applied === undefined || this.engine.hasFailed) return false;
    return !isSame(applied, this.written[name], this.engine.argument(name));
  }

  /** Lists what causes a PATCH: what only it holds, and what is unconfirmed or differs from what is known. */
  listCauses({ inputs, sent, hasPatch }: Plan): string[] {
    const { unconfirmed, engine, api } = this;
    const outputs = engine.plainOutputs;
    return engine.filterNames((argument) => {
      const { name, row, isInBody } = argument;
      if (sent.includes(name)) return true;
      const isInEachOrNone = row.inEveryUpdate === true || !isInBody;
      if (!hasPatch || !isInEachOrNone || inputs[name] === undefined) return false;
      const known = [outputs[name], api.returned[name] ?? outputs[name]];
      return unconfirmed !== undefined || known.some((value) => !isSame(value, inputs[name], argument));
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
