/** The engine's calls for a resource that a stack manages, in the order in which the engine makes them. */

import type { CheckResult, ConfigureRequest, DiffResult, ReadResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { type ApiRequest, type Method, RequestError } from "../api/errors.js";
import { isOfType, parseResponse } from "../api/response.js";
import type { ClassName } from "../rows/index.js";
import { type Json, type JsonObject, parseText } from "../rows/json.js";
import type { SettingValues } from "../rows/settings.js";
import { formatMissingId, getField, type Table } from "../rows/table.js";
import { findReasonToLetGo, saysGone } from "./deletes.js";
import { type Circumstances, describeError, describeNotFound, Refusal } from "./failures.js";
import { isUnknown, listMistakes, planChanges, toDiffResult } from "./plan.js";
import type { Run } from "./run.js";
import * as sentences from "./sentences.js";
import type { Received, Resource } from "./state.js";
import * as states from "./state.js";
import { clean, listSecrets } from "./text.js";

export class HostProvider implements ResourceProvider {
  /** The inputs that `check` has seen. A diff with other inputs belongs to a refresh. */
  private readonly checked = new Set<string>();
  /** The resources that the program changes, by its inputs. `replaceOnChanges` can replace each of them. */
  private readonly changed = new Map<string, Resource>();

  constructor(
    protected readonly table: Table,
    protected readonly run: Run,
  ) {}

  async configure({ config }: ConfigureRequest): Promise<void> {
    this.run.configure((key) => config.get(key));
  }

  async check(oldInputs: JsonObject, news: JsonObject): Promise<CheckResult> {
    const adoptedId = parseText(news[this.table.idArgument]);
    const id = isUnknown(adoptedId) ? "" : adoptedId;
    const resource = this.gather(id, news);
    const { inputs } = resource;
    this.run.hasProgram = true;
    this.checked.add(formatKey(inputs));
    if (id !== "") this.run.use(this.table, id);
    const mistakes = listMistakes(this.table, this.run.settings, oldInputs, inputs);
    // Without old inputs, the engine is about to create, and asks for no diff.
    const isNew = Object.keys(oldInputs).length === 0;
    const isAdopted = adoptedId !== "" && isNew && mistakes.length === 0;
    if (isAdopted) await this.warn(resource, sentences.describeAdoption(resource));
    // The engine would print the value of a property, even a secret (test/engine/mistakes.test.ts).
    return { inputs, failures: mistakes.map((one) => ({ property: "", reason: this.clean([one], resource) })) };
  }

  async diff(id: string, properties: JsonObject, news: JsonObject): Promise<DiffResult> {
    const resource = this.gather(id, news, properties);
    const plan = planChanges(resource);
    const key = formatKey(resource.inputs);
    // The diff of a refresh has the inputs of the last `up`, and not the program's (test/engine/deletes.test.ts).
    if (this.checked.has(key)) {
      // With the values of the state: it may leave the stack.
      const stored = { ...resource, values: states.getOutputs(resource.state) };
      if (plan.changes.length === 0) this.run.use(this.table, id);
      else this.changed.set(key, stored);
      // Where the new id wasn't known before `up`, no preview could show the delete.
      if (plan.adoptsAnother) this.run.leave(this.table, id);
      await this.warn(stored, sentences.describePlan(stored, plan));
    }
    return toDiffResult(plan);
  }

  async create(news: JsonObject) {
    const { table } = this;
    const id = parseText(news[table.idArgument]);
    const resource = this.gather(id, news);
    return this.attempt(resource, async () => {
      if (id === "" || table.create === "PATCH") return await this.sendCreate(resource);
      const response = resource.operations.includes("read") ? (await this.readResource(resource)).values : {};
      return { id, outs: states.encodeState(table, states.recordSuccess(resource, response, [])) };
    });
  }

  private async sendCreate(unsent: Resource) {
    const { table, inputs } = unsent;
    const sent = table.arguments.map(({ name }) => name).filter((name) => inputs[name] !== undefined);
    const response = await this.send(unsent, table.create, sent);
    const { id, hasMadeId, values } = response;
    this.run.use(table, id);
    const resource = { ...unsent, id, operations: hasMadeId ? [] : unsent.operations };
    const state = { ...states.recordSuccess(resource, values, sent), hasMadeId };
    // The API's message may quote a secret that the response has.
    await this.warn({ ...resource, state }, sentences.describeCreation(resource, response, sent));
    return { id, outs: states.encodeState(table, state) };
  }

  async update(id: string, properties: JsonObject, news: JsonObject) {
    this.run.use(this.table, id);
    const resource = this.gather(id, news, properties);
    return this.attempt(resource, async () => {
      const { sent } = planChanges(resource);
      const response = sent.length > 0 ? await this.send(resource, "PATCH", sent) : undefined;
      if (response) await this.warn(resource, sentences.describeUpdate(resource, response, sent));
      return { outs: states.encodeState(this.table, states.recordSuccess(resource, response?.values ?? {}, sent)) };
    });
  }

  /** Without a read, or after a 404, the state stays as it is. */
  async read(id: string, properties: JsonObject): Promise<ReadResult> {
    const resource = this.gather(id, undefined, properties);
    const { state, operations } = resource;
    return this.attempt(resource, async () => {
      const hasRead = operations.includes("read");
      if (!hasRead) await this.warnOfNoRead(resource);
      const response = hasRead ? await this.findResource(resource) : undefined;
      if (response === undefined) return { id, props: states.encodeState(this.table, state) };
      const after = states.recordRead(resource, response.values);
      return { id, props: states.encodeState(this.table, after), inputs: states.encodeInputs(state, after) };
    });
  }

  private async warnOfNoRead(resource: Resource): Promise<void> {
    this.run.refuseMalformedOperations();
    const { idArgument } = this.table;
    if (!this.run.settings.values.operations.includes("read")) return this.run.warn(nothingReadNotice, "");
    await this.warn(resource, [` wasn't read, because the package made its id. Set ${idArgument} to the API's id.`]);
  }

  protected async readResource(resource: Resource): Promise<Received> {
    const response = await this.send(resource, "GET");
    await this.warn(resource, sentences.describeRead(resource, response));
    return response;
  }

  protected async findResource(resource: Resource): Promise<Received | undefined> {
    try {
      return await this.readResource(resource);
    } catch (error) {
      if (!(error instanceof RequestError) || !error.isNotFound) throw error;
      const advice = `If it's gone, ${sentences.stateDeleteAdvice}.`;
      const ending = ` stays in the state, but the API can't find it. ${sentences.goneNotice} ${advice}`;
      await this.warn(resource, [ending], error);
      return undefined;
    }
  }

  /** Deletes a resource, or lets go of it and prints why. On a failure, it stays in the state. */
  async delete(id: string, properties: JsonObject): Promise<void> {
    const resource = this.gather(id, undefined, properties);
    await this.attempt(resource, async () => {
      const reason = findReasonToLetGo(resource, this.run);
      if (reason !== undefined) {
        return this.warn(resource, [` was removed from the state but still exists: ${reason}.`]);
      }
      try {
        await this.send(resource, "DELETE");
      } catch (error) {
        if (!(error instanceof RequestError) || !saysGone(error, id)) throw error;
        // After an attempt of unknown outcome, this run may have deleted it.
        if (error.failure.outcome === "unknown") return;
        const ending = ` was removed from the state: the API can't find it. ${sentences.goneNotice}`;
        await this.warn(resource, [ending], error);
      }
    });
  }

  /** @param sent the names of the arguments in the body */
  protected async send(resource: Resource, method: Method, sent: readonly string[] = []): Promise<Received> {
    const { settings } = this.run;
    const reasons = [...settings.mistakes, settings.missingToken].filter((reason) => reason !== "");
    if (reasons.length > 0) throw new Refusal(reasons);
    const request = createRequest(resource, method, sent, settings.values);
    return readResponse(resource, request, await this.run.getClient()(request));
  }

  /** Runs a call of the engine. Its failure has nothing but a message: the SDK would print the stack. */
  protected async attempt<Result>(resource: Resource, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      const lines = describeError(error, resource, this.getCircumstances(resource));
      throw Object.assign(new Error(this.clean(lines, resource, error)), { stack: "" });
    }
  }

  /** @param endings each follows the title of the resource */
  protected async warn(resource: Resource, endings: readonly string[], error?: RequestError): Promise<void> {
    const more = error === undefined ? [] : describeNotFound(error, resource, this.getCircumstances(resource));
    for (const ending of endings) {
      const line = this.clean([sentences.formatTitle(resource) + ending, ...more], resource, error);
      await this.run.warn(line, `${this.table.className} ${formatKey(resource.values)}`);
    }
  }

  private getCircumstances({ inputs }: Resource): Circumstances {
    const { hasProgram, settings } = this.run;
    return { replaced: this.changed.get(formatKey(inputs)), hasProgram, fieldNames: settings.values.fieldNames };
  }

  private clean(lines: readonly string[], resource: Resource, error?: unknown): string {
    const { token } = this.run.settings.values;
    const body = error instanceof RequestError ? error.failure.body : undefined;
    return clean(lines, [{ label: "token", text: token }, ...listSecrets(resource, body)]);
  }

  /**
   * @param news what the program sets. Null leaves an argument out, unless it's sent, or `check` refuses it.
   * @param properties the properties in the state
   */
  protected gather(id: string, news?: JsonObject, properties?: JsonObject): Resource {
    const { table, run } = this;
    const omittable = table.arguments.filter((argument) => argument.null === undefined).map(({ name }) => name);
    const set = Object.entries(news ?? {}).filter(([name, value]) => value !== null || !omittable.includes(name));
    const inputs = Object.fromEntries(set);
    const state = states.decodeState(table, properties);
    const values = { ...states.getOutputs(state), ...inputs };
    const operations = state.hasMadeId ? [] : run.settings.values.operations;
    return { table, id, isInProgram: news !== undefined, inputs, state, values, operations };
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
      run.use(table, id);
    }
    const inPath = table.arguments.filter((argument) => argument.inPath).map(({ name }) => name);
    const given = Object.entries(properties).filter(([name]) => inPath.includes(name));
    const resource = this.gather(id, undefined, Object.fromEntries(given));
    return this.attempt(resource, async () => {
      run.refuseMalformedOperations();
      if (!resource.operations.includes("read")) throw new Refusal([readNotEnabledNotice]);
      const response = isOfProgram ? await this.readResource(resource) : await this.findResource(resource);
      if (response === undefined) return { id, props: properties };
      return { id, props: states.encodeOutputs(table, states.recordRead(resource, response.values)) };
    });
  }
}

