// The usual way, as Pulumi's documentation teaches it: `pulumi.dynamic.Resource` with provider objects. Their methods
// require what they use, for the serializer cannot capture a module-level zod schema.
const pulumi = require("@pulumi/pulumi");

async function send(method, path, { __provider, ...body }) {
  const axios = require("axios");
  try {
    const { data } = await axios.request({
      method,
      url: process.env.APPHOSTING_BASE_URL + path,
      data: renamed(body, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      headers: { Authorization: `Bearer ${process.env.APPHOSTING_TOKEN}` },
      timeout: 60_000,
    });
    return renamed(data, (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
  } catch (error) {
    const { status, data } = error.response ?? {};
    throw new Error(`${method} ${path}: ${data?.message ?? status ?? error.message}`);
  }
}

/** Every key, at every depth; fields without a value are left out. */
function renamed(value, rename) {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(entries.map(([key, field]) => [rename(key), renamed(field, rename)]));
}

/** `x` → `xId` and, of a list, `xIds`. */
function relatedIds(relationships) {
  const related = Object.entries(relationships).flatMap(([name, { data }]) => {
    if (Array.isArray(data)) return [[`${name.replace(/s$/, "")}Ids`, data.map(({ id }) => id)]];
    return data ? [[`${name}Id`, data.id]] : [];
  });
  return Object.fromEntries(related);
}

/** `apply` sends, and resolves to `{ id, outs }`. The SDK resolves no output that is not in the props. */
function resource(type, outputs, additionalSecretOutputs, schema, replaces, apply) {
  const provider = {
    async check(_olds, news) {
      const { z } = require("zod");
      const { error } = z.object(schema(z)).safeParse(news);
      const reasons = error?.issues.map(({ path, message }) => ({ property: `${path[0]}`, reason: message }));
      return { inputs: news, failures: reasons ?? [] };
    },
    async diff(_id, olds, news) {
      const equal = (key) => key === "__provider" || JSON.stringify(olds[key]) === JSON.stringify(news[key]);
      const changed = Object.keys(news).filter((key) => !equal(key));
      return { changes: changed.length > 0, replaces: changed.filter(replaces) };
    },
    create: (inputs) => apply(inputs),
    update: (_id, _olds, news) => apply(news),
  };
  return class extends pulumi.dynamic.Resource {
    constructor(name, args, options) {
      const props = Object.fromEntries(outputs.split(" ").map((output) => [output, undefined]));
      super(provider, name, { ...props, ...args }, { ...options, additionalSecretOutputs }, "apphosting", type);
    }
  };
}

exports.Application = resource(
  "Application",
  "slug rootDirectory chatChannel avatarUrl framework language createdAt notes repositoryDetails clusterId " +
    "organizationId environmentIds deploymentIds defaultEnvironmentId",
  [],
  (z) => ({
    name: z.string().min(2).max(40),
    sourceControlProvider: z.enum(["hostA", "hostB", "hostB_self_hosted", "hostC"]),
    region: z.string().optional(),
    repository: z.string().max(255).optional(),
    buildCommand: z.string().max(2000).nullable().optional(),
    rootDirectory: z.string().optional(),
    clusterId: z.string().optional(),
  }),
  () => true,
  async (inputs) => {
    const { sourceControlProvider: sourceControlProviderType, ...asked } = inputs;
    const { data, included } = await send("POST", "/applications", { ...asked, sourceControlProviderType });
    const { repository, ...attributes } = data.attributes;
    const { repositoryId, ...ids } = relatedIds(data.relationships);
    const name = included?.find(({ type }) => type === "repositories")?.attributes?.name;
    const repositoryDetails = { id: repositoryId, name, ...repository };
    return { id: data.id, outs: { ...inputs, ...attributes, ...ids, repositoryDetails } };
  },
);

exports.Environment = resource(
  "Environment",
  "slug status color createdFromAutomation vanityDomain framework language phpMajorVersion nodeVersion " +
    "deployCommand startCommand usesServerAccelerator usesHibernation hibernationWakeUpInterval timeout " +
    "shutdownTimeout usesPushToDeploy usesDeployHook mailer networkSettings createdAt serving clusterId " +
    "edgeNetworkId environmentVariables branchId deploymentIds currentDeploymentId domainIds primaryDomainId " +
    "instanceIds databaseId cacheId bucketIds websocketApplicationId secretIds",
  ["environmentVariables"],
  (z) => ({
    applicationId: z.string().min(1),
    name: z.string().min(1).max(40),
    branch: z.string(),
    buildCommand: z.string().max(2000).nullable().optional(),
    clusterId: z.string().optional(),
    edgeNetworkId: z.string().optional(),
  }),
  () => true,
  async (inputs) => {
    const { applicationId, ...body } = inputs;
    const path = `/applications/${encodeURIComponent(applicationId)}/environments`;
    const { data } = await send("POST", path, body);
    const { runtime, ...attributes } = data.attributes;
    return { id: data.id, outs: { ...inputs, ...attributes, ...relatedIds(data.relationships), ...runtime } };
  },
);

exports.Cache = resource(
  "Cache",
  "evictionPolicy type status region createdAt connection credentials connectionUri environmentIds environments",
  ["credentials", "connectionUri"],
  (z) => ({
    cacheId: z.string().min(1),
    name: z.string().regex(/^[a-z0-9_-]{2,40}$/),
    size: z.string().optional(),
    autoUpgradeEnabled: z.boolean().optional(),
    isPublic: z.boolean().optional(),
    usesHibernation: z.boolean().optional(),
    hibernationTimeout: z.number().int().min(1).max(60).optional(),
    evictionPolicy: z.string().optional(),
  }),
  (key) => key === "cacheId",
  async (inputs) => {
    const { cacheId, ...body } = inputs;
    const { data, included } = await send("PATCH", `/caches/${encodeURIComponent(cacheId)}`, body);
    const { connection, ...attributes } = data.attributes;
    const { credentials, ...address } = connection;
    const { username, password } = credentials;
    const connectionUri = `${address.protocol}://${username}:${password}@${address.hostname}:${address.port}`;
    const environments = included.map(({ id, attributes: { name, slug, status, vanityDomain }, links }) => {
      return { id, name, slug, status, vanityDomain, href: links.self.href };
    });
    const ids = relatedIds(data.relationships);
    const outs = {
      ...inputs,
      ...attributes,
      ...ids,
      connection: address,
      credentials,
      connectionUri,
      environments,
    };
    return { id: cacheId, outs };
  },
);
