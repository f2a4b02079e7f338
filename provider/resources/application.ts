import * as pulumi from "@pulumi/pulumi";
import { application } from "../definitions/application.js";
import { typeToken } from "../definitions/state.js";
import { registration } from "./resource.js";
import { shortenStackTraces, traced } from "./stack-traces.js";
import type { Args, Outputs } from "./types.js";

type Rows = typeof application.rows;

/** Arguments of an {@link Application}. The API cannot change an application, so a change of any replaces it. */
export interface ApplicationArgs extends Args<Rows> {}

/**
 * A hosted application. `pulumi up` creates it with one request. The API can neither change nor delete one, so a changed
 * argument creates another application and retains the old one: it still runs, and costs, until somebody removes it in
 * the provider's web console. `protect: true` guards against an unwanted replacement.
 *
 * Outputs are what the API's response to the create held. The API cannot be asked again, so they never change. An output
 * that the response left out is null.
 *
 * @example
 * Create an application:
 * ```ts
 * const application = new Application("web", {
 *   name: "Web shop",
 *   region: Region.EuCentral1,
 *   repository: "acme/web-shop",
 *   sourceControlProvider: SourceControlProvider.HostA,
 * });
 * ```
 *
 * @example
 * Guard it against a replacement:
 * ```ts
 * new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { protect: true });
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK makes the properties of the interface, one for each row
export class Application extends pulumi.CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = typeToken(application.kind);

  /**
   * @param name Name of the resource in the stack
   * @param args What to create
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: ApplicationArgs, options?: pulumi.CustomResourceOptions) {
    const registered = registration(application, name, args, options);
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

export interface Application extends Outputs<Rows> {}