/**
 * @param sent the names of the arguments in the body
 * @throws Refusal where an id such as `..` would change the path
 */
function createRequest(
  { table, id, values }: Resource,
  method: Method,
  sent: readonly string[],
  { include, fieldNames }: Pick<SettingValues, "include" | "fieldNames">,
): ApiRequest {
  const { parent, className, noun } = table;
  const parentPath = parent ? `${parent.path}/${encodeURIComponent(String(values[parent.argument]))}` : "";
  const path = method === "POST" ? parentPath + table.path : `${table.path}/${encodeURIComponent(id)}`;
  if (new URL(`http://api${path}`).href !== `http://api${path}`) {
    throw new Refusal([`${method} ${path} was not sent: it has no valid id of the ${noun}. Check the id.`]);
  }
  const names = (method === "GET" && include[className as ClassName]) || [];
  const body = table.arguments.flatMap((argument) => {
    const field = sent.includes(argument.name) ? getField(argument, fieldNames) : undefined;
    return field === undefined ? [] : [[field, values[argument.name] ?? null]];
  });
  return {
    action: `${{ POST: "create", PATCH: "update", GET: "read", DELETE: "delete" }[method]} ${noun}`,
    method,
    path: names.length > 0 ? `${path}?include=${names.join(",")}` : path,
    body: Object.fromEntries(body),
  };
}

