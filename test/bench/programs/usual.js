// The usual way, as Pulumi's documentation teaches it: `pulumi.dynamic.Resource` with provider objects. Their methods
// require what they use, because the serializer cannot capture a module-level zod schema.
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
    return response.data.data;
  } catch (error) {
    const { status, data: body } = error.response ?? {};
    throw new Error(`${method} ${path}: ${body?.message ?? status ?? error.message}`);
  }
}

/** Every key, at every depth. */
function toCamelCase(value) {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (typeof value !== "object" || value === null) return value;
  const rename = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [rename(key), toCamelCase(field)]));
}

/** The attributes, and of each relationship `x` the output `xId` or `xIds`. */
function readOutputs({ attributes, relationships }) {
  const ids = Object.entries(relationships).map(([name, { data }]) =>
    Array.isArray(data) ? [`${name.replace(/s$/, "")}Ids`, data.map(({ id }) => id)] : [`${name}Id`, data?.id ?? null],
  );
  return { ...toCamelCase(attributes), ...Object.fromEntries(ids) };
}

function createClass(type, collection, parentOf, secrets) {
  const { wires, outputs } = shapes[type];
  const provider = {
    async check(_olds, news) {
      const { z } = require("zod");
      const { error } = z.looseObject({ name: z.string().min(1).max(40) }).safeParse(news);
      const failures = error?.issues.map(({ path, message }) => ({ property: `${path[0]}`, reason: message }));
      return { inputs: news, failures: failures ?? [] };
    },
    async diff(_id, olds, news) {
      const equal = (key) => key === "__provider" || JSON.stringify(olds[key]) === JSON.stringify(news[key]);
      const replaces = Object.keys(news).filter((key) => !equal(key));
      return { changes: replaces.length > 0, replaces };
    },
    async create(inputs) {
      const body = Object.fromEntries(Object.entries(wires).map(([key, wire]) => [wire, inputs[key]]));
      const data = await send("POST", parentOf(inputs) + collection, body);
      return { id: data.id, outs: { ...readOutputs(data), ...inputs } };
    },
    async read(id, props) {
      const data = await send("GET", `${collection}/${encodeURIComponent(id)}`);
      const known = [...Object.keys(wires), "applicationId"].filter((key) => key in props);
      const inputs = Object.fromEntries(known.map((key) => [key, props[key]]));
      return { id, props: { ...props, ...readOutputs(data), ...inputs } };
    },
  };
  return class extends pulumi.dynamic.Resource {
    constructor(name, args, options) {
      // The SDK resolves no output that is not in the props. A secret is a whole output.
      const props = Object.fromEntries([...secrets, ...outputs].map((output) => [output, undefined]));
      const secret = { ...options, additionalSecretOutputs: secrets };
      super(provider, name, { ...props, ...args }, secret, "apphosting", type);
    }
  };
}

exports.Application = createClass("Application", "/applications", () => "", []);

const parentOf = ({ applicationId }) => `/applications/${encodeURIComponent(applicationId)}`;
exports.Environment = createClass("Environment", "/environments", parentOf, ["runtime"]);
