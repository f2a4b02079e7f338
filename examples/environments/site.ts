import * as pulumi from "@pulumi/pulumi";
import { Application, type ApplicationArgs, Environment } from "pulumi-apphosting";

export interface SiteArgs {
  application: ApplicationArgs;
  /** Name of each environment → the branch that it deploys. */
  branches: Record<string, string>;
  /** Command that builds each environment. */
  buildCommand?: pulumi.Input<string | undefined>;
}

/** An application and its environments. */
export class Site extends pulumi.ComponentResource {
  readonly applicationId: pulumi.Output<string>;
  /** Name of each environment → its host name. */
  readonly domains: pulumi.Output<Record<string, string | null>>;

  constructor(name: string, args: SiteArgs, options?: pulumi.ComponentResourceOptions) {
    super("acme:hosting:Site", name, {}, options);

    const application = new Application(name, args.application, { parent: this });

    const domains: Record<string, pulumi.Output<string | null>> = {};
    for (const [environment, branch] of Object.entries(args.branches)) {
      const { vanityDomain } = new Environment(
        `${name}-${environment}`,
        { applicationId: application.id, name: environment, branch, buildCommand: args.buildCommand },
        { parent: this },
      );
      domains[environment] = vanityDomain;
    }

    this.applicationId = application.id;
    this.domains = pulumi.output(domains);
    this.registerOutputs({ applicationId: this.applicationId, domains: this.domains });
  }
}