/** @throws RequestError where it's about another resource, or has no id and none can be made */
function readResponse({ table, id, values }: Resource, request: ApiRequest, body: Json | undefined): Received {
  const { method } = request;
  const response = parseResponse(table, body);
  const { message, type } = response;
  const outcome = method === "GET" ? "no effect" : "unknown";
  // The response to a DELETE is usually about a job.
  if (method === "DELETE") return { ...response, id, hasMadeId: false };
  const isOtherType = type !== "" && !isOfType(type, table.apiType);
  if (method === "POST" && response.id === "" && !isOtherType) {
    const madeId = formatMissingId(table, values);
    if (madeId !== "") return { ...response, id: madeId, hasMadeId: true };
    throw new RequestError(request, { happened: "got a response without an id", outcome, message, body });
  }
  // The response to a PATCH may be empty. To a GET, one without an id is no resource.
  const receivedId = response.id === "" && method === "PATCH" ? id : response.id;
  const isOther = method !== "POST" && receivedId !== id;
  if (!isOther && !isOtherType) return { ...response, id: receivedId, hasMadeId: false };
  const otherId = receivedId === "" ? "no id" : `the id ${JSON.stringify(receivedId)} instead of "${id}"`;
  const difference = isOther ? otherId : `the type ${JSON.stringify(type)} instead of "${table.apiType}"`;
  throw new RequestError(request, {
    happened: `got a response with ${difference}, so it may be for a different ${table.noun}`,
    outcome,
    nextStep: method === "POST" ? "" : "Check the id, apphosting:baseUrl, and the token's organization.",
    body,
  });
}

function formatKey(values: JsonObject): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const nothingReadNotice =
  "`pulumi refresh` reads nothing, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`. It takes effect in the next `up`.";

const readNotEnabledNotice =
  "`get` can't read it, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`, " +
  "or add it to the operations of its explicit Provider.";
