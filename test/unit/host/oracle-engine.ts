/** An engine that keeps one resource, takes the steps of a story, and judges each preview and `up`. */

import { isDeepStrictEqual } from "node:util";
import { createHost } from "../host-fixture.js";
import type { Json, JsonObject, Resource, Subject, World } from "./oracle-world.js";
import * as worlds from "./oracle-world.js";
import { getArgument, isSame, isSet } from "./oracle-world.js";

type Test = (name: string) => boolean;

function refuse(rule: string, names: readonly string[], isWrong: Test = () => true): void {
  const wrong = names.filter(isWrong);
  if (wrong.length > 0) throw new Error(`${rule}: ${wrong.join(", ")}`);
}

/** How often each exception of the promises was used. */
export const excuses: Record<string, number> = {};

function excuse(reason: string): true {
  excuses[reason] = (excuses[reason] ?? 0) + 1;
  return true;
}

export class Engine {
  private readonly world: World;

  constructor(
    private readonly subject: Subject,
    private readonly trace: string[],
  ) {
    this.world = worlds.createWorld(subject);
  }

  /** A step is a verb with its words, such as `set branch "next"`, `unset size`, `up lost -name`, `adopt own`. */
  async take(step: string): Promise<void> {
    const { world } = this;
    const { idArgument, fixed } = this.subject;
    this.trace.push(`- ${step}`);
    const [verb, ...words] = step.split(" ");
    const [name = "", ...value] = words;
    const id = world.resource?.id;
    if (verb === "set") worlds.setInput(world, name, JSON.parse(value.join(" ")));
    if (verb === "unset") worlds.setInput(world, name, undefined);
    if (verb === "adopt") worlds.setInput(world, idArgument, (name === "own" ? id : name) ?? fixed[idArgument]);
    if (verb === "enable") world.operations = name;
    if (verb === "apply") world.api.applyLate();
    if (verb === "drift" && id !== undefined) world.api.change(id, name, JSON.parse(value.join(" ")));
    if (verb === "refresh") await this.refresh(words);
    if (verb === "up") await this.up(words);
  }

  /** Two states count as one where only the id of the resource differs. */
  describeState(): string {
    const { api, ...world } = this.world;
    const { id = "" } = world.resource ?? {};
    return JSON.stringify([world, api.things[id], api.late]).replaceAll(`"${id}"`, '"own"');
  }

  async preview(): Promise<Judge | undefined> {
    const { world, subject } = this;
    const { resource } = world;
    if (resource === undefined) return undefined;
    const judge = new Judge(world, subject, resource, await planUp(subject, world, resource));
    this.trace.push(`  preview: ${judge.step}, marks ${judge.marked}, sends ${judge.sent}`, ...judge.plan.lines);
    judge.verify();
    return judge;
  }

  private async up(words: readonly string[]): Promise<void> {
    const { world } = this;
    const judge = await this.preview();
    if (world.resource === undefined || judge === undefined || judge.step === "replace") await this.create(words);
    else if (judge.step === "update") await this.update(world.resource, judge, words);
    else await this.succeed({ ...world.resource, inputs: judge.plan.inputs });
  }

  /** Replaces the resource, if there is one. The old one is retained. */
  private async create(words: readonly string[]): Promise<void> {
    const { world, subject } = this;
    const run = this.start(words);
    const inputs = await worlds.checkInputs(run.host, {}, world.program);
    const created = await catchFailure(run.host.create(inputs));
    if (created === undefined) return;
    const isAdopted = isSet(subject, inputs, "existingId");
    const isSent = (name: string) => isSet(subject, inputs, name) && getArgument(subject, name).wire !== undefined;
    verifyBody(run.seen, isAdopted ? [] : Object.keys(inputs).filter(isSent), inputs);
    Object.assign(world, { evidence: {}, isAdopted });
    await this.succeed({ id: created.id, inputs, outs: created.outs as JsonObject }, run.seen[0]);
  }

  private async update(resource: Resource, { plan, sent }: Judge, words: readonly string[]): Promise<void> {
    const run = this.start(words);
    await run.host.diff(resource.id, resource.outs, plan.inputs);
    const updated = await catchFailure(run.host.update(resource.id, resource.outs, plan.inputs));
    const fields = sent.filter((name) => name !== "triggers");
    verifyBody(run.seen, fields, plan.inputs);
    const outs = updated?.outs as JsonObject | undefined;
    if (outs !== undefined) await this.succeed({ ...resource, inputs: plan.inputs, outs }, run.seen[0]);
  }

