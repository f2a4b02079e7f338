/** An engine that keeps one resource, and starts the host for each command as Pulumi does. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { isObject, type JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { type Definition, type ResolvedArgument, resolveDefinition } from "../../../provider/definitions/definition.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { formatLoader } from "../../../provider/definitions/names.js";
import type { OperationName } from "../../../provider/definitions/operation.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import type { Session } from "../../../provider/host/session.js";
import { isSecret, markSecret, openSession, type Response, takeOffMarks } from "../host-fixture.js";
import type { Api } from "./sequence-api.js";

/** How a warning of a preview names an argument whose change it explains. */
const says = (name: string) => [
  ...[`): ${name}: `, `corrects ${name} in`],
  ...[`only records ${name} in`, `sets ${name} to null`],
];
const lists = (line: string, name: string) =>
  new RegExp(`(will send .*\\b${name}\\b|no longer sets .*\\b${name}\\b.*, so)`).test(line);

export interface Preview {
  readonly inputs: JsonObject;
  /** What the host has answered: undefined where the engine compares the inputs itself. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  /** The arguments that the engine marks, if it marks any. */
  readonly marks: readonly string[];
  readonly isSeen: boolean;
  readonly action: "replace" | "update" | "same";
  /** The arguments whose change a warning of the preview explains. */
  readonly warned: readonly string[];
  readonly warnings: readonly string[];
}

export interface Plan extends Preview {
  readonly hasPatch: boolean;
  /** The arguments in a PATCH, except those in every PATCH. */
  readonly sent: readonly string[];
}

export class Engine {
  id = "";
  /** The inputs of the last successful `up`, or those that a refresh has returned since, with marks of secrets. */
  oldInputs: JsonObject = {};
  plainInputs: JsonObject = {};
  outputs: JsonObject = {};
  plainOutputs: JsonObject = {};
  /** The last `up` failed, and its state was recorded with earlier inputs. */
  hasFailed = false;
  private args: Readonly<Record<string, ResolvedArgument>> = {};

  constructor(
    private readonly definition: Definition,
    private readonly api: Api,
    readonly names: readonly string[],
    readonly operations: { update: boolean; read: boolean },
  ) {
    this.nameOperations();
  }

  keepInputs(inputs: JsonObject): void {
    this.oldInputs = inputs;
    this.plainInputs = takeOffMarks(inputs) as JsonObject;
  }

  keepOutputs(outputs: JsonObject): void {
    this.outputs = outputs;
    this.plainOutputs = takeOffMarks(outputs) as JsonObject;
  }

  nameOperations(): void {
    const options = { operations: this.listOperations(), include: [], fieldNames: defaultFieldNames };
    const { arguments: args } = resolveDefinition(this.definition, options);
    this.args = Object.fromEntries(args.map((argument) => [argument.name, argument]));
  }

  private listOperations(): OperationName[] {
    const { update, read } = this.operations;
    return [...(update ? ["update" as const] : []), ...(read ? ["read" as const] : [])];
  }

  startHost(respond: (request: ApiRequest) => Response = this.api.respond) {
    const { session, ...seen } = openSession({ operations: this.listOperations() }, [respond]);
    return { host: openProvider(this.definition, session), ...seen };
  }

  /** Previews a program, and finds the PATCH of the `up` that would follow. Nothing of this reaches the API. */
  async plan(inputs: JsonObject): Promise<Plan> {
    const { host, lines, requests } = this.startHost(() => ({ attributes: {} }));
    const preview = await this.previewBy(host, lines, inputs);
    if (preview.changes !== false && preview.replaces.length === 0) {
      await host.update(this.id, this.plainOutputs, inputs);
    }
    const request = requests.find(({ method }) => method === "PATCH");
    const isSent = ({ row, fieldName }: ResolvedArgument) => !row.inEveryUpdate && fieldName in (request?.body ?? {});
    return { ...preview, hasPatch: request !== undefined, sent: this.filterNames(isSent) };
  }

  preview(inputs: JsonObject): Promise<Preview> {
    const { host, lines } = this.startHost();
    return this.previewBy(host, lines, inputs);
  }

  private async previewBy(host: Host, lines: string[], inputs: JsonObject): Promise<Preview> {
    const { plainInputs: olds, plainOutputs: outputs } = this;
    const loader = formatLoader(this.definition.names.exportName);
    expect((await host.check({ ...olds, __provider: loader }, inputs)).failures).to.deep.equal([]);
    lines.splice(0);
    const { changes, replaces = [] } = await host.diff(this.id, outputs, inputs);
    const differs = (name: string) => !isDeepStrictEqual(inputs[name] ?? null, olds[name] ?? null);
    const marks = this.names.filter(differs);
    const isSeen = changes ?? (marks.length > 0 || differs("existingId"));
    const action = isSeen && replaces.length > 0 ? "replace" : isSeen || this.hasFailed ? "update" : "same";
    const warnings = lines.splice(0);
    return {
      ...{ inputs, changes, replaces, marks, isSeen, action, warnings },
      warned: this.filterNames(({ name }) =>
        warnings.some((line) => lists(line, name) || says(name).some((words) => line.includes(words))),
      ),
    };
  }

  listBody({ sent }: Plan): string[] {
    return this.filterNames(
      ({ name, row, isInBody }) => sent.includes(name) || (isInBody && row.inEveryUpdate === true),
    );
  }

  filterNames(isChosen: (argument: ResolvedArgument) => boolean): string[] {
    return this.names.filter((name) => isChosen(this.argument(name)));
  }

  argument(name: string): ResolvedArgument {
    const { [name]: argument } = this.args;
    if (argument === undefined) throw new Error(`${name} is no argument`);
    return argument;
  }
}

type Host = ReturnType<typeof createDynamicProvider>;

interface Opened {
  session: Session;
  readonly host: Host;
}
const providers = new Map<Definition, Opened>();

/** Opens the provider of a definition with another session: creating its schemas takes the longest. */
function openProvider(definition: Definition, session: Session) {
  const known = providers.get(definition);
  if (known !== undefined) {
    known.session = session;
    return known.host;
  }
  const forward = new Proxy(session, {
    get: (_, key) => Reflect.get(opened.session, key),
    set: (_, key, value) => Reflect.set(opened.session, key, value),
  });
  const opened: Opened = { session, host: createDynamicProvider(definition, forward) };
  providers.set(definition, opened);
  return opened.host;
}

export function copyMarks(values: JsonObject, from: JsonObject): JsonObject {
  const entries = Object.entries(values).map(([name, value]) => {
    const isMarked = isSecret(from[name]) && !isSecret(value);
    return [name, isMarked ? markSecret(value) : isObject(value) ? { ...value } : value];
  });
  return Object.fromEntries(entries);
}
