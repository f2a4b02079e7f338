import { defineResource } from "./definition.js";
import { Region, SourceControlProvider } from "./enums.js";
import { existingId, optional, output, required, toMany, toOne } from "./row.js";
import { type FieldsOf, object, oneOf, text } from "./value-type.js";

const repositoryDetails = {
  id: text(),
  name: text(),
  /** Name with its owner, such as `acme/web`. */
  fullName: text(),
  defaultBranch: text(),
};
/** An application's repository. */
export interface RepositoryDetails extends FieldsOf<typeof repositoryDetails> {}

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
      pattern: String.raw`^(?:(?=\p{L})\p{Script=Latin}|[0-9 _.,'\-&()!#+:@])+$`,
      form: "may only hold Latin letters, digits, spaces and _ . , ' - & ( ) ! # + : @",
    }),
  ),
  /**
   * Region that it runs in. The API may require it. A change replaces the resource.
   */
  region: optional(oneOf<Region>("Region", Region), { onChange: "replace" }),
  /**
   * Path of the repository, such as `acme/web`: at most 255 characters, segments joined by `/`, each a letter or digit
   * followed by letters, digits, `-`, `_`, `.`. The API may require it. A change replaces the resource, or updates it
   * in place if `apphosting:operations` has `update`.
   */
  repository: optional(
    text({
      max: 255,
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*$",
      form: "must be segments joined by /, each a letter or digit, then letters, digits, - _ .",
    }),
    { attribute: "repository.full_name" },
  ),
  /**
   * Host of the repository. A change replaces the resource, or updates it in place if `apphosting:operations` has
   * `update`.
   */
  sourceControlProvider: required(oneOf<SourceControlProvider>("SourceControlProvider", SourceControlProvider), {
    undocumentedName: "sourceControlProvider",
    neverReturned: true,
  }),
  /**
   * Build command, at most 2000 characters. To skip the build, set `null`, or leave it out of the create. The output is
   * a secret. A change replaces the resource, or updates it in place if `apphosting:operations` has `update`.
   */
  buildCommand: optional(text({ max: 2000 }), {
    nullable: "value",
    neverReturned: true,
    secret: true,
  }),
  /**
   * Folder in the repository. A change replaces the resource, or updates it in place if `apphosting:operations` has
   * `update`.
   */
  rootDirectory: optional(text()),
  /** Id of a dedicated cluster, for organizations that have one. A change replaces the resource. */
  clusterId: optional(text(), { neverReturned: true, onChange: "replace" }),
  /**
   * Id of an application to adopt instead of creating one. While it's set, changing another argument updates the
   * application, or only the state, but never replaces it. A different id adopts a different application. Removing it
   * later changes nothing.
   */
  existingId,
  /** Slug, as the API returns it. */
  slug: output(text()),
  /** Setting of a chat channel. */
  chatChannel: output(text()),
  /** Address of its picture. */
  avatarUrl: output(text()),
  /** Framework, such as `fwk_primary`. */
  framework: output(text()),
  /** Language, such as `html`. */
  language: output(text()),
  /** Creation time, ISO 8601 in UTC. */
  createdAt: output(text(), { neverLost: true }),
  /** Notes on the application. */
  notes: output(text()),
  /** Details of the repository. */
  repositoryDetails: output<RepositoryDetails>(object(repositoryDetails), {
    source: { from: "related", name: "repository", type: "repositories" },
  }),
  /** Id of its organization. */
  organizationId: toOne("organization", "organizations", { neverLost: true }),
  /** Ids of its environments, including any that the API creates by itself. */
  environmentIds: toMany("environments"),
  /** Ids of the deployments. */
  deploymentIds: toMany("deployments"),
  /** Id of the default environment, if the API names one. */
  defaultEnvironmentId: toOne("defaultEnvironment", "environments"),
};

/** A hosted application. The API documents no operation that changes, reads or deletes one. */
export const application = defineResource("Application", {
  apiType: "applications",
  path: "/applications",
  create: "POST /applications",
  // Without its provider, the API can't resolve a repository.
  sentWith: { sourceControlProvider: "repository" },
  deletion: {
    never: "the API may also delete its environments, even those that the stack adopts, retains or protects",
  },
  rows,
});
