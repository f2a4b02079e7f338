import type { CustomResourceOptions } from "@pulumi/pulumi";
import { environment } from "../definitions/environment.js";
import { resourceType } from "./manager.js";
import { ApiResource } from "./resource.js";
import type { Args, Outputs } from "./types.js";

type Rows = typeof environment.rows;

/** Arguments of an {@link Environment}. The API cannot change an environment, so a change of any replaces it. */
export interface EnvironmentArgs extends Args<Rows> {}

/**
 * An environment of an application. `pulumi up` creates it with one request. The API can neither change nor delete one, so
 * a changed argument creates another environment and retains the old one: it still runs, and costs, until somebody removes
 * it in the provider's web console. If the API refuses a name that is taken, a replacement needs another `name` while
 * the old environment exists.
 *
 * Outputs are what the API's response to the create held. The API cannot be asked again, so they never change. An output
 * that the response left out is null. If the response has no id, `id` is `<applicationId>/<name>`.
 *
 * @example
 * Deploy a branch of an application:
 * ```ts
 * const staging = new Environment("staging", {
 *   applicationId: application.id,
 *   name: "staging",
 *   branch: "develop",
 *   buildCommand: "npm ci && npm run build",
 * });
 * export const domain = staging.vanityDomain;
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK makes the properties of the interface, one for each row
export class Environment extends ApiResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = resourceType(environment.kind);

  /**
   * @param name Name of the resource in the stack
   * @param args What to create
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: EnvironmentArgs, options?: CustomResourceOptions) {
    super(environment, name, args, options);
  }
}

export interface Environment extends Outputs<Rows> {}
