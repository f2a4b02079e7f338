/** Refreshes: what is read and what is not, what becomes of the response, and what fails. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { buildAttributes } from "../../documented/facts.js";
import { application, cache, environment, resources, type TestedResource } from "../documented-resources.js";
import { catchError, createConfiguredHost, createRefusal, type Response, type Settings } from "../host-fixture.js";

const reading: Settings = { operations: "read" };
const createState = ({ nulls, valid }: TestedResource): JsonObject => ({
  ...nulls,
  ...valid,
  __set: Object.keys(valid),
});

/** Reads a resource of the id `id-1` again. */
async function refresh(
  resource: TestedResource,
  response: Response,
  state = createState(resource),
  settings = reading,
) {
  const { host, lines, requests } = createConfiguredHost(settings, resource, response);
  const { props, inputs } = await host.read("id-1", state);
  return { props, inputs, lines, requests, diff: (news: JsonObject) => host.diff("id-1", props, news) };
}

for (const resource of resources) {
  const { documented, definition, valid: inputs } = resource;
  const { className } = documented;
  const state = createState(resource);

  describe(`Refresh of ${className}`, () => {
    it(`Refresh of ${className}: sends one GET with the named include, and changes nothing where the response is sparse`, async () => {
      const include = { [className]: ["branch", "domains"] };
      for (const [settings, query] of [
        [reading, ""],
        [{ ...reading, include }, "?include=branch,domains"],
      ] as const) {
        const olds = { ...state, __provider: "x" };
        const { props, lines, requests } = await refresh(resource, { attributes: {} }, olds, settings);
        const path = `${definition.path}/id-1${query}`;
        const action = `read ${definition.names.label}`;
        expect(requests).to.deep.equal([{ action, method: "GET", path, body: {} }]);
        expect(props).to.deep.equal(state);
        expect(lines).to.deep.equal([]);
      }
    });

    for (const [name, { attribute, valid, other, onChange }] of Object.entries(documented.arguments)) {
      if (attribute === undefined) continue;
      const isUpdated = documented.update !== undefined && onChange !== "replace";
      const title = isUpdated
        ? "becomes the output, which the next up corrects"
        : "is said by each refresh, and the output stays";
      it(`Refresh of ${className}: another ${name} of the API (drift) ${title}`, async () => {
        const drifted: Response = { attributes: buildAttributes(attribute, other) };
        const [output, rest] = isUpdated
          ? [other, { requested: { [name]: valid } }]
          : [valid, { returned: { [name]: other } }];
        const first = await refresh(resource, drifted);
        expect(first.props).to.deep.include({ [name]: output, __apphosting: rest });
        expect(Object.keys(first.props)).to.have.members([...Object.keys(state), "__apphosting"]);
        expect(first.inputs).to.deep.equal({ ...inputs, ...(isUpdated ? { [name]: other } : {}) });
        // The engine compares these inputs with the program's, and marks the argument.
        expect(await first.diff(inputs)).to.deep.equal(isUpdated ? { replaces: [] } : { changes: false });
        // To accept the value of the API is no change where the output has it, and else it corrects the state.
        const accepting = await first.diff({ ...inputs, [name]: other });
        expect(accepting).to.deep.equal(isUpdated ? { changes: false } : { replaces: [] });
        const second = await refresh(resource, drifted, first.props);
        expect(second.props).to.deep.equal(first.props);
        const line =
          /: the state has .*, but the API has .*\. It can't be updated\. To accept the API's value, set that value in the program\.$/;
        expect(second.lines).to.have.length(isUpdated ? 0 : 1);
        for (const one of second.lines) expect(one).to.match(line).and.include(`(id-1): ${name}`);
      });
    }
  });
}

