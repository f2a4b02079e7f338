/** From an answer of the API to outputs: every documented field, by a list of its own that is written from the reference. */

import { expect } from "chai";
import * as applications from "../../provider/api/application.js";
import * as caches from "../../provider/api/cache.js";
import * as environments from "../../provider/api/environment.js";
import type { Table } from "../../provider/api/fields.js";
import type { Json, JsonObject } from "../../provider/api/json.js";

/** The reference's attributes: paths of one type, separated by spaces. */
const applicationFields = {
  string:
    "name slug region root_directory chat_channel avatar_url framework language created_at notes" +
    " repository.full_name repository.default_branch",
};
const environmentFields = {
  string:
    "name slug status color vanity_domain framework language php_major_version build_command node_version" +
    " deploy_command start_command created_at serving mailer.from_address mailer.from_name mailer.key_name" +
    " network_settings.cache.strategy network_settings.response_headers.frame" +
    " network_settings.response_headers.content_type network_settings.firewall.rate_limit.level" +
    " network_settings.firewall.under_attack_mode_started_at",
  boolean:
    "created_from_automation uses_server_accelerator uses_hibernation uses_push_to_deploy uses_deploy_hook" +
    " network_settings.response_headers.hsts.include_subdomains" +
    " network_settings.response_headers.hsts.preload network_settings.firewall.rate_limit.429" +
    " network_settings.firewall.rate_limit.4xx network_settings.firewall.block_path" +
    " network_settings.content_converter",
  integer:
    "hibernation_wake_up_interval timeout shutdown_timeout" +
    " network_settings.response_headers.hsts.max_age network_settings.firewall.rate_limit.per_minute",
  strings: "network_settings.firewall.bot_categories",
};
const cacheFields = {
  string: "name type status region size eviction_policy created_at connection.hostname connection.protocol",
  boolean: "auto_upgrade_enabled is_public uses_hibernation",
  integer: "hibernation_timeout connection.port",
};
const applicationRelated = {
  one: "repository organization defaultEnvironment",
  many: "environments deployments",
};
const environmentRelated = {
  // `application` is the argument applicationId itself.
  one: "branch currentDeployment primaryDomain database cache websocketApplication",
  many: "deployments domains instances buckets secrets",
};
const cacheRelated = { one: "", many: "environments" };

type Words = Readonly<Record<string, string>>;
type Field = readonly [kind: string, name: string];

/** Each word after the key that it stands under. */
function fieldsOf(words: Words): Field[] {
  return Object.entries(words).flatMap(([kind, list]) =>
    list.split(" ").flatMap((name): Field[] => (name === "" ? [] : [[kind, name]])),
  );
}

