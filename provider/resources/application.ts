import * as pulumi from "@pulumi/pulumi";
import type { Region, SourceControlProvider } from "../enums.js";
import { type ResourceClass, registration, typeToken } from "./resource.js";
import { shortenStackTraces, traced } from "./stack-traces.js";

/** Arguments of an {@link Application}. The API cannot change an application, so a change of any replaces it. */
export interface ApplicationArgs {
  /**
   * Name of the application: 2 to 40 characters out of Latin letters, digits, spaces and `_ . , ' - & ( ) ! # + : @`.
   * A change replaces.
   */
  name: pulumi.Input<string>;
  /** Host of the repository. Required by the API since 2026-03-09. A change replaces. */
  sourceControlProvider: pulumi.Input<SourceControlProvider | (string & Record<never, never>)>;
  /** Where the application runs. Default: the API's choice. A change replaces. */
  region?: pulumi.Input<Region | (string & Record<never, never>) | null | undefined>;
  /**
   * Path of the repository, such as `acme/web`: at most 255 characters, segments joined by `/`, each a letter or digit
   * followed by letters, digits, `-`, `_`, `.`. A change replaces.
   */
  repository?: pulumi.Input<string | null | undefined>;
  /**
   * Command that builds the application, at most 2000 characters. `null` skips the build, for a static website.
   * Default: as the API decides, which documents the same. A change replaces; a change to `null` does, too.
   */
  buildCommand?: pulumi.Input<string | null | undefined>;
  /** Folder of the application within its repository. A change replaces. */
  rootDirectory?: pulumi.Input<string | null | undefined>;
  /** Id of a dedicated cluster, for organizations that have one. A change replaces. */
  clusterId?: pulumi.Input<string | null | undefined>;
}

/** What the API says of an application's repository. */
export interface RepositoryDetails {
  readonly id?: string;
  readonly name?: string;
  /** Name with its owner, such as `acme/web`. */
  readonly fullName?: string;
  readonly defaultBranch?: string;
}

/**
 * A hosted application. `pulumi up` creates it with one request; the API can neither change nor delete one. A changed
 * argument therefore creates another application, and the old one is retained: it runs on, and costs, until somebody
 * removes it in the provider's web console. `protect: true` guards against an unwanted replacement.
 *
 * Outputs are what the API answered at creation; it cannot be asked again. An output that the answer left out is
 * null.
 */
export class Application extends pulumi.CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = typeToken("Application");

  /** Name, as the API keeps it. */
  declare readonly name: pulumi.Output<string>;
  /** As stated. */
  declare readonly sourceControlProvider: pulumi.Output<string>;
  /** Region that the application runs in. */
  declare readonly region: pulumi.Output<string | null>;
  /** As stated; what the API says of it is in `repositoryDetails`. */
  declare readonly repository: pulumi.Output<string | null>;
  /** As stated. */
  declare readonly buildCommand: pulumi.Output<string | null>;
  /** Folder of the application within its repository. */
  declare readonly rootDirectory: pulumi.Output<string | null>;
  /** As stated. */
  declare readonly clusterId: pulumi.Output<string | null>;
  /** The API's short name for addresses. */
  declare readonly slug: pulumi.Output<string | null>;
  /** A setting for chat notifications. */
  declare readonly chatChannel: pulumi.Output<string | null>;
  /** Address of the application's picture. */
  declare readonly avatarUrl: pulumi.Output<string | null>;
  /** Framework, as the API names it. */
  declare readonly framework: pulumi.Output<string | null>;
  /** Language, as the API names it. */
  declare readonly language: pulumi.Output<string | null>;
  /** When the application was created, ISO 8601 in UTC. */
  declare readonly createdAt: pulumi.Output<string | null>;
  /** Free text. */
  declare readonly notes: pulumi.Output<string | null>;
  /** The repository, as the API knows it. */
  declare readonly repositoryDetails: pulumi.Output<RepositoryDetails | null>;
  /** Organization that owns the application. */
  declare readonly organizationId: pulumi.Output<string | null>;
  /** Environments at the time of creation, including any that the API made by itself. */
  declare readonly environmentIds: pulumi.Output<string[] | null>;
  /** Deployments at the time of creation. */
  declare readonly deploymentIds: pulumi.Output<string[] | null>;
  /** The environment that the API names as the default, if it does. */
  declare readonly defaultEnvironmentId: pulumi.Output<string | null>;

  /**
   * @param name Name of the resource in the stack
   * @param args What to create
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: ApplicationArgs, options?: pulumi.CustomResourceOptions) {
    const registered = registration(applicationClass, name, args, options);
    const resume = shortenStackTraces();
    try {
      super(...registered);
    } catch (error) {
      resume();
      throw traced(error);
    }
    resume();
  }
}

const applicationClass: ResourceClass<Application> = {
  kind: "Application",
  host: "application",
  outputs: {
    name: undefined,
    sourceControlProvider: undefined,
    region: undefined,
    repository: undefined,
    buildCommand: undefined,
    rootDirectory: undefined,
    clusterId: undefined,
    slug: undefined,
    chatChannel: undefined,
    avatarUrl: undefined,
    framework: undefined,
    language: undefined,
    createdAt: undefined,
    notes: undefined,
    repositoryDetails: undefined,
    organizationId: undefined,
    environmentIds: undefined,
    deploymentIds: undefined,
    defaultEnvironmentId: undefined,
  },
  secretOutputs: [],
  repeatedArguments: ["name", "repository"],
};
