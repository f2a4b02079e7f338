/** Answers the engine's calls, in the order in which the engine makes them, and those for a `get`. */

import type { CheckResult, ConfigureRequest, DiffResult, ReadResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { type ApiRequest, type Method, Refusal, RequestError } from "../api/errors.js";
import { isOfType, parseResponse } from "../api/response.js";
import type { ClassName } from "../rows/index.js";
import { type Json, type JsonObject, parseText } from "../rows/json.js";
import { formatMissingId, type Table } from "../rows/table.js";
import { findReasonToLetGo, otherAdopted, saysGone, stillUsed } from "./deletes.js";
import { listMistakes } from "./mistakes.js";
import { describeAdoption, describePlan, planChanges, toDiffResult } from "./plan.js";
import type { Run } from "./run.js";
import * as sentences from "./sentences.js";
import type { Received, Resource } from "./state.js";
import * as states from "./state.js";
import { clean, listSecrets } from "./text.js";

export class HostProvider implements ResourceProvider {
  /** The inputs that `check` has seen, and the ids that a refresh has read. */
  private readonly checked = new Set<string>();
  private readonly refreshed = new Set<string>();

  constructor(
    protected readonly table: Table,
    protected readonly run: Run,
  ) {}

  async configure({ config }: ConfigureRequest): Promise<void> {
    this.run.configure((key) => config.get(key));
  }

  async check(oldInputs: JsonObject, news: JsonObject): Promise<CheckResult> {
    const { table, run } = this;
    const id = parseText(news[table.idArgument]);
    const resource = this.gather(id, news);
    const { inputs } = resource;
    run.hasProgram = true;
    this.checked.add(this.formatInputs(inputs));
    if (id !== "") run.keep(table, id, stillUsed);
    const mistakes = listMistakes(table, run.settings, oldInputs, inputs);
    // Without old inputs, the engine is about to create: a new resource, or a replacement.
    const isNew = Object.keys(oldInputs).length === 0;
    if (id !== "" && isNew && mistakes.length === 0) await this.warn(resource, describeAdoption(resource));
    // The engine would print the value of a property, even a secret (test/engine/mistakes.test.ts).
    return { inputs, failures: mistakes.map((one) => ({ property: "", reason: this.clean([one], resource) })) };
  }

  async diff(id: string, properties: JsonObject, news: JsonObject): Promise<DiffResult> {
    const { table, run } = this;
    const resource = this.gather(id, news, properties);
    const plan = planChanges(resource);
    // The diff of a refresh has the inputs of the last `up`, and not the program's (test/engine/deletes.test.ts). But a
    // policy can change the program's inputs after `check`, so without a refresh, any diff is the program's.
    if (this.checked.has(this.formatInputs(resource.inputs)) || !this.refreshed.has(id)) {
      // With the values of the state: it may leave the stack.
      const stored = { ...resource, values: states.getOutputs(resource.state) };
      if (plan.changes.length === 0) run.keep(table, id, stillUsed);
      else run.changed.push(stored);
      // Where the new id wasn't known before `up`, no preview could show the delete.
      if (plan.adoptsAnother) run.keep(table, id, otherAdopted);
      await this.warn(stored, describePlan(stored, plan));
    }
    return toDiffResult(plan);
  }

  async create(news: JsonObject) {
    const { table } = this;
    const id = parseText(news[table.idArgument]);
    const resource = this.gather(id, news);
    return this.attempt(resource, async () => {
      if (id === "" || table.create === "PATCH") return this.sendCreate(resource);
      const response = resource.operations.includes("read") ? (await this.readResource(resource)).values : {};
      return { id, outs: states.encodeState(table, states.recordSuccess(resource, response, [])) };
    });
  }

  private async sendCreate(unsent: Resource) {
    const { table, inputs } = unsent;
    const applied = table.arguments.map(({ name }) => name).filter((name) => inputs[name] !== undefined);
    const response = await this.send(unsent, table.create, applied);
    const { id, hasMadeId, values } = response;
    this.run.keep(table, id, stillUsed);
    const resource = { ...unsent, id, operations: hasMadeId ? [] : unsent.operations };
    const state = { ...states.recordSuccess(resource, values, applied), hasMadeId };
    // The API's message may quote a secret that the response has.
    await this.warn({ ...resource, state }, sentences.describeCreation(resource, response, applied));
    return { id, outs: states.encodeState(table, state) };
  }

  async update(id: string, properties: JsonObject, news: JsonObject) {
    this.run.keep(this.table, id, stillUsed);
    const resource = this.gather(id, news, properties);
    return this.attempt(resource, async () => {
      const { applied } = planChanges(resource);
      let values: JsonObject = {};
      if (applied.length > 0) {
        const response = await this.send(resource, "PATCH", applied);
        await this.warn(resource, sentences.describeUpdate(resource, response, applied));
        values = response.values;
      }
      return { outs: states.encodeState(this.table, states.recordSuccess(resource, values, applied)) };
    });
  }

  /** Where nothing is read or found, the state stays as it is. */
  async read(id: string, properties: JsonObject): Promise<ReadResult> {
    const { table } = this;
    this.refreshed.add(id);
    const resource = this.gather(id, undefined, properties);
    const { state } = resource;
    return this.attempt(resource, async () => {
      const response = await this.findResource(resource);
      if (response === undefined) return { id, props: states.encodeState(table, state) };
      const after = states.recordRead(resource, response.values);
      return { id, props: states.encodeState(table, after), inputs: states.encodeInputs(state, after) };
    });
  }

  protected async readResource(resource: Resource): Promise<Received> {
    const response = await this.send(resource, "GET");
    await this.warn(resource, sentences.describeRead(resource, response));
    return response;
  }

  protected async findResource(resource: Resource): Promise<Received | undefined> {
    this.run.requireSettings();
    if (!this.run.settings.values.operations.includes("read")) {
      await this.run.warn(nothingReadNotice);
      return undefined;
    }
    if (resource.state.hasMadeId) {
      const setId = `Set ${this.table.idArgument} to the API's id.`;
      await this.warn(resource, [` wasn't read, because the package made its id. ${setId}`]);
      return undefined;
    }
    const ending =
      ` stays in the state, but the API can't find it. ${goneNotice} ` +
      "If it's gone, run `pulumi state delete` with its URN (see `pulumi stack --show-urns`).";
    return this.warnIfGone(resource, this.readResource(resource), ({ isNotFound }) => isNotFound, ending);
  }

  /** Deletes a resource, or lets go of it and prints why. On a failure, it stays in the state. */
  async delete(id: string, properties: JsonObject): Promise<void> {
    const resource = this.gather(id, undefined, properties);
    await this.attempt(resource, async () => {
      const reason = findReasonToLetGo(resource, this.run);
      if (reason !== undefined) {
        return this.warn(resource, [` was removed from the state but still exists: ${reason}.`]);
      }
      const ending = ` was removed from the state: the API can't find it. ${goneNotice}`;
      await this.warnIfGone(resource, this.send(resource, "DELETE"), (error) => saysGone(error, id), ending);
    });
  }

  private async warnIfGone(
    resource: Resource,
    received: Promise<Received>,
    isGone: (error: RequestError) => boolean,
    ending: string,
  ): Promise<Received | undefined> {
    try {
      return await received;
    } catch (error) {
      if (!(error instanceof RequestError) || !isGone(error)) throw error;
      await this.warn(resource, [ending], error);
      return undefined;
    }
  }

  /** @param applied the names of the arguments that the request applies */
  private async send(resource: Resource, method: Method, applied: readonly string[] = []): Promise<Received> {
    const { run } = this;
    const reasons = [...run.settings.mistakes, run.settings.missingToken].filter((reason) => reason !== "");
    if (reasons.length > 0) throw new Refusal(reasons);
    const request = createRequest(resource, method, applied, run);
    return readResponse(resource, request, await run.getClient()(request));
  }

  /** Runs a call of the engine. Its failure has nothing but a message: the SDK would print the stack. */
  protected async attempt<Result>(resource: Resource, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      const lines = sentences.describeError(error, resource, this.run);
      throw Object.assign(new Error(this.clean(lines, resource, error)), { stack: "" });
    }
  }

  /** @param endings each follows the title of the resource */
  private async warn(resource: Resource, endings: readonly string[], error?: RequestError): Promise<void> {
    const more = error ? sentences.describeNotFound(error, resource, this.run) : [];
    for (const ending of endings) {
      await this.run.warn(this.clean([sentences.formatTitle(resource) + ending, ...more], resource, error));
    }
  }

  private clean(lines: readonly string[], resource: Resource, error?: unknown): string {
    const { token } = this.run.settings.values;
    const body = error instanceof RequestError ? error.failure.body : undefined;
    return clean(lines, [{ label: "token", text: token }, ...listSecrets(resource, body)]);
  }

  private formatInputs(inputs: JsonObject): string {
    return JSON.stringify(this.table.arguments.map(({ name }) => inputs[name]));
  }

  /**
   * @param news what the program sets, instead of what the last one set. Null leaves an argument out, unless it's sent,
   * or `check` refuses it.
   * @param properties the properties in the state
   */
  protected gather(id: string, news?: JsonObject, properties?: JsonObject): Resource {
    const { table, run } = this;
    const omittable = table.arguments.filter((argument) => argument.null === undefined).map(({ name }) => name);
    const state = states.decodeState(table, properties);
    const given = Object.entries(news ?? states.getInputs(state));
    const inputs = Object.fromEntries(given.filter(([name, value]) => value !== null || !omittable.includes(name)));
    const values = { ...states.getOutputs(state), ...inputs };
    const operations = state.hasMadeId ? [] : run.settings.values.operations;
    return { table, id, hasProgramInputs: news !== undefined, inputs, state, values, operations };
  }
}