  private async succeed(resource: Resource, exchange?: worlds.Exchange): Promise<void> {
    const { world, subject } = this;
    worlds.noteSuccess(world, subject, resource.inputs, exchange);
    Object.assign(world, { resource, last: resource.inputs });
    await this.verifyState(resource);
    (await this.preview())?.verifyNext();
  }

  private async refresh(words: readonly string[]): Promise<void> {
    const { world, subject } = this;
    const { resource, operations } = world;
    if (resource === undefined || !operations.includes("read")) return;
    const { host, seen } = this.start(words);
    const { props, inputs = resource.inputs } = await host.read(resource.id, resource.outs);
    for (const exchange of seen) worlds.noteRead(world, subject, exchange);
    const names = Object.keys(subject.values);
    const changed = names.filter((name) => !isSame(subject, name, inputs[name], resource.inputs[name]));
    const isFixed = (name: string) => !worlds.canUpdate(subject, operations, name);
    const isReset = (name: string) => isSet(subject, inputs, name) !== isSet(subject, resource.inputs, name);
    const { shown = {} } = seen[0] ?? {};
    const outs = props as JsonObject;
    const isHidden = (name: string) => isSet(subject, shown, name) && !isSame(subject, name, outs[name], shown[name]);
    const open = names.filter((name) => !isFixed(name) || !isSet(subject, inputs, name));
    refuse("a refresh changes what can't be updated", changed, isFixed);
    refuse("a refresh changes what is set", changed, isReset);
    refuse("a refresh hides what the API has", open, isHidden);
    world.resource = { ...resource, inputs, outs };
    await this.verifyState(world.resource);
  }

  /** The engine's earlier inputs are the outputs of exactly what is set: a read that shows nothing returns them. */
  private async verifyState({ id, inputs, outs }: Resource): Promise<void> {
    const { subject } = this;
    const { inputs: stored = {} } = await createHost({ operations: "read" }, subject.tested).host.read(id, outs);
    refuse("inputs and state differ", Object.keys(subject.values), (name) => {
      if (isSet(subject, inputs, name) !== isSet(subject, stored, name)) return true;
      if (!isSet(subject, inputs, name)) return false;
      return [stored, outs].some((values) => !isSame(subject, name, values[name], inputs[name]));
    });
  }

  private start(words: readonly string[]) {
    const seen: worlds.Exchange[] = [];
    const { operations, api } = this.world;
    const respond = api.respondBy(words, seen);
    const run = createHost({ operations }, this.subject.tested, (request) => {
      const response = respond(request);
      this.trace.push(`  ${JSON.stringify(seen.at(-1))}`);
      return response;
    });
    return { ...run, seen };
  }
}

function verifyBody(seen: readonly worlds.Exchange[], names: readonly string[], inputs: JsonObject): void {
  const sent = Object.assign({}, ...seen.map((exchange) => exchange.sent));
  const expected = Object.fromEntries(names.map((name) => [name, inputs[name] ?? null]));
  refuse("another body", isDeepStrictEqual(sent, expected) ? [] : [JSON.stringify({ sent, expected })]);
  refuse("more than one request", seen.length > 1 ? seen.map(({ method }) => method) : []);
}

/** A failed call writes nothing: the engine would record the properties of an error. */
async function catchFailure<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error;
    if ("properties" in error) throw new Error("a failed call writes the state");
    return undefined;
  }
}

type Plan = Awaited<ReturnType<typeof planUp>>;

/** Finds what a preview says, and the PATCH of its `up`. Nothing of this reaches the API. */
async function planUp({ tested }: Subject, { operations, program }: World, { id, inputs: earlier, outs }: Resource) {
  const { host, lines, requests } = createHost({ operations }, tested);
  const inputs = await worlds.checkInputs(host, earlier, program);
  const { changes, replaces = [] } = await host.diff(id, outs, inputs);
  const said = [...lines];
  if (changes !== false && replaces.length === 0) await host.update(id, outs, inputs);
  const body = requests.find(({ method }) => method === "PATCH")?.body;
  return { inputs, changes, replaces, lines: said, body };
}

