/** An API that takes whatever is asked, and answers with it and all else that is documented. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject } from "../../provider/api/json";
import { type Answer, allAnswers, application, cache, type Documented, environment, responseOf } from "../documented";

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

function answer(resource: Documented, asked: JsonObject, number: number): JsonObject {
  const echoed = Object.values(resource.arguments).flatMap(({ wire = "", answer }): Answer[] => {
    const value = asked[wire];
    return answer === undefined || value === undefined ? [] : [[`data.attributes.${answer}`, value]];
  });
  return responseOf([...allAnswers(resource), ...echoed, ["data.id", `${resource.kind}-${number}`]]).body;
}
