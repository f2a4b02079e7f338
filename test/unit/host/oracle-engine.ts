/** An engine that keeps one resource, takes the steps of a story, and judges what the host does. */

import { isDeepStrictEqual } from "node:util";
import { Fault, Judge, refuse, verifyState } from "./oracle-rules.js";
import type { JsonObject, Resource } from "./oracle-world.js";
import * as worlds from "./oracle-world.js";

export class Engine {
  constructor(
    private readonly subject: worlds.Subject,
    readonly world: worlds.World,
    private readonly trace: string[],
  ) {}

  /** A step is a verb with its words, such as `set branch "next"`, `unset size`, `up lost -name`, `adopt own`. */
  async take(step: string): Promise<void> {
    const { world } = this;
    this.trace.push(`- ${step}`);
    const [verb, ...words] = step.split(" ");
    const [name = "", ...value] = words;
    const id = world.resource?.id;
    if (verb === "set") worlds.setInput(world, name, JSON.parse(value.join(" ")));
    if (verb === "unset") worlds.setInput(world, name, undefined);
    if (verb === "adopt") this.adopt(name === "own" ? id : name);
    if (verb === "enable") world.operations = name;
    if (verb === "ignoreChanges" || verb === "replaceOnChanges") world[verb] = name || undefined;
    if (verb === "taint") world.isTainted = id !== undefined;
    if (verb === "apply") worlds.applyLate(world.api);
    if (verb === "drift" && id !== undefined) worlds.change(world.api, id, name, JSON.parse(value.join(" ")));
    if (verb === "refresh") await this.refresh(words);
    if (verb === "up") await this.up(words);
  }

  /** Previews the program. A tainted resource is replaced without a diff. */
  async preview(): Promise<Judge | undefined> {
    const { world, subject } = this;
    if (world.resource === undefined || world.isTainted) return undefined;
    const plan = await worlds.planUp(subject.tested, world.operations, world.resource, worlds.listInputs(world));
    const judge = new Judge(world, subject, world.resource, plan);
    this.trace.push(`  preview: ${judge.step}, marks ${judge.marked}, sends ${judge.sent}`, ...plan.lines);
    judge.verify();
    return judge;
  }

  private adopt(id: string | undefined): void {
    const { idArgument } = this.subject;
    if (id !== undefined && id !== "none") worlds.setInput(this.world, idArgument, id);
    else if (idArgument === "existingId") worlds.setInput(this.world, idArgument, undefined);
  }

  private async up(words: readonly string[]): Promise<void> {
    const { world } = this;
    const judge = await this.preview();
    world.registered = world.operations;
    if (world.resource === undefined || judge === undefined || judge.step === "replace") await this.create(words);
    else if (judge.step === "update") await this.update(world.resource, judge, words);
    else await this.succeed({ ...world.resource, inputs: judge.plan.inputs });
  }

  /** A replacement gets the program as it is, without `ignoreChanges`. The old resource is retained. */
  private async create(words: readonly string[]): Promise<void> {
    const { world, subject } = this;
    const run = this.start(words);
    const inputs = await worlds.checkInputs(run.host, {}, world.program);
    const created = await catchFailure(run.host.create(inputs));
    if (created === undefined) return;
    const isAdopted = worlds.isSet(subject, inputs, "existingId");
    const isSent = (name: string) =>
      worlds.isSet(subject, inputs, name) && worlds.getArgument(subject, name).wire !== undefined;
    verifyBody(run.seen, isAdopted ? [] : Object.keys(inputs).filter(isSent), inputs);
    Object.assign(world, { evidence: {}, isAdopted, isTainted: false });
    await this.succeed({ id: created.id, inputs, outs: created.outs as JsonObject }, run.seen[0]);
  }

  private async update(resource: Resource, { plan, sent }: Judge, words: readonly string[]): Promise<void> {
    const { world, subject } = this;
    const run = this.start(words);
    await run.host.diff(resource.id, resource.outs, plan.inputs);
    const updated = await catchFailure(run.host.update(resource.id, resource.outs, plan.inputs));
    const fields = sent.filter((name) => name !== "triggers");
    verifyBody(run.seen, fields, plan.inputs);
    const outs = updated?.outs as JsonObject | undefined;
    if (outs !== undefined) await this.succeed({ ...resource, inputs: plan.inputs, outs }, run.seen[0]);
    else if (words.includes("lost")) for (const exchange of run.seen) worlds.noteLost(world, subject, exchange);
  }

  private async succeed(resource: Resource, exchange?: worlds.Exchange): Promise<void> {
    const { world, subject } = this;
    const { inputs } = resource;
    worlds.noteSuccess(world, subject, inputs, exchange);
    Object.assign(world, { resource, refreshed: [], last: { program: world.program, inputs } });
    verifyState(subject, resource, await worlds.readInputs(subject.tested, resource));
    (await this.preview())?.verifyNext();
  }

  private async refresh(words: readonly string[]): Promise<void> {
    const { world, subject } = this;
    const { resource, registered } = world;
    if (resource === undefined || !registered.includes("read")) return;
    const { host, seen } = this.start(words, registered);
    const { props, inputs = resource.inputs } = await host.read(resource.id, resource.outs);
    for (const exchange of seen) worlds.noteRead(world, subject, exchange);
    const differs = (name: string) => !worlds.isSame(subject, name, inputs[name], resource.inputs[name]);
    const changed = Object.keys(subject.values).filter(differs);
    const isFixed = (name: string) => !worlds.canUpdate(subject, registered, name);
    refuse("a refresh changes what can't be updated", changed, isFixed);
    const isSet = (of: JsonObject, name: string) => worlds.isSet(subject, of, name);
    refuse("a refresh changes what is set", changed, (name) => isSet(inputs, name) !== isSet(resource.inputs, name));
    const shown = seen[0]?.shown ?? {};
    const isHidden = (name: string) =>
      isSet(shown, name) && !worlds.isSame(subject, name, (props as JsonObject)[name], shown[name]);
    const isOpen = (name: string) => !isFixed(name) || !isSet(inputs, name);
    refuse("a refresh hides what the API has", Object.keys(subject.values).filter(isOpen), isHidden);
    world.refreshed = [...new Set([...world.refreshed, ...changed])].sort();
    world.resource = { ...resource, inputs, outs: props as JsonObject };
    verifyState(subject, world.resource, await worlds.readInputs(subject.tested, world.resource));
  }

  private start(words: readonly string[], operations = this.world.operations) {
    const seen: worlds.Exchange[] = [];
    const respond = worlds.respondBy(this.subject, this.world.api, words, seen);
    const run = worlds.startRun(this.subject.tested, operations, (request) => {
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
    if ("properties" in error) throw new Fault("a failed call writes the state");
    return undefined;
  }
}