/** A plan, and what the engine makes of it. */
class Judge {
  readonly step: "replace" | "update" | "same";
  /** The arguments of which the engine shows a line. */
  readonly marked: readonly string[];
  /** The arguments in the PATCH, and triggers that have it sent. */
  readonly sent: readonly string[];
  private readonly names: readonly string[];
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
    this.step = (changes ?? this.marked.length > 0) ? (replaces.length > 0 ? "replace" : "update") : "same";
    // Triggers that are left out are only recorded.
    const reloaded = this.marked.filter((name) => name === "triggers" && isSet(subject, inputs, name));
    this.sent = this.step !== "update" || !body ? [] : [...Object.keys(worlds.nameFields(subject, body)), ...reloaded];
  }

  verify(): void {
    const { plan, names, marked, sent, step, subject } = this;
    const replaced = step === "replace" ? plan.replaces.filter((name) => name !== subject.idArgument) : [];
    const isUnsaid = (name: string) => !plan.lines.some((line) => new RegExp(`(?<![\\w.])${name}\\b`).test(line));
    const { [subject.idArgument]: id = this.resource.id } = this.inputs;
    const isLeft = step === "replace" && plan.replaces.includes(subject.idArgument);
    refuse("another id replaces, and no other does", (id !== this.resource.id) === isLeft ? [] : [subject.idArgument]);
    refuse("replaced, but the program has not changed it", replaced, (name) => !this.hasChanged(name));
    refuse("replaced, but the API has it", replaced, (name) => this.isInApi(name));
    refuse("replaced, but existingId is its own", plan.inputs.existingId === this.resource.id ? replaced : []);
    refuse("replaced unseen and unsaid", plan.replaces.some((name) => marked.includes(name)) ? [] : replaced, isUnsaid);
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
    const known = sent.filter((name) => this.isInApi(name) && !this.isSentAlong(name));
    refuse("sent, but the API is known to have it", known, (name) => isSet(subject, this.resource.inputs, name));
  }

  /** After a success the preview is empty, but for what a response shows otherwise or an adoption could not show. */
  verifyNext(): void {
    if (this.step === "same") return;
    const sent = this.sent.filter((name) => !this.isSentAlong(name));
    refuse("not empty after up", sent, (name) => !this.isSentAgain(name));
    refuse("not empty after up", this.marked, (name) => !sent.includes(name) && !this.isMarkedAlone(name));
    refuse("not empty after up", sent.length === 0 ? [this.step] : []);
  }

  /** What the API requires with what is sent. */
  private listAlong(): string[] {
    const [along, other] = this.subject.sentAlong ?? [];
    return along !== undefined && (other === undefined || this.sent.includes(other)) ? [along] : [];
  }

  private isSentAlong(name: string): boolean {
    return this.sent.length > 1 && this.listAlong().includes(name);
  }

  private isSame(name: string, value: Json | undefined): boolean {
    return value !== undefined && isSame(this.subject, name, value, this.inputs[name]);
  }

  private hasChanged(name: string): boolean {
    const { world, subject, inputs } = this;
    return isSet(subject, world.last, name) !== isSet(subject, inputs, name) || !this.isSame(name, world.last[name]);
  }

  /** Whether the API may lack what the program sets, as far as the package can know. */
  private isMissing(name: string): boolean {
    const { world, resource, subject } = this;
    if (!worlds.canUpdate(subject, world.operations, name) || name === "triggers") return false;
    if (!isSet(subject, resource.inputs, name)) return true;
    const actual = world.api.findActual(resource.id, name);
    if (isSame(subject, name, actual, this.inputs[name])) return false;
    if (!this.isInApi(name)) return true;
    if (actual === null) excuse("the API has null, which says nothing in a response");
    else excuse("the API differs, and no response has shown it");
    return false;
  }

  /** Whether the API has it, as far as anybody can know. */
  private isInApi(name: string): boolean {
    return this.isSame(name, this.world.evidence[name]?.has);
  }

  /** Whether an argument that can't be updated has changed to what the state and the API don't have. */
  private mustReplace(name: string): boolean {
    const { world, resource } = this;
    if (worlds.canUpdate(this.subject, world.operations, name) || this.inputs.existingId === resource.id) return false;
    const values = [resource.inputs[name], world.last[name], resource.outs[name], world.evidence[name]?.has];
    return !values.some((value) => this.isSame(name, value));
  }

  private isMarkedAlone(name: string): boolean {
    const { [name]: earlier = null } = this.resource.inputs;
    return this.isSame(name, earlier) && excuse("marked alone: white space, line endings, or an empty text");
  }

  private isSentAgain(name: string): boolean {
    const { has, other } = this.world.evidence[name] ?? {};
    if (other !== undefined || (has !== undefined && !this.isSame(name, has)))
      return excuse("up again: a response has shown another value");
    return this.world.isAdopted && has === undefined && excuse("up again: an adoption could not show it");
  }
}
