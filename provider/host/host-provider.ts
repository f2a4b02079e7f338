/** The engine's calls for a resource that a stack manages, in the order in which the engine makes them. */

import type { CheckResult, ConfigureRequest, DiffResult, ReadResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { type Method, quotesRoute, RequestError } from "../api/errors.js";
import { type JsonObject, parseText } from "../rows/json.js";
import { formatMissingId, type Table } from "../rows/table.js";
import { listMistakes } from "./check.js";
import { type Circumstances, describeError, describeNotFound, Refusal } from "./failures.js";
import { isUnknown, planChanges } from "./plan.js";
import { buildBody, buildPath, readResponse } from "./requests.js";
import type { Run } from "./run.js";
import * as sentences from "./sentences.js";
import { formatTitle, goneNotice, stateDeleteAdvice } from "./sentences.js";
import {
  decodeState,
  encodeInputs,
  encodeState,
  getOutputs,
  type Received,
  type Resource,
  recordRead,
  recordSuccess,
} from "./state.js";
import { clean, listSecrets } from "./text.js";

export class HostProvider implements ResourceProvider {
  /** The inputs that `check` has seen. A diff with other inputs belongs to a refresh. */
  private readonly checked = new Set<string>();
  /** The resources that the program changes, by its inputs. `replaceOnChanges` can replace each of them. */
  private readonly changed = new Map<string, Resource>();
  /** The ids that resources stop managing because they adopt others. */
  private readonly left = new Set<string>();

  constructor(
    protected readonly table: Table,
    protected readonly run: Run,
  ) {}

  async configure({ config }: ConfigureRequest): Promise<void> {
    this.run.configure((key) => config.get(key));
  }

  async check(oldInputs: JsonObject, news: JsonObject): Promise<CheckResult> {
    const inputs = this.selectInputs(news);
    const adoptedId = parseText(inputs[this.table.idArgument]);
    const id = isUnknown(adoptedId) ? "" : adoptedId;
    const resource = this.gather({ id, inputs });
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
    const inputs = this.selectInputs(news);
    const state = decodeState(this.table, properties);
    const resource = this.gather({ id, inputs, state });
    const plan = planChanges(resource);
    const { changes, replaced, adoptsAnother } = plan;
    const key = formatKey(inputs);
    // The diff of a refresh has the inputs of the last `up`, and not the program's (test/engine/deletes.test.ts).
    if (this.checked.has(key)) {
      // With the values of the state: it may leave the stack.
      const stored = { ...resource, values: getOutputs(state) };
      if (changes.length === 0) this.run.use(this.table, id);
      else this.changed.set(key, stored);
      // Where the new id wasn't known before `up`, no preview could show the delete.
      if (adoptsAnother) this.left.add(id);
      await this.warn(stored, sentences.describePlan(stored, plan));
    }
    if (changes.length === 0) return { changes: false };
    // Without `changes`, the engine compares the inputs itself and marks lines (test/engine/changes.test.ts).
    const isSeen = changes.some(({ isUnseen, effect }) => !isUnseen && effect !== "record");
    return { ...(isSeen ? {} : { changes: true }), replaces: [...replaced] };
  }

  async create(news: JsonObject) {
    const inputs = this.selectInputs(news);
    const id = parseText(inputs[this.table.idArgument]);
    const resource = this.gather({ id, inputs });
    return this.attempt(resource, async () => {
      if (id === "" || this.table.create === "PATCH") return await this.sendCreate(resource);
      const response = resource.operations.includes("read") ? (await this.readResource(resource)).values : {};
      return { id, outs: encodeState(this.table, recordSuccess(resource, response, [])) };
    });
  }

  private async sendCreate(unsent: Resource) {
    const { table, inputs } = unsent;
    const sent = table.arguments.map(({ name }) => name).filter((name) => inputs[name] !== undefined);
    const response = await this.send(unsent, table.create, sent);
    const { id, hasMadeId, values } = response;
    this.run.use(table, id);
    const resource = this.gather({ id, inputs, state: { ...decodeState(table), hasMadeId } });
    const state = recordSuccess(resource, values, sent);
    // The API's message may quote a secret that the response has.
    await this.warn({ ...resource, state }, sentences.describeCreation(resource, response, sent));
    return { id, outs: encodeState(table, state) };
  }

  async update(id: string, properties: JsonObject, news: JsonObject) {
    this.run.use(this.table, id);
    const resource = this.gather({ id, inputs: this.selectInputs(news), state: decodeState(this.table, properties) });
    return this.attempt(resource, async () => {
      const sent = this.addSentAlong(planChanges(resource).sent);
      if (sent.length === 0) return { outs: encodeState(this.table, recordSuccess(resource, {}, sent)) };
      const response = await this.send(resource, "PATCH", sent);
      await this.warn(resource, sentences.describeUpdate(resource, response, sent));
      return { outs: encodeState(this.table, recordSuccess(resource, response.values, sent)) };
    });
  }

  private addSentAlong(changed: readonly string[]): readonly string[] {
    if (changed.length === 0) return [];
    const { arguments: args, sentAlong } = this.table;
    const companions = ["always", ...changed];
    const names = args.map(({ name }) => name);
    return names.filter((name) => changed.includes(name) || companions.includes(sentAlong[name] ?? ""));
  }

  /** Without a read, or after a 404, the state stays as it is. */
  async read(id: string, properties: JsonObject): Promise<ReadResult> {
    const state = decodeState(this.table, properties);
    const resource = this.gather({ id, state });
    const unchanged = { id, props: encodeState(this.table, state) };
    return this.attempt(resource, async () => {
      if (!resource.operations.includes("read")) {
        await this.warnOfNoRead(resource);
        return unchanged;
      }
      const response = await this.findResource(resource);
      if (response === undefined) return unchanged;
      const after = recordRead(resource, response.values);
      const props = encodeState(this.table, after);
      return { id, props, inputs: encodeInputs(this.table, state, after) };
    });
  }

  private async warnOfNoRead(resource: Resource): Promise<void> {
    this.refuseMalformedOperations();
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
      const advice = `If it's gone, ${stateDeleteAdvice}.`;
      const ending = ` stays in the state, but the API can't find it. ${goneNotice} ${advice}`;
      await this.warn(resource, [ending], error);
      return undefined;
    }
  }

  /** Deletes a resource, or lets go of it and prints why. On a failure, it stays in the state. */
  async delete(id: string, properties: JsonObject): Promise<void> {
    const resource = this.gather({ id, state: decodeState(this.table, properties) });
    await this.attempt(resource, async () => {
      const reason = this.findReasonToLetGo(resource, id);
      if (reason !== undefined) {
        return this.warn(resource, [` was removed from the state but still exists: ${reason}.`]);
      }
      try {
        await this.send(resource, "DELETE");
      } catch (error) {
        if (!(error instanceof RequestError) || !saysGone(error, id)) throw error;
        // After an attempt of unknown outcome, this run may have deleted it.
        if (error.failure.outcome === "unknown") return;
        await this.warn(resource, [` was removed from the state: the API can't find it. ${goneNotice}`], error);
      }
    });
  }

  private findReasonToLetGo({ state, values, operations }: Resource, id: string): string | undefined {
    const { table, run } = this;
    const { noun, neverDeleted, idArgument } = table;
    if (neverDeleted !== "") return `no ${noun} is ever deleted, because ${neverDeleted}`;
    if (state.hasMadeId) return "the package made its id, which the API doesn't know";
    this.refuseMalformedOperations();
    if (!operations.includes("delete")) return "apphosting:operations doesn't include delete";
    if (this.left.has(id)) return "another one was adopted in its place";
    // A create whose response had no id may have returned this resource, which the program uses by the made id.
    const ids = [id, formatMissingId(table, values)];
    if (!ids.some((one) => run.isUsed(table, one))) return undefined;
    return `this program still uses the ${noun}: another resource, ${idArgument}, or \`get\` has the same id`;
  }

  /** The engine refreshes and destroys with the settings of the last `up`, which no check of this run has looked at. */
  protected refuseMalformedOperations(): void {
    const { mistakes } = this.run.settings;
    if (mistakes.some((mistake) => mistake.startsWith("apphosting:operations "))) throw new Refusal(mistakes);
  }

  /** @param sent the names of the arguments in the body */
  protected async send(resource: Resource, method: Method, sent: readonly string[] = []): Promise<Received> {
    const { settings } = this.run;
    const reasons = [...settings.mistakes, settings.missingToken].filter((reason) => reason !== "");
    if (reasons.length > 0) throw new Refusal(reasons);
    const action = `${verbs[method]} ${this.table.noun}`;
    const path = buildPath(resource, method, settings.values.include);
    const body = buildBody(resource, sent, settings.values.fieldNames);
    const request = { action, method, path, body };
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
      const line = this.clean([formatTitle(resource) + ending, ...more], resource, error);
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

  protected gather(known: Partial<Pick<Resource, "id" | "inputs" | "state">>): Resource {
    const { id = "", inputs = {}, state = decodeState(this.table) } = known;
    return {
      table: this.table,
      id,
      isInProgram: "inputs" in known,
      inputs,
      isInState: "state" in known,
      state,
      values: { ...getOutputs(state), ...inputs },
      operations: state.hasMadeId ? [] : this.run.settings.values.operations,
    };
  }

  /** Selects what the program sets. Null leaves an argument out, unless it's sent, or `check` refuses it. */
  private selectInputs(news: JsonObject): JsonObject {
    const omittable = this.table.arguments.filter((argument) => argument.null === undefined).map(({ name }) => name);
    return Object.fromEntries(
      Object.entries(news).filter(([name, value]) => value !== null || !omittable.includes(name)),
    );
  }
}

const verbs = { POST: "create", PATCH: "update", GET: "read", DELETE: "delete" } as const;

function formatKey(values: JsonObject): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether a failed DELETE says that the resource is gone. A server without this route answers 404, too, so a 404 counts
 * only where its message has the id, or where an earlier attempt may have deleted it.
 */
function saysGone(error: RequestError, id: string): boolean {
  const { status, outcome, message } = error.failure;
  if (status === 410) return true;
  if (status !== 404 || quotesRoute(error)) return false;
  const word = id.replaceAll(/[^\w\s]/g, "\\$&");
  return outcome === "unknown" || new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(message);
}

const nothingReadNotice =
  "`pulumi refresh` reads nothing, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`. It takes effect in the next `up`.";
