import { Region, SourceControlProvider } from "./enums.js";
import { line, type MembersOf, object, oneOf, text } from "./schema.js";
import { defineTable, existingId, optional, output, required, toMany, toOne } from "./table.js";

const repositoryDetails = {
  id: text(),
  name: text(),
  /** Name with its owner, such as `acme/web`. */
  fullName: text(),
  defaultBranch: text(),
};
/** An application's repository. */
export interface RepositoryDetails extends MembersOf<typeof repositoryDetails> {}

const rows = {
  /**
   * Name, 2–40 characters: Latin letters, digits, spaces and `_ . , ' - & ( ) ! # + @ :`. A change replaces the
   * resource, or updates it in place if `apphosting:operations` has `update`.
   */
  name: required(
    text({
      min: 2,
      max: 40,
      // Script=Latin alone would let Roman numerals (U+2160…) through, which aren't letters.
      pattern: /^(?:(?=\p{L})\p{Script=Latin}|[0-9 _.,'\-&()!#+:@])*$/u,
      form: "may only hold Latin letters, digits, spaces and _ . , ' - & ( ) ! # + : @",
    }),
    "updates if enabled",
  ),
  /** Region that it runs in. The API may require it. A change replaces the resource. */
  region: optional(oneOf<Region>("Region", Region), "replaces"),
  /**
   * Path of the repository, such as `acme/web`, not a URL: at most 255 characters, segments joined by `/`, each an
   * ASCII letter or digit followed by ASCII letters, digits, `-`, `_`, `.`. The API may require it. A change replaces
   * the resource, or updates it in place if `apphosting:operations` has `update`.
   */
  repository: optional(
    text({
      max: 255,
      pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/,
      form:
        "must be a path such as acme/web, not a URL: segments joined by /, " +
        "each an ASCII letter or digit, then letters, digits, - _ .",
    }),
    "updates if enabled",
    { source: "repository.full_name" },
  ),
  /**
   * Host of the repository. The API has required it since March 9, 2026. A change replaces the resource, or updates it
   * in place if `apphosting:operations` has `update`.
   */
  sourceControlProvider: required(
    oneOf<SourceControlProvider>("SourceControlProvider", SourceControlProvider),
    "updates if enabled",
    { field: "source_control_provider_type", hasUndocumentedField: true, source: null },
  ),
  /**
   * Build command, at most 2000 characters. To skip the build, set `null`, or leave it out of the create. The output is
   * a secret. A change replaces the resource, or updates it in place if `apphosting:operations` has `update`.
   */
  buildCommand: optional(text({ max: 2000 }), "updates if enabled", {
    source: null,
    null: "is sent",
    secret: true,
  }),
  /**
   * Folder in the repository. A change replaces the resource, or updates it in place if `apphosting:operations` has
   * `update`.
   */
  rootDirectory: optional(text(), "updates if enabled"),
  /** Id of a dedicated cluster, for organizations that have one. A change replaces the resource. */
  clusterId: optional(line(), "replaces", { source: null }),
  /**
   * Id of an application to adopt instead of creating one. While it's set, changing another argument updates the
   * application, or only the state, but never replaces it. A different id adopts a different application, and the old
   * one leaves the stack unchanged. After the adoption, you can remove it.
   */
  existingId,
  /** Slug, as the API returns it. */
  slug: output(text()),
  /** Setting of a chat channel. */
  chatChannel: output(text()),
  /** URL of its avatar. */
  avatarUrl: output(text()),
  /** Framework, such as `fwk_primary`. */
  framework: output(text()),
  /** Language, such as `html`. */
  language: output(text()),
  /** Creation time, ISO 8601 in UTC. */
  createdAt: output(text(), { keepIfNull: true }),
  /** Notes on the application. */
  notes: output(text()),
  /** Details of the repository. */
  repositoryDetails: output<RepositoryDetails>(object(repositoryDetails), {
    source: { related: { relationship: "repository", type: "repositories" } },
  }),
  /** Id of its organization. */
  organizationId: toOne("organization", "organizations", { keepIfNull: true }),
  /** Ids of its environments, including any that the API creates by itself. */
  environmentIds: toMany("environments"),
  /** Ids of the deployments. */
  deploymentIds: toMany("deployments"),
  /** Id of the default environment, if the API names one. */
  defaultEnvironmentId: toOne("defaultEnvironment", "environments"),
};

/** A hosted application. The API documents no operation that changes, reads or deletes one. */
export const application = defineTable({
  className: "Application",
  noun: "application",
  exportName: "application",
  apiType: "applications",
  path: "/applications",
  create: "POST",
  idArgument: "existingId",
  idIfMissing: [],
  uniqueBy: [],
  // Without its provider, the API can't resolve a repository.
  sentAlong: { sourceControlProvider: "repository" },
  neverDeleted: "the API may also delete its environments, even those that the stack adopts, retains or protects",
  rows,
});
