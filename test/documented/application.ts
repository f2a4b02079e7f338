import {
  buildCommand,
  type DocumentedResource,
  describeOneOf,
  existingId,
  linkToMany,
  linkToOne,
  listTexts,
  mustBeText,
  oneLine,
  requiredText,
  unlisted,
} from "./facts";

const regions = [
  ...["us-east-1", "us-east-2", "ca-central-1", "eu-central-1", "eu-west-1", "eu-west-2", "eu-west-3"],
  ...["me-central-1", "ap-southeast-1", "ap-southeast-2", "ap-northeast-1"],
];
const providers = ["hostA", "hostB", "hostB_self_hosted", "hostC"];

/** A Latin letter of two UTF-16 units. */
const letter = "\u{1df00}";

export const application: DocumentedResource = {
  className: "Application",
  create: { action: "create application", method: "POST", path: "/applications" },
  arguments: {
    name: {
      wire: "name",
      attribute: "name",
      required: true,
      valid: "Shop",
      other: "Store",
      accepts: [
        ...["ab", "a".repeat(40), "A z_0.,'-&()!#+:@9", letter.repeat(2), letter.repeat(40)],
        ..."Größe Łódź Ærø ﬀi ḁb ªº ʰa".split(" "),
      ],
      invalid: {
        "must have 2 to 40 characters; it has 0": [""],
        "must have 2 to 40 characters; it has 1": ["a", letter],
        "must have 2 to 40 characters; it has 41": ["a".repeat(41), letter.repeat(41)],
        "may only hold Latin letters, digits, spaces and _ . , ' - & ( ) ! # + : @":
          "cafe\u0301|ⅧI|日本|Ωμ|Ж1|ab🚀|a/b|a\nb|ab\n|a*b|a\u00a0b|a;b|½a|a×b|\ud800a".split("|"),
        ...requiredText,
      },
    },
    region: {
      wire: "region",
      attribute: "region",
      onChange: "replace",
      valid: "eu-west-1",
      other: "us-east-2",
      values: regions,
      invalid: { [describeOneOf(regions)]: unlisted.filter((value) => value !== "us-east-1") },
    },
    repository: {
      wire: "repository",
      attribute: "repository.full_name",
      valid: "acme/shop",
      other: "acme/store",
      accepts: ["acme", "a/b/c", "0", "A-b_c.d/9..", `${"a".repeat(127)}/${"b".repeat(127)}`],
      invalid: {
        "must be a path such as acme/web, not a URL: segments joined by /, each an ASCII letter or digit, then letters, digits, - _ .":
          "|https://host.example/a|git@host.example:acme/web|/acme|acme/|acme//web|acme/_web|ácme|acme/web\n".split(
            "|",
          ),
        "must have at most 255 characters; it has 256": [`${"a".repeat(127)}/${"b".repeat(128)}`],
        ...mustBeText,
      },
    },
    sourceControlProvider: {
      wire: "source_control_provider_type",
      undocumentedName: true,
      required: true,
      valid: "hostA",
      other: "hostB",
      values: providers,
      invalid: {
        [`is required (${describeOneOf(providers).replace("must be ", "")})`]: [null],
        [describeOneOf(providers)]: ["hosta", "hostB-self-hosted", "hostD", ...unlisted],
      },
    },
    buildCommand,
    rootDirectory: {
      wire: "root_directory",
      attribute: "root_directory",
      valid: "/web",
      other: "/",
      accepts: ["", "any text: ü 🚀\n"],
      invalid: mustBeText,
    },
    clusterId: { wire: "cluster_id", onChange: "replace", valid: "cluster-1", other: "cluster-2", ...oneLine },
    existingId,
  },
  responseValues: [
    ["data.id", "app-1"],
    ["data.type", "applications"],
    ...listTexts("slug chat_channel avatar_url framework language created_at notes"),
    ["data.attributes.repository.full_name", "acme/shop", "repositoryDetails.fullName"],
    ["data.attributes.repository.default_branch", "main", "repositoryDetails.defaultBranch"],
    [["data.relationships.repository.data.id", "included.0.id"], "repo-1", "repositoryDetails.id"],
    ["data.relationships.repository.data.type", "repositories"],
    ...linkToOne("organization", "organizations", "org-1", "organizationId"),
    ...linkToMany("environments", "environments", "env-1", "environmentIds"),
    ...linkToMany("deployments", "deployments", "deployment-1", "deploymentIds"),
    ...linkToOne("defaultEnvironment", "environments", "env-1", "defaultEnvironmentId"),
    ["included.0.type", "repositories"],
    ["included.0.attributes.name", "shop", "repositoryDetails.name"],
  ],
  secrets: ["buildCommand"],
  neverLost: ["createdAt", "organizationId"],
};
