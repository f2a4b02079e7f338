/** Runs each method under each fault, all at the same time. The id in a path tells the fault. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceError } from "@grpc/grpc-js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { buildResponse, listResponseValues } from "../../documented/facts.js";
import { resources } from "../../unit/documented-resources.js";
import { type Created, type Host, startEngine, startHost } from "../host.js";
import { type Fault, faults, type Outcome, password, token } from "./faults.js";

export const methods = ["POST", "PATCH", "GET", "DELETE"] as const;
type Method = (typeof methods)[number];

export interface Row {
  readonly method: Method;
  readonly fault: Fault;
  readonly requests: number;
  /** Nothing after a delete. */
  readonly result: Created | ServiceError | undefined;
  readonly warnings: readonly string[];
}

export function findFailure({ result }: Row): ServiceError | undefined {
  return result instanceof Error ? result : undefined;
}

/** What the engine prints. */
export function readText(row: Row): string {
  return [...row.warnings, findFailure(row)?.details ?? ""].join("\n");
}

export function readOutcome(row: Row): Outcome {
  if (findFailure(row) === undefined) return readText(row).includes("can't find it") ? "gone" : "done";
  return /may have (been created|gone through|been deleted) anyway/.test(readText(row)) ? "open" : "failed";
}

const environment = { name: "staging", branch: "main", buildCommand: `deploy --password ${password}` };
const inResponse = { name: environment.name, build_command: environment.buildCommand };
const cache = { name: "sessions", size: "1gb" };

/** Builds the documented response. A new environment has the id of its application, with `new` before it. */
function buildBody(method: string, collection: string, id: string): JsonObject {
  const [className, set] = collection === "caches" ? ["Cache", cache] : ["Environment", inResponse];
  const facts = resources.find(({ table }) => table.className === className)?.documented;
  const { body } = buildResponse(facts === undefined ? [] : listResponseValues(facts));
  const { attributes, relationships, ...data } = body.data as Record<string, JsonObject>;
  const application = { data: { type: "applications", id: method === "POST" ? id : "app-1" } };
  return {
    data: {
      ...data,
      id: method === "POST" ? `new-${id}` : id,
      attributes: { ...attributes, ...set },
      relationships: { ...relationships, ...(className === "Environment" ? { application } : {}) },
    },
  };
}

async function startApi() {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    await request.resume().toArray();
    const [, collection = "", id = ""] = url.split("/");
    const { isOnce, reply } = faults[Number(/\d+$/.exec(id))] as Fault;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const body = buildBody(method, collection, id);
    const result = isOnce && count > 1 ? { status: 200, body: JSON.stringify(body) } : reply(body, url);
    if (result === "reset") request.socket.resetAndDestroy();
    else if (result !== "stall") response.writeHead(result.status, result.headers).end(result.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { counts, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Makes the request of a method. `id` is that of the environment or the cache; for a create, of the application. */
function call(host: Host, method: Method, id: string): Promise<Created | undefined> {
  const state = { ...environment, applicationId: "app-1" };
  switch (method) {
    case "POST":
      return host.create("environment", { ...environment, applicationId: id });
    case "PATCH":
      return host.update("cache", id, { cacheId: id, name: cache.name }, { cacheId: id, ...cache });
    case "GET":
      return host.read("environment", id, state);
    case "DELETE":
      return host.delete("environment", id, state);
  }
}

/** Runs all faults in one process, except those with settings of their own. */
export async function runMatrix(): Promise<Row[]> {
  const [api, engine] = [await startApi(), await startEngine()];
  const settings = { baseUrl: api.url, token, operations: "read,update,delete", maxRetries: "1" };
  const hosts = new Map<Fault["config"], Host>();
  for (const config of new Set(faults.map((fault) => fault.config))) {
    hosts.set(config, await startHost({ config: { ...settings, ...config }, engine }));
  }

  async function run(method: Method, fault: Fault): Promise<Row> {
    const id = `${method.toLowerCase()}-${faults.indexOf(fault)}`;
    const result = await call(hosts.get(fault.config) as Host, method, id).catch((error: ServiceError) => error);
    const warnings = engine.warnings.filter((warning) => new RegExp(`\\b${id}\\b`).test(warning));
    return { method, fault, requests: api.counts.get(id) ?? 0, result, warnings };
  }

  try {
    return await Promise.all(faults.flatMap((fault) => methods.map((method) => run(method, fault))));
  } finally {
    for (const host of hosts.values()) await host.stop();
    api.server.close();
    api.server.closeAllConnections();
    engine.close();
  }
}
