import * as pulumi from "@pulumi/pulumi";
import type { EnvironmentVariable, Mailer, NetworkSettings } from "./environment-outputs.js";
import { type ResourceClass, registration, typeToken } from "./resource.js";
import { shortenStackTraces, traced } from "./stack-traces.js";

/** Arguments of an {@link Environment}. The API cannot change an environment, so a change of any replaces it. */
export interface EnvironmentArgs {
  /** Id of the application: `application.id`, or that of one outside the stack. A change replaces. */
  applicationId: pulumi.Input<string>;
  /** Name, 1 to 40 characters out of letters, digits, spaces, `_` and `-`. A change replaces. */
  name: pulumi.Input<string>;
  /** Branch of the repository that the environment deploys. A change replaces. */
  branch: pulumi.Input<string>;
  /**
   * Command that builds the environment, at most 2000 characters. `null` skips the build, for a static website.
   * Default: as the API decides, which documents the same. A change replaces; a change to `null` does, too.
   */
  buildCommand?: pulumi.Input<string | null | undefined>;
  /** Id of a dedicated cluster, for organizations that have one. A change replaces. */
  clusterId?: pulumi.Input<string | null | undefined>;
  /**
   * Id of the edge network, for organizations that have a dedicated one. Default: the one that the organization
   * prefers. A change replaces.
   */
  edgeNetworkId?: pulumi.Input<string | null | undefined>;
}

/**
 * An environment of an application. `pulumi up` creates it with one request; the API can neither change nor delete
 * one. A changed argument therefore creates another environment, and the old one is retained: it runs on, and costs,
 * until somebody removes it in the provider's web console. Where the API refuses a name that is taken, a replacement
 * needs a new `name` while the old environment exists.
 *
 * Outputs are what the API answered at creation; it cannot be asked again. An output that the answer left out is
 * null. Where the answer has no id, `id` is `<applicationId>/<name>`.
 */
