/** `get`: what the host makes of the response. What a program hands over is in resources/get.test.ts. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/http/json.js";
import { createDynamicProvider, createDynamicReader } from "../../provider/host/dynamic-provider.js";
import { catchError, createConfiguredSession, createRefusal, type Response } from "./host-fixture.js";
import { environment, resources, type TestedResource } from "./resources.js";

const operations = Object.fromEntries(
  resources.map(({ documented: { className } }) => [className, `GET /read/${className}/{id}`]),
);

function readWith({ definition }: TestedResource, settings: JsonObject, ...responses: readonly Response[]) {
  const { session, lines, requests } = createConfiguredSession(settings, responses);
  const { read } = createDynamicReader(definition, session);
  return { session, lines, requests, read: (properties: JsonObject = {}) => read("id-1", properties) };
}

describe("get", () => {
  for (const resource of resources) {
    const { documented, definition, nulls, valid } = resource;
    const { className } = documented;
    it(`${className}.get: outputs are those of the response, null for all else, and nothing of the package's own`, async () => {
      const attributes = Object.fromEntries(
        Object.values(documented.arguments).flatMap(({ attribute, valid: value }) =>
          attribute === undefined || value === undefined ? [] : [[attribute, value]],
        ),
      );
      const { read, lines, requests } = readWith(resource, { operations }, { attributes });
      const given = { __provider: "x", [definition.idArgument.name]: "id-1", size: "of a transformation" };
      const { props } = await read(given);
      const echoed = Object.entries(documented.arguments).filter(([, { attribute }]) => attribute !== undefined);
      const expected = Object.fromEntries(echoed.map(([name]) => [name, valid[name] ?? null]));
      const adopted = className === "Cache" ? { cacheId: "id-1" } : {};
      expect(props).to.deep.equal({
        ...nulls,
        ...expected,
        ...adopted,
      });
      expect(requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([`GET /read/${className}/id-1`]);
      expect(lines).to.deep.equal([]);
      // A refresh hands over what was read before, of which nothing stays.
      const again = readWith(resource, { operations }, { attributes: {} });
      expect((await again.read(props)).props).to.deep.equal({
        ...nulls,
        ...adopted,
      });
    });

    it(`${className}.get: without a named GET, the error has the command that names one`, async () => {
      const { message } = await catchError(readWith(resource, {}).read());
      const collection = { Application: "applications", Environment: "environments", Cache: "caches" }[className];
      expect(message).to.equal(
        `${className} id-1: \`get\` cannot read it, because the API documents no read. If yours has one, name it: ` +
          `\`pulumi config set --path apphosting:operations.${className} 'GET /${collection}/{id}'\`, or in \`operations\` of its explicit Provider`,
      );
    });

    for (const [what, response, says] of [
      ["404", createRefusal(404, "Not found."), /status 404: Not found\.\n.*knows no "id-1"/],
      [
        "another id",
        { body: { data: { id: "id-2" } } },
        /got a response with another id, "id-2"\. Check the id of `get`/,
      ],
      ["another type", { body: { data: { id: "id-1", type: "others" } } }, /got a response with another type/],
      ["no id", { body: { data: {} } }, /got a response with no id/],
    ] as const) {
      it(`${className}.get: ${what} is an error that names the id; a refresh says which settings it used`, async () => {
        const { message } = await catchError(readWith(resource, { operations }, response).read());
        expect(message)
          .to.match(says)
          .and.match(new RegExp(`^${className} id-1: read`))
          .and.not.include("--run-program");
        const refreshed = await catchError(readWith(resource, { operations }, response).read(nulls));
        expect(refreshed.message).to.match(says).and.include("--run-program");
      });
    }
  }

  it("get: what this process reads is not deleted under another name, unless only a refresh has read it", async () => {
    const named = { operations: { Environment: "GET, DELETE /environments/{id}" } };
    const created = "2026-03-09T12:00:00Z";
    const inputs = environment.required;
    const state = {
      ...environment.nulls,
      ...inputs,
      createdAt: created,
    };
    const gone = createRefusal(410);
    for (const [properties, methods] of [
      [{ existingId: "id-1" }, ["GET"]],
      [state, ["GET", "GET"]],
    ] as const) {
      const shown = { attributes: { created_at: created } };
      const { session, requests, lines } = createConfiguredSession(named, [shown, gone]);
      const { props } = await createDynamicReader(environment.definition, session).read("id-1", properties);
      expect(props).to.include({ createdAt: created, existingId: null });
      await createDynamicProvider(environment.definition, session).delete("id-1", state);
      expect(requests.map(({ method }) => method)).to.deep.equal(methods);
      const kept =
        "warning: Environment id-1 is removed from the state, but it still exists: a `get` of the program reads it";
      expect(lines.includes(kept)).to.equal(methods.length === 1);
    }
  });
});
