/** What must hold of a preview and of the `up` that follows. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject, Plan, Resource, Subject, World } from "./oracle-world.js";
import { canUpdate, findActual, isSame, isSet, nameFields } from "./oracle-world.js";

export class Fault extends Error {}

type Test = (name: string) => boolean;

export function refuse(rule: string, names: readonly string[], isWrong: Test = () => true): void {
  const wrong = names.filter(isWrong);
  if (wrong.length > 0) throw new Fault(`${rule}: ${wrong.join(", ")}`);
}

/** How often each exception of the promises was used. */
export const excuses = {
  "the API differs, and no response has shown it": 0,
  "the API has null, which says nothing in a response": 0,
  "the API differs by a PATCH of unknown outcome, and the program is back at what the API had": 0,
  "up again: a response has shown another value": 0,
  "up again: an adoption could not show it": 0,
  "marked alone: white space, line endings, or an empty text": 0,
  "replaced: replaceOnChanges on what a refresh has changed": 0,
};

function excuse(reason: keyof typeof excuses): true {
  excuses[reason] += 1;
  return true;
}

/** A plan, and what the engine makes of it. */
export class Judge {
  readonly step: "replace" | "update" | "same";
  /** The arguments of which the engine shows a line. */
  readonly marked: readonly string[];
  /** The arguments in the PATCH, and triggers that have it sent. */
  readonly sent: readonly string[];
  private readonly names: readonly string[];
  private readonly replacedByEngine: readonly string[];
  private readonly inputs: JsonObject;

  constructor(
    private readonly world: World,
    private readonly subject: Subject,
    private readonly resource: Resource,
    readonly plan: Plan,
  ) {
    const { changes, replaces, inputs, body } = plan;
    this.inputs = inputs;
    this.names = Object.keys(subject.values);
    const isMarked = (name: string) => !isDeepStrictEqual(inputs[name] ?? null, resource.inputs[name] ?? null);
    this.marked = [...new Set([...this.names, ...Object.keys(subject.fixed), subject.idArgument])].filter(isMarked);
    this.replacedByEngine = changes === undefined ? this.marked.filter((name) => this.isNamedByOption(name)) : [];
    const isReplaced = replaces.length + this.replacedByEngine.length > 0;
    this.step = (changes ?? this.marked.length > 0) ? (isReplaced ? "replace" : "update") : "same";
    // Triggers that are left out are only recorded.
    const reloaded = this.marked.filter((name) => name === "triggers" && isSet(subject, inputs, name));
    this.sent = this.step !== "update" || !body ? [] : [...Object.keys(nameFields(subject, body)), ...reloaded];
  }

  verify(): void {
    const { plan, names, marked, sent, step, subject } = this;
    const replaced = step === "replace" ? plan.replaces.filter((name) => name !== subject.idArgument) : [];
    const byEngine = this.replacedByEngine.filter((name) => names.includes(name));
    const isUnsaid = (name: string) => !isNamed(plan.lines, name);
    this.verifyId();
    refuse("replaced, but the program has not changed it", replaced, (name) => !this.hasChanged(name));
    refuse("replaced by option", byEngine, (name) => !this.hasChanged(name) && !this.isReplacedByOption(name));
    // The host keeps `replaceOnChanges` from what is only recorded, and from nothing else.
    const isRecorded = plan.body === undefined && plan.replaces.length === 0;
    refuse("replaced by option, but only recorded", isRecorded ? this.replacedByEngine : []);
    const isHidden = (name: string) => sent.includes(name) && this.isNamedByOption(name) && !this.isEmptyMark(name);
    refuse("updated in spite of replaceOnChanges", marked, isHidden);
    refuse("replaced, but existingId is its own", plan.inputs.existingId === this.resource.id ? replaced : []);
    const isSeen = this.replacedByEngine.length > 0 || plan.replaces.some((name) => marked.includes(name));
    refuse("replaced unseen and unsaid", isSeen ? [] : replaced, isUnsaid);
    if (step === "replace") return;
    const unsent = marked.filter((name) => name !== subject.idArgument && !sent.includes(name));
    refuse("marked, but neither sent nor said", unsent, (name) => isUnsaid(name) && !this.isMarkedAlone(name));
    const unseen = sent.filter((name) => !marked.includes(name) && !(this.isSentAlong(name) && this.isInApi(name)));
    refuse("sent, but neither marked nor said", unseen, isUnsaid);
    refuse("not sent along", sent.length > 0 ? this.listAlong() : [], (name) => !sent.includes(name));
    refuse("nothing is sent or said", sent.length + plan.lines.length === 0 ? [step] : [], () => step === "update");
    const others = names.filter((name) => !sent.includes(name) && isSet(subject, this.inputs, name));
    refuse("not sent", others, (name) => this.isMissing(name));
    refuse("recorded, but it can't be updated", others, (name) => this.mustReplace(name));
    refuse("sent, but the API is known to have it", sent, (name) => this.isNeedless(name));
  }

