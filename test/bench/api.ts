/** An API that takes whatever is asked, and answers with it and all else that is documented. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject } from "../../provider/api/json";
import {
  application,
  buildResponse,
  cache,
  type DocumentedResource,
  environment,
  listResponseValues,
  type ResponseValue,
} from "../documented";

const resources = Object.entries({ applications: application, environments: environment, caches: cache });

export async function startApi(latencyMs: number) {
  let created = 0;
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as JsonObject;
    const [, resource = application] = resources.findLast(([name]) => request.url?.includes(`/${name}`)) ?? [];
    created += 1;
    await wait(latencyMs);
    response.end(JSON.stringify(answer(resource, body, created)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, token: "benchmark-token", close: () => server.close().closeAllConnections() };
}

function answer(resource: DocumentedResource, asked: JsonObject, number: number): JsonObject {
  const echoed = Object.values(resource.arguments).flatMap(({ wire = "", attribute }): ResponseValue[] => {
    const value = asked[wire];
    return attribute === undefined || value === undefined ? [] : [[`data.attributes.${attribute}`, value]];
  });
  return buildResponse([...listResponseValues(resource), ...echoed, ["data.id", `${resource.className}-${number}`]])
    .body;
}
