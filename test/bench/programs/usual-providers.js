// The provider objects of the usual way. Their methods require what they use, as Pulumi's documentation advises: the
// serializer cannot capture a module-level zod schema.

const api = {
  async send(method, path, body) {
    const axios = require("axios");
    try {
      const { data } = await axios.request({
        method,
        url: process.env.APPHOSTING_BASE_URL + path,
        data: body,
        headers: { Authorization: `Bearer ${process.env.APPHOSTING_TOKEN}` },
        timeout: 60_000,
      });
      return data;
    } catch (error) {
      const { status, data } = error.response ?? {};
      throw new Error(`${method} ${path}: ${data?.message ?? status ?? error.message}`);
    }
  },
};

/** `created_at` → `createdAt`, at every depth. */
function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(
    entries.map(([key, field]) => [
      key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      camelCased(field),
    ]),
  );
}

/** `x` → `xId` and, of a list, `xIds`. */
function relatedIds(relationships) {
  const related = Object.entries(relationships).flatMap(([name, { data }]) => {
    if (Array.isArray(data)) return [[`${name.replace(/s$/, "")}Ids`, data.map(({ id }) => id)]];
    return data ? [[`${name}Id`, data.id]] : [];
  });
  return Object.fromEntries(related);
}

function failures(result) {
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => ({
    property: String(path[0] ?? ""),
    reason: message,
  }));
}

function changedKeys(olds, news) {
  return Object.keys(news).filter(
    (key) => key !== "__provider" && JSON.stringify(olds[key]) !== JSON.stringify(news[key]),
  );
}

const applicationProvider = {
  async check(_olds, news) {
    const { z } = require("zod");
    const schema = z.object({
      name: z.string().min(2).max(40),
      sourceControlProvider: z.enum(["hostA", "hostB", "hostB_self_hosted", "hostC"]),
      region: z.string().optional(),
      repository: z.string().max(255).optional(),
      buildCommand: z.string().max(2000).nullable().optional(),
      rootDirectory: z.string().optional(),
      clusterId: z.string().optional(),
    });
    return { inputs: news, failures: failures(schema.safeParse(news)) };
  },
  async diff(_id, olds, news) {
    const replaces = changedKeys(olds, news);
    return { changes: replaces.length > 0, replaces };
  },
  async create(inputs) {
    const { data, included } = await api.send("POST", "/applications", {
      name: inputs.name,
      source_control_provider_type: inputs.sourceControlProvider,
      region: inputs.region,
      repository: inputs.repository,
      build_command: inputs.buildCommand,
      root_directory: inputs.rootDirectory,
      cluster_id: inputs.clusterId,
    });
    const { repository, ...attributes } = camelCased(data.attributes);
    const { repositoryId, ...ids } = relatedIds(data.relationships);
    const name = included?.find(({ type }) => type === "repositories")?.attributes?.name;
    const repositoryDetails = camelCased({ id: repositoryId, name, ...repository });
    return { id: data.id, outs: { ...inputs, ...attributes, ...ids, repositoryDetails } };
  },
};

const environmentProvider = {
  async check(_olds, news) {
    const { z } = require("zod");
    const schema = z.object({
      applicationId: z.string().min(1),
      name: z.string().min(1).max(40),
      branch: z.string(),
      buildCommand: z.string().max(2000).nullable().optional(),
      clusterId: z.string().optional(),
      edgeNetworkId: z.string().optional(),
    });
    return { inputs: news, failures: failures(schema.safeParse(news)) };
  },
  async diff(_id, olds, news) {
    const replaces = changedKeys(olds, news);
    return { changes: replaces.length > 0, replaces };
  },
  async create(inputs) {
    const path = `/applications/${encodeURIComponent(inputs.applicationId)}/environments`;
    const { data } = await api.send("POST", path, {
      name: inputs.name,
      branch: inputs.branch,
      build_command: inputs.buildCommand,
      cluster_id: inputs.clusterId,
      edge_network_id: inputs.edgeNetworkId,
    });
    const { runtime, ...attributes } = camelCased(data.attributes);
    const ids = relatedIds(data.relationships);
    const environmentVariables = runtime.environmentVariables;
    return { id: data.id, outs: { ...inputs, ...attributes, ...ids, environmentVariables } };
  },
};

const cacheProvider = {
  async check(_olds, news) {
    const { z } = require("zod");
    const schema = z.object({
      cacheId: z.string().min(1),
      name: z.string().regex(/^[a-z0-9_-]{2,40}$/),
      size: z.string().optional(),
      autoUpgradeEnabled: z.boolean().optional(),
      isPublic: z.boolean().optional(),
      usesHibernation: z.boolean().optional(),
      hibernationTimeout: z.number().int().min(1).max(60).optional(),
      evictionPolicy: z.string().optional(),
    });
    return { inputs: news, failures: failures(schema.safeParse(news)) };
  },
  async diff(_id, olds, news) {
    const changed = changedKeys(olds, news);
    return { changes: changed.length > 0, replaces: changed.filter((key) => key === "cacheId") };
  },
  async send(inputs) {
    const { data, included } = await api.send("PATCH", `/caches/${encodeURIComponent(inputs.cacheId)}`, {
      name: inputs.name,
      size: inputs.size,
      auto_upgrade_enabled: inputs.autoUpgradeEnabled,
      is_public: inputs.isPublic,
      uses_hibernation: inputs.usesHibernation,
      hibernation_timeout: inputs.hibernationTimeout,
      eviction_policy: inputs.evictionPolicy,
    });
    const { connection, ...attributes } = camelCased(data.attributes);
    const { credentials, ...address } = connection;
    const { username, password } = credentials;
    return {
      ...inputs,
      ...attributes,
      ...relatedIds(data.relationships),
      connection: address,
      credentials,
      connectionUri: `${address.protocol}://${username}:${password}@${address.hostname}:${address.port}`,
      environments: included.map(({ id, attributes: { name, slug, status, vanity_domain }, links }) => ({
        id,
        name,
        slug,
        status,
        vanityDomain: vanity_domain,
        href: links.self.href,
      })),
    };
  },
  async create(inputs) {
    return { id: inputs.cacheId, outs: await this.send(inputs) };
  },
  async update(_id, _olds, news) {
    return { outs: await this.send(news) };
  },
};

module.exports = { applicationProvider, environmentProvider, cacheProvider };