export class Environment extends pulumi.CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = typeToken("Environment");

  /** As stated. */
  declare readonly applicationId: pulumi.Output<string>;
  /** Name, as the API keeps it. */
  declare readonly name: pulumi.Output<string>;
  /** As stated. */
  declare readonly branch: pulumi.Output<string>;
  /** Command that builds the environment. */
  declare readonly buildCommand: pulumi.Output<string | null>;
  /** As stated. */
  declare readonly clusterId: pulumi.Output<string | null>;
  /** As stated. */
  declare readonly edgeNetworkId: pulumi.Output<string | null>;
  /** The API's short name for addresses. */
  declare readonly slug: pulumi.Output<string | null>;
  /** State at the time of creation, such as `deploying`. */
  declare readonly status: pulumi.Output<string | null>;
  /** Such as `blue`. */
  declare readonly color: pulumi.Output<string | null>;
  /** Whether an automation created it. */
  declare readonly createdFromAutomation: pulumi.Output<boolean | null>;
  /** Host name that the API gives to the environment. */
  declare readonly vanityDomain: pulumi.Output<string | null>;
  /** Framework, as the API names it. */
  declare readonly framework: pulumi.Output<string | null>;
  /** Language, as the API names it. */
  declare readonly language: pulumi.Output<string | null>;
  /** Major version of PHP. */
  declare readonly phpMajorVersion: pulumi.Output<string | null>;
  /** Version of Node.js. */
  declare readonly nodeVersion: pulumi.Output<string | null>;
  /** Command that runs at each deployment. */
  declare readonly deployCommand: pulumi.Output<string | null>;
  /** Command that starts the application. */
  declare readonly startCommand: pulumi.Output<string | null>;
  /** Whether a server accelerator runs. */
  declare readonly usesServerAccelerator: pulumi.Output<boolean | null>;
  /** Whether the environment sleeps when nobody uses it. */
  declare readonly usesHibernation: pulumi.Output<boolean | null>;
  /** Unit not documented. */
  declare readonly hibernationWakeUpInterval: pulumi.Output<number | null>;
  /** Unit not documented. */
  declare readonly timeout: pulumi.Output<number | null>;
  /** Unit not documented. */
  declare readonly shutdownTimeout: pulumi.Output<number | null>;
  /** Whether a push to the branch deploys. */
  declare readonly usesPushToDeploy: pulumi.Output<boolean | null>;
  /** Whether a deploy hook is set. */
  declare readonly usesDeployHook: pulumi.Output<boolean | null>;
  /** Sender of its mail. */
  declare readonly mailer: pulumi.Output<Mailer | null>;
  /** Edge settings. */
  declare readonly networkSettings: pulumi.Output<NetworkSettings | null>;
  /** When the environment was created, ISO 8601 in UTC. */
  declare readonly createdAt: pulumi.Output<string | null>;
  /** As the API names it. */
  declare readonly serving: pulumi.Output<string | null>;
  /** Variables at the time of creation. A secret. */
  declare readonly environmentVariables: pulumi.Output<EnvironmentVariable[] | null>;
  /** Id of the branch. */
  declare readonly branchId: pulumi.Output<string | null>;
  /** Deployments at the time of creation. */
  declare readonly deploymentIds: pulumi.Output<string[] | null>;
  /** Current deployment. */
  declare readonly currentDeploymentId: pulumi.Output<string | null>;
  /** Domains at the time of creation. */
  declare readonly domainIds: pulumi.Output<string[] | null>;
  /** Primary domain. */
  declare readonly primaryDomainId: pulumi.Output<string | null>;
  /** Instances at the time of creation. */
  declare readonly instanceIds: pulumi.Output<string[] | null>;
  /** Database, if it has one. */
  declare readonly databaseId: pulumi.Output<string | null>;
  /** Cache, if it has one. */
  declare readonly cacheId: pulumi.Output<string | null>;
  /** Buckets at the time of creation. */
  declare readonly bucketIds: pulumi.Output<string[] | null>;
  /** Websocket application, if it has one. */
  declare readonly websocketApplicationId: pulumi.Output<string | null>;
  /** Ids of its secrets at the time of creation. */
  declare readonly secretIds: pulumi.Output<string[] | null>;

  /**
   * @param name Name of the resource in the stack
   * @param args What to create
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: EnvironmentArgs, options?: pulumi.CustomResourceOptions) {
    const registered = registration(environmentClass, name, args, options);
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

const environmentClass: ResourceClass<Environment> = {
  kind: "Environment",
  host: "environment",
  outputs: {
    applicationId: undefined,
    name: undefined,
    branch: undefined,
    buildCommand: undefined,
    clusterId: undefined,
    edgeNetworkId: undefined,
    slug: undefined,
    status: undefined,
    color: undefined,
    createdFromAutomation: undefined,
    vanityDomain: undefined,
    framework: undefined,
    language: undefined,
    phpMajorVersion: undefined,
    nodeVersion: undefined,
    deployCommand: undefined,
    startCommand: undefined,
    usesServerAccelerator: undefined,
    usesHibernation: undefined,
    hibernationWakeUpInterval: undefined,
    timeout: undefined,
    shutdownTimeout: undefined,
    usesPushToDeploy: undefined,
    usesDeployHook: undefined,
    mailer: undefined,
    networkSettings: undefined,
    createdAt: undefined,
    serving: undefined,
    environmentVariables: undefined,
    branchId: undefined,
    deploymentIds: undefined,
    currentDeploymentId: undefined,
    domainIds: undefined,
    primaryDomainId: undefined,
    instanceIds: undefined,
    databaseId: undefined,
    cacheId: undefined,
    bucketIds: undefined,
    websocketApplicationId: undefined,
    secretIds: undefined,
  },
  secretOutputs: ["environmentVariables"],
  repeatedArguments: ["name", "branch"],
};
