/** `get`: what its registration hands to the engine and refuses, and what the host makes of the response. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import type { JsonObject } from "../../provider/api/http/json.js";
import { createDynamicProvider, createDynamicReader } from "../../provider/host/dynamic-provider.js";
import { Application, type Cache, Environment } from "../../provider/index.js";
import { prepareGet } from "../../provider/resources/get.js";
import { catchError, createConfiguredSession, createRefusal, type Response } from "./host-fixture.js";
import { environment, readOutput, resources, type TestedResource, useMocks } from "./resources.js";

interface ClassWithGet {
  get(name: string, id?: unknown, state?: object | null, options?: pulumi.CustomResourceOptions): pulumi.CustomResource;
}

/** An output, whose promise the types of the SDK do not declare. */
interface Deferred {
  promise(): Promise<unknown>;
}

const operations = Object.fromEntries(
  resources.map(({ documented: { className } }) => [className, `GET /read/${className}/{id}`]),
);

function readWith({ definition }: TestedResource, settings: JsonObject, ...responses: readonly Response[]) {
  const { session, lines, requests } = createConfiguredSession(settings, responses);
  const { read } = createDynamicReader(definition, session);
  return { session, lines, requests, read: (properties: JsonObject = {}) => read("id-1", properties) };
}

describe("get", () => {
  const told = useMocks();

  for (const resource of resources) {
    const { documented, definition, Class, nulls, valid } = resource;
    const { className } = documented;
    const { get } = Class as unknown as ClassWithGet;
    const construct: ClassWithGet["get"] = (...args) => get.apply(Class, args);
    const prepare = (options: pulumi.CustomResourceOptions = {}, state?: object) =>
      prepareGet(definition, "test", "id-1", state, options);
    const findLoader = (code: string) => `exports.handler=()=>require("pulumi-apphosting/host").readers.${code}`;

    it(`${className}.get: with mocks, returns an instance with every output, and reads nothing`, async () => {
      const got = construct("mocked", "id-1");
      expect(got).to.be.instanceOf(Class);
      expect((Class as unknown as typeof Cache).isInstance(got)).to.equal(true);
      const declared = Object.keys(got).filter((name) => !/^(__.*|id|urn)$/.test(name));
      expect(declared).to.have.members(Object.keys(nulls));
      expect(await readOutput(got.id)).to.equal("id-1");
      const { type, id, inputs } = await told(got);
      expect({ type, id }).to.deep.equal({ type: `pulumi-nodejs:dynamic/apphosting:${className}`, id: "id-1" });
      expect(inputs).to.deep.equal({
        [definition.idArgument.name]: "id-1",
        __provider: findLoader(definition.names.code),
      });
    });

    it(`${className}.get: its secret outputs are those of the class, what often holds secrets, and the program's own`, () => {
      const { additionalSecretOutputs } = prepare({ additionalSecretOutputs: ["own"] }).options;
      const hidden = Object.keys(documented.arguments).filter((name) => name === "buildCommand");
      expect(additionalSecretOutputs).to.have.members([...documented.secrets, ...hidden, "own"]);
      expect(additionalSecretOutputs).not.to.include("asked");
    });

    it(`${className}.get: refuses a missing id, import, and state that no address of the class has`, async () => {
      for (const id of [undefined, null, "", " ", 5]) {
        expect(() => construct("no-id", id)).to.throw(pulumi.RunError, "get needs the id of what exists");
      }
      const late = prepareGet(definition, "late", pulumi.output(null)).options.id as unknown as Deferred;
      expect(String(await late.promise().catch(String))).to.include("get needs the id of what exists");
      expect(() => construct("import", "id-1", {}, { import: "id-1" })).to.throw("import cannot work beside get");
      const refusal = /^.* "state": the state of get takes (nothing|applicationId alone, .*), and not provider: /;
      expect(() => construct("state", "id-1", { provider: 1 })).to.throw(pulumi.RunError, refusal);
    });

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

  it("get: a subclass of a program is its instance, and the subclass's own constructor does not run", () => {
    class Shop extends Application {
      constructor(name: string) {
        super(name, { name: "Web shop", sourceControlProvider: "hostA" });
        throw new Error("a managed resource");
      }
    }
    expect(Shop.get("shop", "app-1")).to.be.instanceOf(Shop);
  });

  it("get: an id that the state waits for is unknown as long as the state is", async () => {
    const { promise } = pulumi.output("env-1") as unknown as { promise(): Promise<string> };
    const unknown = new (pulumi.Output as unknown as new (...args: unknown[]) => pulumi.Output<string>)(
      [],
      promise.call(pulumi.output("x")),
      Promise.resolve(false),
      Promise.resolve(false),
      Promise.resolve([]),
    );
    const { id } = prepareGet(environment.definition, "test", "env-1", { applicationId: unknown }).options;
    expect(await (id as unknown as { isKnown: Promise<boolean> }).isKnown).to.equal(false);
    const known = Environment.get("known", "env-1", { applicationId: pulumi.output("app-1") });
    expect((await told(known)).inputs).to.include({ applicationId: "app-1" });
  });

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
