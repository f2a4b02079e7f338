/** Runs a program of one resource with the real host and a made-up API. `sequence-promises.ts` has what must hold. */

import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { isSecret, markSecret, takeOffMarks } from "../host-fixture.js";
import { Api, isSame, type Outcome } from "./sequence-api.js";
import { copyMarks, Engine, type Plan } from "./sequence-engine.js";
import { History } from "./sequence-history.js";
import { verifyPlan, verifyUnknowns, verifyUpdate } from "./sequence-previews.js";
import type { Observed } from "./sequence-promises.js";
import * as results from "./sequence-results.js";
import type { Scenario, Step, TestedClass } from "./sequence-scenario.js";

export async function runScenario(tested: TestedClass, scenario: Scenario): Promise<void> {
  await new Sequence(tested, scenario).run();
}

class Sequence implements Observed {
  readonly api: Api;
  readonly engine: Engine;
  readonly history: History;
  private readonly program: Record<string, Json | undefined>;
  private readonly secrets: Set<string>;
  private existingId: string | undefined;

  constructor(
    private readonly tested: TestedClass,
    readonly scenario: Scenario,
  ) {
    const { definition, values } = tested;
    this.api = new Api(definition, values, scenario.habits);
    this.engine = new Engine(definition, this.api, Object.keys(values), { ...scenario.operations });
    this.history = new History(this.engine, this.api);
    this.program = { ...scenario.program };
    this.secrets = new Set(scenario.secrets);
  }

  async run(): Promise<void> {
    const { isAdopted, steps } = this.scenario;
    if (isAdopted && this.canBeAdopted) this.existingId = this.api.make({ name: "a", region: "e" });
    await this.create(this.listInputs());
    results.verifySecrets(this);
    for (const step of steps) {
      await this.take(step);
      if (step.isFollowed) await this.follow(step);
      results.verifySecrets(this);
      results.verifyInputs(this);
    }
  }

  private get canBeAdopted(): boolean {
    return this.tested.definition.create.method === "POST";
  }

  private async take(step: Step): Promise<void> {
    const { api, engine, history, program } = this;
    switch (step.act) {
      case "refresh":
        return await this.refresh();
      case "arrive":
        return api.arrive();
      case "name update":
        engine.operations.update = !engine.operations.update;
        history.trace.push(`update is ${engine.operations.update ? "" : "not "}named`);
        return engine.nameOperations();
      case "adopt":
        if (this.canBeAdopted) this.existingId = this.chooseId(step.which);
        return;
      case "drift":
        history.trace.push(`drift of ${step.name} to ${JSON.stringify(step.value)}`);
        return api.drift(engine.id, step.name, step.value);
      case "set":
        program[step.name] = step.value;
        if (step.isSecret === true) this.secrets.add(step.name);
        if (step.isSecret === false) this.secrets.delete(step.name);
        return;
      case "back":
        program[step.name] = history.applied[step.name] ?? program[step.name];
        return;
      case "accept":
        program[step.name] = api.returned[step.name] ?? program[step.name];
        return;
      case "leave out":
      case "null":
        if (engine.argument(step.name).row.role === "required") return;
        program[step.name] = step.act === "null" ? null : undefined;
    }
  }

  /** Runs what makes a step count: an `up` after a change of the program, and a refresh after one of the API. */
  private async follow({ act, outcome, unknowns }: Scenario["steps"][number]): Promise<void> {
    if (act === "drift" || act === "arrive") await this.refresh();
    else if (act !== "refresh") await this.up(outcome, unknowns);
  }

  private chooseId(which: "own" | "other" | "none"): string | undefined {
    if (which === "none") return undefined;
    return which === "own" ? this.engine.id : this.api.make({ name: "b", region: "w" });
  }

  private listInputs(): JsonObject {
    const { engine, scenario } = this;
    const inputs = engine.names.flatMap((name): [string, Json][] => {
      // The engine puts its earlier input in place of one that ignoreChanges names.
      const isIgnored = name === scenario.ignored && engine.id !== "";
      const { [name]: value } = isIgnored ? engine.oldInputs : this.program;
      if (value === undefined || (value === null && !engine.argument(name).isNullAValue)) return [];
      return [[name, this.secrets.has(name) && !isIgnored && !isSecret(value) ? markSecret(value) : value]];
    });
    const adopted = this.existingId === undefined ? {} : { existingId: this.existingId };
    return { ...this.tested.fixed, ...adopted, ...Object.fromEntries(inputs) };
  }

  private plan(): Promise<Plan> {
    return this.engine.plan(takeOffMarks(this.listInputs()) as JsonObject);
  }

  private async create(inputs: JsonObject): Promise<void> {
    const { api, engine, history } = this;
    const plain = takeOffMarks(inputs) as JsonObject;
    api.returned = {};
    history.startResource();
    const { host, requests } = engine.startHost();
    const { id, outs } = await host.create(plain);
    engine.id = id;
    if (this.existingId !== undefined) api.noteUnsure(id, engine.names);
    history.trace.push(`create ${JSON.stringify(plain)} is ${id}: ${JSON.stringify(api.returned)}`);
    results.verifyCreate(this, requests, plain);
    this.keep(outs as JsonObject, inputs);
    results.verifyOutputs(this, plain);
    if (this.existingId !== undefined) history.noteAdoption(plain);
    await this.succeed(inputs);
    results.verifyMarks(this, inputs);
  }