describe("Drift in a refresh", () => {
  const differs = "the state has one value, but the API has another";

  it("Drift: a line for each argument, with values that cannot be secrets", async () => {
    for (const [known, region, says] of [
      ["eu-west-1", "us-east-2", 'the state has "eu-west-1", but the API has "us-east-2"'],
      ["eu-west-1", "mars-1", differs],
      ["mars-1", "eu-west-1", differs],
    ] as const) {
      const state = { ...createState(application), region: known };
      const { lines } = await refresh(application, { attributes: { name: "SECRET", region } }, state);
      expect(lines).to.deep.equal(
        [`name: ${differs}`, `region: ${says}`].map(
          (one) =>
            `warning: Application Shop (id-1): ${one}. It can't be updated. To accept the API's value, set that value in the program.`,
        ),
      );
    }
  });

  it("Drift in a state of 0.5.0, which does not tell what the program had set: said of what has a value", async () => {
    const { __set: _, ...state }: JsonObject = { ...createState(application), region: null };
    const { lines } = await refresh(application, { attributes: { name: "Store", build_command: "make" } }, state);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include(`name: ${differs}`);
  });

  it("Drift: none where the state has no value, unless the program had set null as one", async () => {
    const state = { ...createState(environment), buildCommand: null, __set: ["name", "branch"] };
    const { props, lines } = await refresh(environment, { attributes: { build_command: "make" } }, state);
    expect(props).to.deep.include({ buildCommand: null, __apphosting: { returned: { buildCommand: "make" } } });
    // What the program leaves out is not managed, also where its value is hidden.
    expect(lines).to.deep.equal([]);
    const nulled = { ...state, __set: ["buildCommand"] };
    const said = await refresh(environment, { attributes: { build_command: "make" } }, nulled);
    expect(said.lines.join()).to.include(`buildCommand: ${differs}.`);
    const unset = { ...createState(application), region: null };
    const known = await refresh(application, { attributes: { region: "us-east-2" } }, unset);
    expect(known.props).to.include({ region: "us-east-2" });
    expect(known.lines).to.deep.equal([]);
  });

  it("Refresh: what the API has of an argument that the state has as null counts as requested, so that nothing is hidden beside it", async () => {
    const state = { ...createState(cache), isPublic: null };
    const { props } = await refresh(cache, { attributes: { is_public: true } }, state);
    expect(props).to.deep.equal({ ...state, isPublic: true });
  });

  it("Refresh: a value that is the output in another spelling changes nothing, also where something else was requested", async () => {
    const hidden = { requested: { buildCommand: "npm ci" } };
    const state = { ...createState(environment), buildCommand: "make", __apphosting: hidden };
    const settings = { operations: "read,update" };
    const { props } = await refresh(environment, { attributes: { build_command: " make\r\n" } }, state, settings);
    expect(props).to.deep.equal(state);
  });

  it("Refresh: an output that is no argument becomes what the API returns, null too; those made of others follow", async () => {
    const state = { ...createState(environment), status: "x", slug: "y" };
    const { props } = await refresh(environment, { attributes: { status: null, slug: "z" } }, state);
    expect(props).to.deep.equal({ ...state, status: null, slug: "z" });
    const connection = { hostname: "h", port: 1, protocol: "redis", login: { password: "p" } };
    const made = await refresh(cache, { attributes: { connection } });
    expect(made.props.connectionUri).to.equal("redis://:p@h:1");
  });
});

describe("Refresh that reads nothing", () => {
  const nothing =
    "warning: `pulumi refresh` reads nothing, because the API documents no read. If yours has one, run `pulumi config set apphosting:operations read`. It takes effect with the next `pulumi up`.";

  it("Refresh without `read` named: adds outputs that an earlier release left out, and says once for all resources that nothing is read", async () => {
    for (const resource of resources) {
      const { host, lines, requests } = createConfiguredHost({ operations: "update,delete" }, resource);
      const { props } = await host.read("id-1", resource.required);
      await host.read("id-2", resource.required);
      expect(props).to.deep.equal({ ...resource.nulls, ...resource.required });
      expect(lines).to.deep.equal([nothing]);
      expect(requests).to.deep.equal([]);
    }
  });

  it("Refresh of an environment whose id the package has made: not read, and a line says which id to set", async () => {
    const state = createState(environment);
    const says = "wasn't read, because the package made its id. Set existingId to the API's id.";
    for (const [settings, line] of [
      [reading, `warning: Environment staging of app/1 (app/1/staging) ${says}`],
      [{}, nothing],
    ] as const) {
      const { host, lines, requests } = createConfiguredHost(settings, environment);
      expect((await host.read("app/1/staging", state)).props).to.deep.equal(state);
      expect(lines).to.deep.equal([line]);
      expect(requests).to.deep.equal([]);
    }
  });
});