/** The provider of `get`, which reads a resource that the stack doesn't manage. */
export class GetProvider extends HostProvider {
  override async diff(): Promise<DiffResult> {
    return {};
  }

  /** What isn't found is an error in a program, which uses its outputs. A refresh keeps it, with a warning. */
  override async read(id: string, properties: JsonObject): Promise<ReadResult> {
    const { table, run } = this;
    // A refresh hands over the properties of the state. A program sets no outputs.
    const isOfProgram = !table.outputs.some(({ name }) => name in properties);
    if (isOfProgram) {
      run.hasProgram = true;
      run.keep(table, id, stillUsed);
    }
    const inPath = table.arguments.filter(({ place }) => place === "path").map(({ name }) => name);
    const given = Object.entries(properties).filter(([name]) => inPath.includes(name));
    const before = this.gather(id, undefined, Object.fromEntries(given));
    // Nothing of an earlier read is kept, but a message may quote its secrets.
    const resource = this.gather(id, undefined, properties);
    return this.attempt(resource, async () => {
      run.requireSettings();
      if (!resource.operations.includes("read")) throw new Refusal([readNotEnabledNotice]);
      const response = isOfProgram ? await this.readResource(resource) : await this.findResource(resource);
      if (response === undefined) return { id, props: properties };
      return { id, props: states.encodeOutputs(table, states.recordRead(before, response.values)) };
    });
  }
}