function camelCase(wire: string): string {
  return wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sample(type: string, path: string): Json {
  if (type === "boolean") return true;
  if (type === "integer") return path.length;
  return type === "strings" ? [`first of ${path}`, `second of ${path}`] : `text of ${path}`;
}

function put(into: JsonObject, path: readonly string[], value: Json): void {
  const [first = "", ...rest] = path;
  if (rest.length > 0) into[first] ??= {};
  if (rest.length > 0) put(into[first] as JsonObject, rest, value);
  else into[first] = value;
}

/** An answer with these fields, and the outputs that stand for them. */
function answerOf(fields: readonly Field[], related: readonly Field[]) {
  const attributes: JsonObject = {};
  const relationships: JsonObject = {};
  const outputs: JsonObject = {};
  for (const [type, path] of fields) {
    put(attributes, path.split("."), sample(type, path));
    put(outputs, path.split(".").map(camelCase), sample(type, path));
  }
  for (const [cardinality, name] of related) {
    const ids = [`${name}-1`, `${name}-2`];
    const data = ids.map((id) => ({ type: "any", id }));
    relationships[name] = { data: cardinality === "one" ? (data[0] as Json) : data };
    if (cardinality === "one") outputs[`${name}Id`] = ids[0] as Json;
    else outputs[`${name.replace(/s$/, "")}Ids`] = ids;
  }
  return { data: { id: "id-1", type: "any", attributes, relationships }, outputs };
}

/** An application's repository, which is an argument, is another output. */
function repositoryRenamed({ repository, repositoryId: id, ...others }: JsonObject): JsonObject {
  if (repository === undefined && id === undefined) return others;
  const details = { ...(id === undefined ? {} : { id }), ...(repository as JsonObject | undefined) };
  return { ...others, repositoryDetails: details };
}

const unchanged = (outputs: JsonObject) => outputs;
const resources = [
  {
    kind: "an application",
    fields: fieldsOf(applicationFields),
    related: fieldsOf(applicationRelated),
    read: applications.readApplication,
    renamed: repositoryRenamed,
    attributes: applications.applicationAttributes,
    relationships: applications.applicationRelationships,
  },
  {
    kind: "an environment",
    fields: fieldsOf(environmentFields),
    related: fieldsOf(environmentRelated),
    read: environments.readEnvironment,
    renamed: unchanged,
    attributes: environments.environmentAttributes,
    relationships: environments.environmentRelationships,
  },
  {
    kind: "a cache",
    fields: fieldsOf(cacheFields),
    related: fieldsOf(cacheRelated),
    read: caches.readCache,
    renamed: unchanged,
    attributes: caches.cacheAttributes,
    relationships: caches.cacheRelationships,
  },
];

for (const { kind, fields, related, read, renamed, attributes, relationships } of resources) {
  describe(`The answer of ${kind}`, () => {
    it("gives an output for every documented field, without a warning", () => {
      const { data, outputs } = answerOf(fields, related);
      expect(read({ data })).to.deep.equal({ id: "id-1", outputs: renamed(outputs), oddities: [] });
    });

    it("gives each output by the field of its name and by no other", () => {
      for (const field of fields) {
        const { data, outputs } = answerOf([field], []);
        expect(read({ data }).outputs).to.deep.equal(renamed(outputs));
      }
      for (const relationship of related) {
        const { data, outputs } = answerOf([], [relationship]);
        expect(read({ data }).outputs).to.deep.equal(renamed(outputs));
      }
    });

    it("is read by tables that hold nothing else than what is documented", () => {
      const paths = (table: Table): string[] =>
        table.flatMap(([wire, , shape]) =>
          typeof shape === "string" ? [wire] : paths(shape).map((path) => `${wire}.${path}`),
        );
      expect(paths(attributes)).to.have.members(fields.map(([, name]) => name));
      expect(relationships.map(([wire]) => wire)).to.have.members(related.map(([, name]) => name));
    });
  });
}

describe("What is included", () => {
  it("with an application is the name of its repository", () => {
    const data = { id: "1", relationships: { repository: { data: { type: "repositories", id: "r-2" } } } };
    const included = ["r-1", "r-2"].map((id) => ({
      id,
      type: "repositories",
      attributes: { name: `of ${id}` },
    }));
    const { repositoryDetails } = applications.readApplication({ data, included }).outputs;
    expect(repositoryDetails).to.deep.equal({ id: "r-2", name: "of r-2" });
  });

  it("with an application gives the repository's id where no relationship does", () => {
    const included = [{ id: "r-1", type: "repositories", attributes: { name: "shop" } }];
    const { repositoryDetails } = applications.readApplication({ data: { id: "1" }, included }).outputs;
    expect(repositoryDetails).to.deep.equal({ id: "r-1", name: "shop" });
  });

  it("with a cache is what environments use it, without their variables", () => {
    const { data } = answerOf(fieldsOf(environmentFields), fieldsOf(environmentRelated));
    data.attributes.runtime = { environment_variables: [{ key: "KEY", value: "secret" }] };
    const links = { self: { href: "https://h", rel: "self", title: "t", meta: {} } };
    const others = [{ id: "o-1", type: "organizations", attributes: { name: "acme" } }];
    const included = [{ ...data, type: "environments", links }, ...others];
    const { outputs } = caches.readCache({ data: { id: "1" }, included });
    const { name, slug, status, vanity_domain } = data.attributes;
    expect(outputs.environments).to.deep.equal([
      { id: "id-1", name, slug, status, vanityDomain: vanity_domain, href: "https://h" },
    ]);
  });
});
