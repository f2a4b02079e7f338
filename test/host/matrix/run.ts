/** Runs each method under each fault, all at the same time. The id in a path tells the fault. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceError } from "@grpc/grpc-js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { buildResponse, listResponseValues } from "../../documented/facts.js";
import { documented } from "../../documented/index.js";
import { startEngine } from "../engine.js";
import { type Created, type Host, startHost } from "../host.js";
import { type Fault, faults, password, type Reply, token } from "./faults.js";

export const methods = ["POST", "PATCH", "GET", "DELETE"] as const;
export type Method = (typeof methods)[number];

export interface Row {
  readonly method: Method;
  readonly fault: Omit<Fault, "reply">;
  readonly requests: number;
  /** Nothing after a delete. */
  readonly result: Created | ServiceError | undefined;
  readonly warnings: readonly string[];
}

const environment = { name: "staging", branch: "main", buildCommand: `deploy --password ${password}` };
const inResponse = { name: environment.name, build_command: environment.buildCommand };
const cache = { name: "sessions", size: "1gb" };

/** Builds the documented response. A new environment has the id of its application, with `new` before it. */
function buildBody(method: string, collection: string, id: string): JsonObject {
  const [className, set] = collection === "caches" ? ["Cache", cache] : ["Environment", inResponse];
  const facts = documented.find((one) => one.className === className);
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

  function findReply(method: string, path: string): Reply | string {
    const [, collection = "", id = ""] = path.split("/");
    const fault = faults[Number(/\d+$/.exec(id))] as Fault;
    const key = `${method} ${id}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const body = buildBody(method, collection, id);
    const isOver = fault.isOnce && counts.get(key) !== 1;
    return isOver ? { status: 200, body: JSON.stringify(body) } : fault.reply(body, path);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    await request.resume().toArray();
    const reply = findReply(method, url);
    if (typeof reply === "object") {
      response.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    }
    if (reply !== "stall") request.socket.resetAndDestroy();
  }

  const server = createServer((request, response) => void respond(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (method: Method, id: string) => counts.get(`${method} ${id}`) ?? 0,
    close: () => server.closeAllConnections(),
    server,
  };
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
      return host.delete("environment", id, state).then(() => undefined);
  }
}

/** Runs all faults of the API in one process, those that take until the timeout in another, and one without an API. */
export async function runMatrix(): Promise<Row[]> {
  const [api, engine] = [await startApi(), await startEngine()];
  const settings = { token, operations: "read,update,delete", maxRetries: "1" };
  const start = (config: Record<string, string>) => startHost({ config: { ...settings, ...config }, engine });
  const patient = { baseUrl: api.url };
  const hosts = await Promise.all([
    start(patient),
    start({ ...patient, timeoutSeconds: "5" }),
    // Nothing listens on this port.
    start({ baseUrl: "http://127.0.0.1:9" }),
  ]);
  const [host, impatient, lonely] = hosts as [Host, Host, Host];

  async function run(onHost: Host, method: Method, fault: Row["fault"], id: string): Promise<Row> {
    const result = await call(onHost, method, id).catch((error: ServiceError) => error);
    const warnings = engine.warnings.filter((warning) => new RegExp(`\\b${id}\\b`).test(warning));
    return { method, fault, requests: api.count(method, id), result, warnings };
  }

  try {
    const ofApi = faults.flatMap((fault, index) => {
      const isSlow = fault.name.startsWith("no response");
      return methods.map((method) => run(isSlow ? impatient : host, method, fault, `${method.toLowerCase()}-${index}`));
    });
    const nothing = { name: "nothing listens" };
    const absent = methods.map((method) => run(lonely, method, nothing, `${method.toLowerCase()}-absent`));
    return await Promise.all([...ofApi, ...absent]);
  } finally {
    await Promise.all(hosts.map((one) => one.stop()));
    api.server.close();
    api.close();
    engine.close();
  }
}