/** @throws Refusal where an id such as `..` would change the path */
function createRequest(
  { table, id, values }: Resource,
  method: Method,
  applied: readonly string[],
  run: Run,
): ApiRequest {
  const { parent, className, noun } = table;
  const parentPath = parent ? `${parent.path}/${encodeURIComponent(String(values[parent.argument]))}` : "";
  const path = method === "POST" ? parentPath + table.path : `${table.path}/${encodeURIComponent(id)}`;
  if (new URL(`http://api${path}`).href !== `http://api${path}`) {
    throw new Refusal([`${method} ${path} was not sent: it has no valid id of the ${noun}. Check the id.`]);
  }
  const names = (method === "GET" && run.settings.values.include[className as ClassName]) || [];
  const inBody = table.arguments.filter(({ name, place }) => place === "body" && applied.includes(name));
  return {
    action: `${{ POST: "create", PATCH: "update", GET: "read", DELETE: "delete" }[method]} ${noun}`,
    method,
    path: names.length > 0 ? `${path}?include=${names.join(",")}` : path,
    body: Object.fromEntries(inBody.map((one) => [run.getField(one), values[one.name] ?? null])),
  };
}

/** @throws RequestError where it's about another resource, or has no id and none can be made */
function readResponse({ table, id, values }: Resource, request: ApiRequest, body: Json | undefined): Received {
  const { method } = request;
  const response = parseResponse(table, body);
  const { message, type } = response;
  // The response to a DELETE is usually about a job.
  if (method === "DELETE") return { ...response, id, hasMadeId: false };
  const hasMadeId = method === "POST" && response.id === "";
  // The response to a PATCH may be empty. To a GET, one without an id is no resource.
  const receivedId = response.id || { POST: formatMissingId(table, values), PATCH: id, GET: "" }[method];
  function createError(difference: string): RequestError {
    return new RequestError(request, {
      happened: `got a response with ${difference}`,
      outcome: "unknown",
      nextStep: method === "POST" ? "" : "Check the id, apphosting:baseUrl, and the token's organization.",
      message,
      body,
    });
  }
  if (type !== "" && !isOfType(type, table.apiType)) {
    throw createError(`the type ${JSON.stringify(type)} instead of "${table.apiType}"`);
  }
  if (receivedId === "") throw createError("no id");
  if (method !== "POST" && receivedId !== id)
    throw createError(`the id ${JSON.stringify(receivedId)} instead of "${id}"`);
  return { ...response, id: receivedId, hasMadeId };
}

const goneNotice = "It's gone, or it belongs to a different organization than the token.";

const enableRead =
  "because the API documents no read. If your API supports it, run `pulumi config set apphosting:operations read`";
const whenInEffect = "It takes effect in the next `up`, or with `--run-program`";
const nothingReadNotice = `\`pulumi refresh\` reads nothing, ${enableRead}. ${whenInEffect}.`;
const addToProvider = "or add it to the operations of its explicit Provider";
const readNotEnabledNotice = `\`get\` can't read it, ${enableRead}, ${addToProvider}.`;
