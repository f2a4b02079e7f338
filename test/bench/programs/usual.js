// The usual way, as Pulumi's documentation teaches it: `pulumi.dynamic.Resource` with a provider object.
const pulumi = require("@pulumi/pulumi");
const { declare } = require("./resources");
const { applicationProvider, environmentProvider, cacheProvider } = require("./usual-providers");

/** A resource class; the SDK resolves no output that is not in the props. */
const resource = (provider, type, outputs, ...additionalSecretOutputs) =>
  class extends pulumi.dynamic.Resource {
    constructor(name, args, options) {
      const props = {
        ...Object.fromEntries(outputs.split(" ").map((output) => [output, undefined])),
        ...args,
      };
      super(provider, name, props, { ...options, additionalSecretOutputs }, "apphosting", type);
    }
  };

declare(
  resource(
    applicationProvider,
    "Application",
    "slug rootDirectory chatChannel avatarUrl framework language createdAt notes repositoryDetails clusterId " +
      "organizationId environmentIds deploymentIds defaultEnvironmentId",
  ),
  resource(
    environmentProvider,
    "Environment",
    "slug status color createdFromAutomation vanityDomain framework language phpMajorVersion nodeVersion " +
      "deployCommand startCommand usesServerAccelerator usesHibernation hibernationWakeUpInterval timeout " +
      "shutdownTimeout usesPushToDeploy usesDeployHook mailer networkSettings createdAt serving clusterId " +
      "edgeNetworkId environmentVariables branchId deploymentIds currentDeploymentId domainIds primaryDomainId " +
      "instanceIds databaseId cacheId bucketIds websocketApplicationId secretIds",
    "environmentVariables",
  ),
  resource(
    cacheProvider,
    "Cache",
    "evictionPolicy type status region createdAt connection credentials connectionUri environmentIds environments",
    "credentials",
    "connectionUri",
  ),
);