  /** After a success the preview is empty, but for what a response shows otherwise or an adoption could not show. */
  verifyNext(): void {
    if (this.step === "same") return;
    const sent = this.sent.filter((name) => !this.isSentAlong(name));
    refuse("not empty after up", sent, (name) => !this.isSentAgain(name));
    refuse("not empty after up", this.marked, (name) => !sent.includes(name) && !this.isMarkedAlone(name));
    refuse("not empty after up", sent.length === 0 ? [this.step] : []);
  }

  private verifyId(): void {
    const { inputs, resource, subject, plan } = this;
    const isOther = isSet(subject, inputs, subject.idArgument) && inputs[subject.idArgument] !== resource.id;
    const isReplaced = this.step === "replace" && plan.replaces.includes(subject.idArgument);
    refuse("another id replaces, and no other does", isOther === isReplaced ? [] : [subject.idArgument]);
  }

  private isNamedByOption(name: string): boolean {
    return ["*", name].includes(this.world.replaceOnChanges ?? "");
  }

  /** What the API requires with what is sent. */
  private listAlong(): string[] {
    const [along, other] = this.subject.sentAlong ?? [];
    return along !== undefined && (other === undefined || this.sent.includes(other)) ? [along] : [];
  }

  private isSentAlong(name: string): boolean {
    return this.sent.length > 1 && this.listAlong().includes(name);
  }

  private isSame(name: string, value: JsonObject[string] | undefined): boolean {
    return value !== undefined && isSame(this.subject, name, value, this.inputs[name]);
  }

  /** Whether the text of the program, or what `ignoreChanges` makes of it, has changed since the last success. */
  private hasChanged(name: string): boolean {
    const { world, subject } = this;
    const differs = (a: JsonObject, b: JsonObject) =>
      isSet(subject, a, name) !== isSet(subject, b, name) || !isSame(subject, name, a[name], b[name]);
    return differs(world.last.program, world.program) || differs(world.last.inputs, this.inputs);
  }

  /** Whether the API may lack what the program sets, as far as the package can know. */
  private isMissing(name: string): boolean {
    const { world, resource, subject } = this;
    if (!canUpdate(subject, world.operations, name) || name === "triggers") return false;
    if (!isSet(subject, resource.inputs, name)) return true;
    const actual = findActual(world.api, resource.id, name);
    if (isSame(subject, name, actual, this.inputs[name])) return false;
    if (!this.isInApi(name)) return true;
    if (world.evidence[name]?.isLost)
      excuse("the API differs by a PATCH of unknown outcome, and the program is back at what the API had");
    else if (actual === null) excuse("the API has null, which says nothing in a response");
    else excuse("the API differs, and no response has shown it");
    return false;
  }

  /** Whether the API has it, as far as anybody can know. */
  private isInApi(name: string): boolean {
    return this.isSame(name, this.world.evidence[name]?.has);
  }

  private isNeedless(name: string): boolean {
    const isNewlySet = !isSet(this.subject, this.resource.inputs, name);
    return this.isInApi(name) && !isNewlySet && !this.world.evidence[name]?.isLost && !this.isSentAlong(name);
  }

  /** Whether an argument that can't be updated has changed to what the state and the API don't have. */
  private mustReplace(name: string): boolean {
    const { world, resource } = this;
    if (canUpdate(this.subject, world.operations, name) || this.inputs.existingId === resource.id) return false;
    const values = [resource.inputs[name], world.last.inputs[name], resource.outs[name], world.evidence[name]?.has];
    return !values.some((value) => this.isSame(name, value));
  }

  private isReplacedByOption(name: string): boolean {
    if (!this.world.refreshed.includes(name)) return this.isMarkedAlone(name);
    return excuse("replaced: replaceOnChanges on what a refresh has changed");
  }

  private isEmptyMark(name: string): boolean {
    return isSame(this.subject, name, this.resource.inputs[name], this.inputs[name]);
  }

  private isMarkedAlone(name: string): boolean {
    return this.isEmptyMark(name) && excuse("marked alone: white space, line endings, or an empty text");
  }

  private isSentAgain(name: string): boolean {
    const { has, other } = this.world.evidence[name] ?? {};
    if (other !== undefined || (has !== undefined && !this.isSame(name, has)))
      return excuse("up again: a response has shown another value");
    return this.world.isAdopted && has === undefined && excuse("up again: an adoption could not show it");
  }
}

/** The engine's earlier inputs are the outputs of exactly what is set. */
export function verifyState(subject: Subject, { inputs, outs }: Resource, stored: JsonObject): void {
  const isWrong = (name: string) => {
    if (isSet(subject, inputs, name) !== isSet(subject, stored, name)) return true;
    if (!isSet(subject, inputs, name)) return false;
    return [stored, outs].some((values) => !isSame(subject, name, values[name], inputs[name]));
  };
  refuse("inputs and state differ", Object.keys(subject.values), isWrong);
}

function isNamed(lines: readonly string[], name: string): boolean {
  return lines.some((line) => new RegExp(`(?<![\\w.])${name}\\b`).test(line));
}