  private async previewUnknowns(unknowns: readonly string[], plan: Plan): Promise<void> {
    const { idArgument } = this.tested.definition;
    const isSet = (name: string) => plan.inputs[name] !== undefined && name !== this.scenario.ignored;
    const unknown = Object.fromEntries(unknowns.filter(isSet).map((name) => [name, unknownInput]));
    if (Object.keys(unknown).length === 0) return;
    const preview = await this.engine.preview({ ...plan.inputs, ...unknown });
    verifyUnknowns(this, preview, plan, idArgument);
  }

  private async up(outcome: Outcome | undefined, unknowns: readonly string[]): Promise<void> {
    const plan = await this.plan();
    await this.previewUnknowns(unknowns, plan);
    const inputs = this.listInputs();
    this.history.trace.push(`up ${JSON.stringify(plan)}`);
    verifyPlan(this, plan);
    results.verifyWarnings(this, plan.warnings);
    switch (plan.action) {
      case "replace":
        return await this.create(inputs);
      case "update":
        verifyUpdate(this, plan);
        return await this.update(plan, inputs, outcome);
      case "same":
        this.history.wasSame = true;
        return await this.succeed(inputs);
    }
  }

  private async update(plan: Plan, inputs: JsonObject, outcome: Outcome | undefined): Promise<void> {
    const { api, engine, history } = this;
    const { host, requests, lines } = engine.startHost();
    api.outcome = plan.hasPatch ? outcome : undefined;
    const isRefused = api.outcome === "refused";
    const result = await host.update(engine.id, engine.plainOutputs, plan.inputs).catch((error: Error) => error);
    api.outcome = undefined;
    results.verifyRequests(this, requests, plan);
    results.verifyWarnings(this, lines);
    if (result instanceof PartialFailure) return this.keepFailure(plan, inputs, result);
    if (result instanceof Error) {
      if (isRefused) return;
      throw result;
    }
    // The state alone is corrected of what can't be updated: the API may have another value than it returned.
    const { plainOutputs: before } = engine;
    const isRecorded = (argument: ResolvedArgument) =>
      !isSame(before[argument.name], plan.inputs[argument.name], argument);
    const isFixed = (argument: ResolvedArgument) =>
      !argument.isUpdatable && (this.existingId === engine.id || isRecorded(argument));
    api.noteUnsure(engine.id, engine.filterNames(isFixed));
    if (requests.some(({ method }) => method === "PATCH")) history.unconfirmed = undefined;
    this.keep(result.outs, inputs);
    results.verifyOutputs(this, plan.inputs);
    await this.succeed(inputs);
    results.verifyMarks(this, inputs);
  }

  private keepFailure(plan: Plan, inputs: JsonObject, { properties }: PartialFailure): void {
    const { api, engine, history } = this;
    const { plainOutputs: before } = engine;
    api.noteUnsure(engine.id, engine.listBody(plan));
    engine.hasFailed = true;
    engine.keepOutputs(copyMarks(properties, inputs));
    history.noteUnknownOutcome(inputs);
    results.verifyUnconfirmed(this, before);
  }

  /** Keeps the outputs of a call. The engine marks an output as the input of the same name is marked. */
  private keep(properties: JsonObject, inputs: JsonObject): void {
    this.engine.keepOutputs(copyMarks(properties, inputs));
    this.history.noteCall(inputs);
  }

  private async succeed(inputs: JsonObject): Promise<void> {
    this.engine.keepInputs(inputs);
    this.engine.hasFailed = false;
    this.history.noteSuccess(inputs);
    results.verifyAfterUp(this, await this.plan());
  }

  private async refresh(): Promise<void> {
    const { api, engine, history } = this;
    if (!engine.operations.read) return;
    const before = engine.plainOutputs;
    const isPlain = (name: string) =>
      (engine.argument(name).row.secret === true || !isSecret(engine.outputs[name])) &&
      !isSecret(engine.oldInputs[name]);
    const plain = engine.names.filter(isPlain);
    const wasEmpty = !engine.hasFailed && (await this.plan()).action === "same";
    api.arrive();
    const { host, lines } = engine.startHost();
    const { props, inputs } = await host.read(engine.id, before);
    results.verifyWarnings(this, lines);
    engine.hasFailed = false;
    if (inputs !== undefined) engine.keepInputs(copyMarks(inputs, engine.oldInputs));
    engine.keepOutputs(copyMarks(props, engine.outputs));
    history.noteRefresh();
    history.trace.push(`refresh ${JSON.stringify({ returned: api.returned, inputs, lines })}`);
    const plan = await this.plan();
    const returned = takeOffMarks(inputs ?? {}) as JsonObject;
    results.verifyRefresh(this, { before, plain, inputs: returned, plan, wasEmpty });
  }
}
