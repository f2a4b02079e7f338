import { CustomResource, type CustomResourceOptions, type ID, type Input } from "@pulumi/pulumi";
import { environment } from "../definitions/environment.js";
import { limitStackTraces, showIdInPreview } from "./instance.js";
import { isResourceOf } from "./refusals.js";
import { addId, prepareRegistration } from "./registration.js";
import type { OptionalArgs, OutputsOf, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof environment> {}

/**
 * Arguments of an {@link Environment}. The API documents no update, so a change of any replaces it, unless
 * `apphosting:operations` has `update`.
 */
export interface EnvironmentArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/** What `Environment.get` takes beside the id. */
export interface EnvironmentState {
  /** Id of the application, for the output of that name: no response has it. */
  readonly applicationId?: EnvironmentArgs["applicationId"];
}

// The SDK adds the outputs to each instance.
export interface Environment extends OutputsOf<Rows> {}

/**
 * An environment of an application. `pulumi up` creates it with one request. The documented API can neither change nor delete
 * one: a changed argument creates another environment. The old one, and one that leaves the stack, still exists and is billed
 * until somebody removes it in the provider's web console. `protect: true` guards against an unwanted replacement or
 * removal. If the API refuses a name that is taken, a replacement needs another `name` while the old environment exists.
 *
 * Where `apphosting:operations` has `update`, the arguments that it can update change in place. Where it has `delete`,
 * `retainOnDelete: false` lets the package delete the resource when it is replaced or leaves the stack. Set that in an `up`
 * before: without it, everything is retained.
 *
 * Outputs that are no arguments are what the API's response to the create held. Only a read or an update that
 * `apphosting:operations` has changes them. They are null where the response left them out: docs/outputs-and-secrets.md of the package
 * shows how to use an output that may be null. If the response has no id, `id` is `<applicationId>/<name>`.
 *
 * `customTimeouts` has no effect: set `apphosting:timeoutSeconds`.
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
 *
 * @example
 * Delete it when it leaves the stack, where `apphosting:operations` has `delete`:
 * ```ts
 * const review = { applicationId: application.id, name: "review", branch: "review" };
 * new Environment("review", review, { retainOnDelete: false });
 * ```
 *
 * @example
 * Refer to one that this stack does not manage, where `apphosting:operations` has `read`:
 * ```ts
 * export const live = Environment.get("live", "env-1").vanityDomain;
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK adds the outputs to each instance.
export class Environment extends CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType: string = environment.names.token;

  /** Whether a value is a resource of this class, also one of another copy of the package. */
  static override isInstance(value: unknown): value is Environment {
    return isResourceOf(environment, value);
  }

  /**
   * Reads an environment that exists and that this stack does not manage: it is never changed and never deleted. It needs `read` in
   * `apphosting:operations`, and reads in previews, too.
   *
   * Outputs are what the API returns, and null where it returns nothing, **also the outputs of required arguments**: those that no
   * response has, such as `branch`. Their type does not say so, so that the result can be used wherever the class can.
   */
  static get(
    /** Name of the resource in the program, unique in the stack among those of its class. */
    name: string,
    /** Id of the resource that exists, from the web console or from an output of another stack. */
    id: Input<ID>,
    /** Id of the application, for the output of that name. */
    state?: EnvironmentState | null,
    /** Options of Pulumi, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Environment {
    return new Environment(name, state as unknown as EnvironmentArgs, addId(environment, name, id, options));
  }

  // Each parameter has its own comment: `@param` in a comment above would take the place of the examples of the class in hover.
  constructor(
    /**
     * Name of the resource in the program, unique in the stack among those of its class. Under another name it is another
     * resource to Pulumi: an alias in the options tells that it is the same.
     */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: EnvironmentArgs,
    /** Options of Pulumi, such as `dependsOn`, `protect` or `provider`. In docs/changes.md of the package is what each does. */
    options?: CustomResourceOptions,
  ) {
    const registration = prepareRegistration(environment, name, args, options);
    const restoreStackTraces = limitStackTraces();
    try {
      super(registration.type, name, registration.properties, registration.options);
    } finally {
      restoreStackTraces();
    }
    showIdInPreview(this, registration.idArgument);
  }
}
