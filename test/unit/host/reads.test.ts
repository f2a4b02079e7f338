import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { buildAttributes } from "../../documented/facts.js";
import { application, cache, environment, resources, type TestedResource } from "../documented-resources.js";
import { catchError, createHost, createRefusal, diffs, type Response, type Settings } from "../host-fixture.js";

const reading: Settings = { operations: "read" };
function newState({ nulls, valid }: TestedResource, hidden: JsonObject = {}): JsonObject {
  return { ...nulls, ...valid, __apphosting: { set: Object.keys(valid), input: {}, actual: {}, ...hidden } };
}

async function refresh(resource: TestedResource, response: Response, state = newState(resource), settings = reading) {
  const { host, lines, requests } = createHost(settings, resource, response);
  const { props, inputs } = await host.read("id-1", state);
  return { props, inputs, lines, requests, diff: (news: JsonObject) => host.diff("id-1", props, news) };
}

for (const resource of resources) {
  const { documented, definition, valid: inputs } = resource;
  const { className } = documented;
  const state = newState(resource);

  it(`Refresh of ${className}: sends one GET with apphosting:include; a sparse response changes nothing`, async () => {
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
      ? "becomes the output, and the next up corrects it"
      : "a refresh keeps the output, with a warning";
    it(`Drift of ${className}.${name}: ${title}`, async () => {
      const drifted: Response = { attributes: buildAttributes(attribute, other) };
      const [output, rest] = isUpdated ? [other, { input: { [name]: valid } }] : [valid, { actual: { [name]: other } }];
      const first = await refresh(resource, drifted);
      expect(first.props).to.deep.include({ [name]: output });
      expect(first.props.__apphosting).to.deep.include(rest);
      expect(first.inputs).to.deep.equal({ ...inputs, ...(isUpdated ? { [name]: other } : {}) });
      // The engine compares these inputs with the program's, and marks the argument.
      expect(await first.diff(inputs)).to.deep.equal(isUpdated ? diffs.seen : diffs.none);
      // Accepting the API's value is no change if the output has it, else it corrects the state.
      const accepting = await first.diff({ ...inputs, [name]: other });
      expect(accepting).to.deep.equal(isUpdated ? diffs.none : diffs.unseen);
      const second = await refresh(resource, drifted, first.props);
      expect(second.props).to.deep.equal(first.props);
      const line =
        /: the state has .*, but the API has .*\. It can't be updated\. To accept the API's value, set that value in the program\.$/;
      expect(second.lines).to.have.length(isUpdated ? 0 : 1);
      for (const one of second.lines) expect(one).to.match(line).and.include(`(id-1): ${name}`);
    });
  }
}

it("Drift: one warning for each argument, with both values", async () => {
  const cannot = "It can't be updated. To accept the API's value, set that value in the program.";
  const { lines } = await refresh(application, { attributes: { name: "Store", region: "mars-1" } });
  expect(lines).to.deep.equal([
    `warning: Application Shop (id-1): name: the state has "Shop", but the API has "Store". ${cannot}`,
    `warning: Application Shop (id-1): region: the state has "eu-west-1", but the API has "mars-1". ${cannot}`,
  ]);
});

for (const [what, set, output, said] of [
  ["the program doesn't set: no warning, and the API's output", ["name", "branch"], "make", undefined],
  ["the program sets to null: a warning without values", ["buildCommand"], null, "one value, but the API has another."],
] as const) {
  it(`Drift of a buildCommand that ${what}`, async () => {
    const state = { ...newState(environment, { set: [...set] }), buildCommand: null };
    const { props, lines } = await refresh(environment, { attributes: { build_command: "make" } }, state);
    expect(props.buildCommand).to.equal(output);
    if (said === undefined) expect(lines).to.deep.equal([]);
    else expect(lines.join()).to.include(`buildCommand: the state has ${said}`);
  });
}

it("Refresh: outputs that aren't arguments follow the response, null and connectionUri included", async () => {
  const state = { ...newState(environment), status: "x", slug: "y" };
  const { props } = await refresh(environment, { attributes: { status: null, slug: "z" } }, state);
  expect(props).to.deep.equal({ ...state, status: null, slug: "z" });
  const connection = { hostname: "h", port: 1, protocol: "redis", login: { password: "p" } };
  const made = await refresh(cache, { attributes: { connection } });
  expect(made.props.connectionUri).to.equal("redis://:p@h:1");
});

const nothing =
  "warning: `pulumi refresh` reads nothing, because the API documents no read. If your API supports it, run `pulumi config set apphosting:operations read`. It takes effect in the next `up`.";

it("Refresh without read enabled: reads nothing, with one warning, and adds missing outputs", async () => {
  for (const resource of resources) {
    const { host, lines, requests } = createHost({ operations: "update,delete" }, resource);
    const { props, inputs } = await host.read("id-1", resource.required);
    await host.read("id-2", resource.required);
    expect(inputs, "the engine keeps its own").to.equal(undefined);
    expect(props).to.deep.include({ ...resource.nulls, ...resource.required });
    expect(lines).to.deep.equal([nothing]);
    expect(requests).to.deep.equal([]);
  }
});

it("Refresh of a fallback id: not read, and a warning says why", async () => {
  const state = newState(environment, { fallbackId: true });
  const says = "wasn't read, because the package made its id. Set existingId to the API's id.";
  for (const [settings, line] of [
    [reading, `warning: Environment staging of app/1 (app/1/staging) ${says}`],
    [{}, nothing],
  ] as const) {
    const { host, lines, requests } = createHost(settings, environment);
    expect((await host.read("app/1/staging", state)).props).to.deep.equal(state);
    expect(lines).to.deep.equal([line]);
    expect(requests).to.deep.equal([]);
  }
});

for (const [status, words] of [
  [404, "No."],
  [404, "Cannot GET /applications/id-1"],
  [410, "No."],
] as const) {
  it(`Refresh that gets ${status} "${words}": keeps the resource in the state, with a warning`, async () => {
    const { props, inputs, lines } = await refresh(application, createRefusal(status, words));
    expect(inputs).to.equal(undefined);
    expect(props).to.deep.equal(newState(application));
    expect(lines.join()).to.match(
      /^warning: Application Shop \(id-1\) stays in the state, but the API can't find it\. It's gone, or it belongs to a different organization than the token\. If it's gone, run `pulumi state delete` with its URN \(see `pulumi stack --show-urns`\)\.\nread application failed with status 4/,
    );
  });
}

for (const [what, response, says] of [
  ["a response with another id", { body: { data: { id: "id-2" } } }, 'the id "id-2" instead of "id-1"'],
  ["a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, "got a response with no id"],
  ["a redirect", createRefusal(302), "whether your API has GET /caches/{id}"],
  ["a 503", createRefusal(503, "Down."), "failed with status 503: Down."],
] as readonly (readonly [string, Response, string])[]) {
  it(`Read that gets ${what}: the error names the resource and the settings used`, async () => {
    const { host } = createHost(reading, cache, response);
    const { message, stack } = await catchError(host.read("id-1", newState(cache)));
    expect(message).to.match(/^Cache sessions \(id-1\): read cache /);
    expect(message).to.include(says).and.not.include("anyway");
    expect(message).to.include(
      "\nWithout `--run-program`, `pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh`",
    );
    expect(stack).to.equal("");
  });
}

for (const [id, settings, says] of [
  ["..", reading, "read cache was not sent: the path /caches/.. has no valid id\nCheck the id."],
  ["id-1", { ...reading, maxRetries: "many" }, "apphosting:maxRetries must be an integer"],
  ["id-1", { operations: { Cache: "GET" } }, "apphosting:operations must be a list of any of read"],
] as const) {
  it(`Read not sent, id "${id}", settings ${JSON.stringify(settings)}: the error says why`, async () => {
    const { host, requests } = createHost(settings, cache);
    const { message } = await catchError(host.read(id, newState(cache)));
    expect(message)
      .to.match(/^Cache sessions /)
      .and.include(says);
    expect(message).to.include("use the settings of the program's last run");
    expect(requests).to.deep.equal([]);
  });
}

it("Read that fails in an up: the error doesn't mention the last up's settings", async () => {
  const { host } = createHost(reading, cache, createRefusal(503));
  await host.check({}, cache.valid);
  expect((await catchError(host.read("id-1", newState(cache)))).message).not.to.include("last run");
});
