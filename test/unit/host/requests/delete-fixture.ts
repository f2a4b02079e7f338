/** Deletes an environment `id-1` of which the API responds in an order. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import { passTime } from "../../api/http/client-fixture.js";
import { catchError, createConfiguredHost, createRefusal, type Response } from "../../host-fixture.js";
import { environment, type TestedResource } from "../../resources.js";

export const operations = {
  Environment: "GET, PATCH, DELETE /environments/{id}",
};
export const createdAt = "2026-03-09T12:00:00Z";

export const stateOf = ({ nulls, valid }: TestedResource, more: JsonObject = {}): JsonObject => ({
  ...nulls,
  ...valid,
  createdAt,
  ...more,
});
export const shown = (attributes: JsonObject, more: JsonObject = {}): Response => ({
  body: { data: { id: "id-1", type: "environments", attributes, ...more } },
});
export const same = shown({ created_at: createdAt });
export const gone = createRefusal(404, "There is no environment id-1.");
export const done: Response = { body: undefined };

/** Deletes an environment `id-1` of which the API responds in this order. */
export async function deleteWith(responses: readonly Response[], state = stateOf(environment), configuration = {}) {
  const { host, lines, requests } = createConfiguredHost({ operations, ...configuration }, environment, ...responses);
  const error = await passTime(catchError(host.delete("id-1", state)));
  const isKept = error.message !== "nothing was thrown";
  return { methods: methodsOf(requests), lines, error: isKept ? error : undefined };
}

export const methodsOf = (requests: readonly ApiRequest[]) => requests.map(({ method }) => method);

/** Each row is a test: the delete fails with this message, and the resource stays in the state. */
export function expectKept(
  rows: readonly (readonly [what: string, responses: readonly Response[], says: string, state?: JsonObject])[],
): void {
  for (const [what, responses, says, state] of rows) {
    it(`Delete: fails and keeps in the state one ${what}`, async () => {
      const { methods, error } = await deleteWith(responses, state);
      expect(error?.message)
        .to.match(/^Environment id-1: /)
        .and.include(says)
        .and.include("`pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`");
      expect(error?.stack).to.equal("");
      if (responses.length === 1) expect(methods).to.deep.equal(["GET"]);
    });
  }
}