describe("Refresh of what the API does not find", () => {
  for (const status of [404, 410]) {
    it(`Refresh answered ${status}: keeps the resource in the state, because the next up would create a second one, and says so`, async () => {
      const { props, lines } = await refresh(application, createRefusal(status, "No."));
      expect(props).to.deep.equal(createState(application));
      expect(lines.join()).to.match(
        /^warning: Application Shop \(id-1\) stays in the state, but the API can't find it\. It's gone, or it belongs to a different organization than the token\. If it's gone, run `pulumi state delete` with its URN \(see `pulumi stack --show-urns`\)\.\nread application failed with status 4/,
      );
    });
  }
});

describe("Failed read", () => {
  const may = "whether your API has GET /caches/{id}";
  for (const [what, response, says] of [
    ["a response with another id", { body: { data: { id: "id-2" } } }, 'the id "id-2" instead of "id-1"'],
    ["a response of another type", { body: { data: { id: "id-1", type: "x" } } }, 'the type "x" instead of "caches"'],
    ["a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, "got a response with no id"],
    ["a route that is not there", createRefusal(404, "The route x could not be found."), may],
    ["a 404 without a message", createRefusal(404), may],
    ["a redirect", createRefusal(302), may],
    ["an outage", createRefusal(503, "Down."), "failed with status 503: Down."],
  ] as readonly (readonly [string, Response, string])[]) {
    it(`Read that fails by ${what}: the error names the resource, what to check, and whose settings were used`, async () => {
      const { host } = createConfiguredHost(reading, cache, response);
      const { message, stack } = await catchError(host.read("id-1", createState(cache)));
      expect(message)
        .to.match(/^Cache sessions \(id-1\): read cache /)
        .and.include(says)
        .and.not.to.match(/anyway/);
      expect(message).to.match(
        /\n`pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` use the settings of the last `pulumi up`, .*`--run-program`/,
      );
      expect(stack).to.equal("");
    });
  }

  it("Read that fails before it is sent, by an id that has no valid id, or by other wrong settings: the error has no more", async () => {
    for (const [id, settings, says] of [
      ["..", reading, "read cache was not sent: the path /caches/.. has no valid id\nCheck the id."],
      ["id-1", { ...reading, maxRetries: "many" }, "Cache sessions (id-1): apphosting:maxRetries must be an integer"],
      [
        "id-1",
        { operations: { Cache: "GET" } },
        "Cache sessions (id-1): apphosting:operations must be a list of any of read",
      ],
    ] as const) {
      const { host, requests } = createConfiguredHost(settings, cache);
      const { message } = await catchError(host.read(id, createState(cache)));
      expect(message).to.include(says).and.include("use the settings of the last `pulumi up`");
      expect(requests).to.deep.equal([]);
    }
  });

  it("Read that fails in an `up`, which has checked a resource: the error does not name the settings of the last one", async () => {
    const { host } = createConfiguredHost(reading, cache, createRefusal(503));
    await host.check({}, cache.valid);
    expect((await catchError(host.read("id-1", createState(cache)))).message).not.to.include("last `pulumi up`");
  });
});

it("Refresh, update and delete: an API that rounds createdAt, or writes it in its own zone, is no other resource", async () => {
  const consent = { __deletable: true };
  const state = { ...createState(environment), ...consent, createdAt: "2026-01-01T00:00:00.700000Z" };
  for (const created_at of ["2026-01-01T00:00:01.000000Z", "2026-01-01 00:00:00"]) {
    const response: Response = { attributes: { created_at } };
    const { host, requests } = createConfiguredHost({ operations: "read,update,delete" }, environment, response);
    const { props } = await host.read("id-1", state);
    expect(props).to.include({ createdAt: created_at });
    await host.update("id-1", props, { ...environment.valid, ...consent, branch: "next" });
    const other = createConfiguredHost({ operations: "read,update,delete" }, environment, response);
    await other.host.delete("id-1", props);
    expect([...requests, ...other.requests].map(({ method }) => method)).to.deep.equal(["GET", "PATCH", "DELETE"]);
  }
});
