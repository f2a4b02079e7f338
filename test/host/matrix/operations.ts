import { isObject, type JsonObject } from "../../../provider/api/http/json.js";
import type { Definition } from "../../../provider/definitions/definition.js";
import { definitions } from "../../../provider/definitions/index.js";
import { dropNulls, findDocumented, selectInputs } from "../arguments.js";
import type { Host } from "../host.js";

export interface Operation {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  readonly isUpdate: boolean;
  /** The arguments, with the name that the table shows. */
  readonly inputs: JsonObject;
  run(host: Host, inputs: JsonObject): Promise<{ id: string; properties: JsonObject }>;
}

const name = "renamed";
let count = 0;

/** Gives a resource a unique name: a process refuses a repeated uncertain create, and warns of a resource once. */
export function addMark(inputs: JsonObject): JsonObject {
  count += 1;
  return { ...inputs, name: `${name}${count}` };
}

export function removeMarks(text: string): string {
  return text.replaceAll(new RegExp(`\\b${name}\\d+`, "g"), name);
}

/** Reads the properties that the table compares: without marks, nulls, and hidden facts that every state has. */
export function readProperties({ __apphosting: hidden, ...properties }: JsonObject): JsonObject {
  const { set: _, ...facts } = isObject(hidden) ? hidden : {};
  const differing = Object.entries(facts).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0);
  const known = differing.length > 0 ? { ...properties, __apphosting: Object.fromEntries(differing) } : properties;
  return dropNulls(JSON.parse(removeMarks(JSON.stringify(known))));
}

export const operations: readonly Operation[] = definitions.flatMap(listOperations);

function listOperations({ names: { exportName, label }, create, update }: Definition): Operation[] {
  const created: Operation = {
    name: `${create.method === "POST" ? "create" : "adopt"} ${label}`,
    method: create.method === "POST" ? "POST" : "PATCH",
    isUpdate: false,
    inputs: { ...selectInputs(exportName, "all"), name },
    run: (host, inputs) => host.create(exportName, inputs),
  };
  if (update === undefined) return [created];
  const olds = selectInputs(exportName);
  const id = findFirstId(exportName);
  const updated: Operation = {
    name: `update ${label}`,
    method: "PATCH",
    isUpdate: true,
    inputs: { ...olds, name },
    run: async (host, inputs) => ({ id, ...(await host.update(exportName, id, olds, inputs)) }),
  };
  return [created, updated];
}

function findFirstId(exportName: string): string {
  const [, id] = findDocumented(exportName).responseValues.find(([at]) => at === "data.id") ?? [];
  return String(id).replace("/", "-");
}
