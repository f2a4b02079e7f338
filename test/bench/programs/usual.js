// The usual way, as Pulumi's documentation teaches it: `pulumi.dynamic.Resource` with provider objects. Their methods
// require what they use, for the serializer cannot capture a module-level zod schema.
const pulumi = require("@pulumi/pulumi");
const { shapes } = JSON.parse(process.env.BENCH);

async function send(method, path, body) {
  const axios = require("axios");
  try {
    const { data } = await axios.request({
      method,
      url: process.env.APPHOSTING_BASE_URL + path,
      data: body,
      headers: { Authorization: `Bearer ${process.env.APPHOSTING_TOKEN}` },
      timeout: 60_000,
    });
    return camelCased(data);
  } catch (error) {
    const { status, data } = error.response ?? {};
    throw new Error(`${method} ${path}: ${data?.message ?? status ?? error.message}`);
  }
}

/** Every key, at every depth. */
function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  const name = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [name(key), camelCased(field)]));
}

/** `x` → `xId` and, of a list, `xIds`. */
function relatedIds(relationships) {
  const related = Object.entries(relationships).map(([name, { data }]) =>
    Array.isArray(data) ? [`${name.replace(/s$/, "")}Ids`, data.map(({ id }) => id)] : [`${name}Id`, data?.id ?? null],
  );
  return Object.fromEntries(related);
}

/** The SDK resolves no output that is not in the props. A secret is a whole output. */
function resource(type, method, pathOf, secrets) {
  const { wires, outputs } = shapes[type];
  async function apply(inputs) {
    const body = Object.fromEntries(Object.entries(wires).map(([key, wire]) => [wire, inputs[key]]));
    const { data, ...rest } = await send(method, pathOf(inputs), body);
    return { id: data.id, outs: { ...rest, ...data.attributes, ...relatedIds(data.relationships), ...inputs } };
  }
  const provider = {
    async check(_olds, news) {
      const { z } = require("zod");
      const { error } = z.looseObject({ name: z.string().min(1).max(40) }).safeParse(news);
      const reasons = error?.issues.map(({ path, message }) => ({ property: `${path[0]}`, reason: message }));
      return { inputs: news, failures: reasons ?? [] };
    },
    async diff(_id, olds, news) {
      const equal = (key) => key === "__provider" || JSON.stringify(olds[key]) === JSON.stringify(news[key]);
      const changed = Object.keys(news).filter((key) => !equal(key));
      return { changes: changed.length > 0, replaces: method === "POST" ? changed : [] };
    },
    create: apply,
    update: async (_id, _olds, news) => apply(news),
  };
  return class extends pulumi.dynamic.Resource {
    constructor(name, args, options) {
      const props = Object.fromEntries([...secrets, ...outputs].map((output) => [output, undefined]));
      const secret = { ...options, additionalSecretOutputs: secrets };
      super(provider, name, { ...props, ...args }, secret, "apphosting", type);
    }
  };
}

exports.Application = resource("Application", "POST", () => "/applications", []);

const environments = ({ applicationId }) => `/applications/${encodeURIComponent(applicationId)}/environments`;
exports.Environment = resource("Environment", "POST", environments, ["runtime"]);

const cache = ({ cacheId }) => `/caches/${encodeURIComponent(cacheId)}`;
exports.Cache = resource("Cache", "PATCH", cache, ["connection"]);
