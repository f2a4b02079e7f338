// The usual way, as Pulumi's documentation teaches it: `pulumi.dynamic.Resource` with provider objects. Their methods
// require what they use, because the serializer can't capture a module-level zod schema.
const pulumi = require("@pulumi/pulumi");
const { shapes } = JSON.parse(process.env.BENCH);

async function send(method, path, data) {
  const axios = require("axios");
  try {
    const response = await axios.request({
      method,
      url: process.env.APPHOSTING_BASE_URL + path,
      data,
      headers: { Authorization: `Bearer ${process.env.APPHOSTING_TOKEN}` },
      timeout: 60_000,
    });
    return response.data;
  } catch (error) {
    const { status, data: body } = error.response ?? {};
    throw new Error(`${method} ${path}: ${body?.message ?? status ?? error.message}`);
  }
}

function toCamelCase(value) {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (typeof value !== "object" || value === null) return value;
  const rename = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [rename(key), toCamelCase(field)]));
}

/** The attributes, and the output `xId` or `xIds` for each relationship `x`. */
function readOutputs({ data: { attributes, relationships } }) {
  const ids = Object.entries(relationships).map(([name, { data }]) =>
    Array.isArray(data) ? [`${name.replace(/s$/, "")}Ids`, data.map(({ id }) => id)] : [`${name}Id`, data?.id ?? null],
  );
  return { ...toCamelCase(attributes), ...Object.fromEntries(ids) };
}

function readCacheOutputs(response) {
  const outputs = readOutputs(response);
  const { credentials, ...connection } = outputs.connection;
  const login = [credentials.username, credentials.password].map(encodeURIComponent).join(":");
  const connectionUri = `${connection.protocol}://${login}@${connection.hostname}:${connection.port}`;
  const environments = (response.included ?? []).map(({ id, attributes }) => ({ id, ...toCamelCase(attributes) }));
  return { ...outputs, connection, credentials, connectionUri, environments };
}

function createClass(type, { locate, updates = [], toOutputs = readOutputs, secrets = [] }) {
  const { wires, outputs } = shapes[type];
  async function apply(inputs) {
    const body = Object.fromEntries(Object.entries(wires).map(([key, wire]) => [wire, inputs[key]]));
    const response = await send(...locate(inputs), body);
    return { id: response.data.id, outs: { ...toOutputs(response), ...inputs } };
  }
  const provider = {
    async check(_olds, news) {
      const { z } = require("zod");
      const { error } = z.looseObject({ name: z.string().min(1).max(40) }).safeParse(news);
      const failures = error?.issues.map(({ path, message }) => ({ property: `${path[0]}`, reason: message }));
      return { inputs: news, failures: failures ?? [] };
    },
    async diff(_id, olds, news) {
      const equal = (key) => key === "__provider" || JSON.stringify(olds[key]) === JSON.stringify(news[key]);
      const changed = Object.keys(news).filter((key) => !equal(key));
      return { changes: changed.length > 0, replaces: changed.filter((key) => !updates.includes(key)) };
    },
    create: apply,
    ...(updates.length > 0 && { update: (_id, _olds, news) => apply(news) }),
    async read(id, props) {
      const response = await send("GET", `/${type.toLowerCase()}s/${encodeURIComponent(id)}`);
      const known = [...Object.keys(wires), "applicationId", "cacheId"].filter((key) => key in props);
      const inputs = Object.fromEntries(known.map((key) => [key, props[key]]));
      return { id, props: { ...props, ...toOutputs(response), ...inputs } };
    },
  };
  return class extends pulumi.dynamic.Resource {
    constructor(name, args, options) {
      // The SDK resolves only outputs that are in the props. A secret is a whole output.
      const props = Object.fromEntries([...secrets, ...outputs].map((output) => [output, undefined]));
      const secret = { ...options, additionalSecretOutputs: secrets };
      super(provider, name, { ...props, ...args }, secret, "apphosting", type);
    }
  };
}

exports.Application = createClass("Application", { locate: () => ["POST", "/applications"] });

exports.Environment = createClass("Environment", {
  locate: ({ applicationId }) => ["POST", `/applications/${encodeURIComponent(applicationId)}/environments`],
  secrets: ["runtime"],
});

exports.Cache = createClass("Cache", {
  locate: ({ cacheId }) => ["PATCH", `/caches/${encodeURIComponent(cacheId)}`],
  updates: Object.keys(shapes.Cache.wires),
  toOutputs: readCacheOutputs,
  secrets: ["credentials", "connectionUri"],
});
