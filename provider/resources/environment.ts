import type { CustomResourceOptions, ID, Input } from "@pulumi/pulumi";
import { environment } from "../rows/environment.js";
import type { OptionalArgs, OutputsOf, RequiredArgs, RowsOf } from "./hosted-resource.js";
import { addId, HostedResource, isResourceOf } from "./hosted-resource.js";

interface Rows extends RowsOf<typeof environment> {}

/**
 * Arguments of an {@link Environment}. A change replaces it, unless the comment of the argument says otherwise, or
 * `existingId` is set.
 */
export interface EnvironmentArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/** What `Environment.get` takes in addition to the id. */
export interface EnvironmentState {
  /** Id of the application: the output `applicationId`, if the response doesn't include it. */
  readonly applicationId?: EnvironmentArgs["applicationId"];
}

// The SDK adds the outputs to each instance.
export interface Environment extends OutputsOf<Rows> {}

/**
 * An environment of an application. `pulumi up` creates it with one request. The API documents no operation that
 * changes or deletes an environment, so a changed argument creates a new one. The old environment, and one that leaves
 * the stack, keep running, and billing, until you delete them in the provider's web console. To make any preview fail
 * that would replace or remove it, set `protect: true`. If the API refuses names that are in use, a replacement needs a
 * different `name` while the old environment exists.
 *
 * If `apphosting:operations` has `update`, the arguments that can be updated change in place.
 *
 * Pulumi's option `retainOnDelete` is true by default. If `apphosting:operations` has `delete`, you can set it to
 * false: after an `up` with this option, Pulumi deletes the environment when you replace it, remove it from the program
 * or destroy the stack. A preview marks each removal that keeps running with `[retain]`. A transform that drops options
 * drops the retention, too.
 *
 * For each argument, the output of the same name is what your program sets. The other outputs come from the API's last
 * response, and are null until one has them: see docs/outputs-and-secrets.md of the package. If the response to the
 * create has no id, `id` is `<applicationId>/<name>`.
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
 * Let Pulumi delete it, if `apphosting:operations` has `delete`:
 * ```ts
 * const review = { applicationId: application.id, name: "review", branch: "review" };
 * new Environment("review", review, { retainOnDelete: false });
 * ```
 *
 * @example
 * Use one that this stack doesn't manage, if `apphosting:operations` has `read`:
 * ```ts
 * export const live = Environment.get("live", "env-1").vanityDomain;
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK adds the outputs to each instance.
export class Environment extends HostedResource {
  /** The type token, for policies. */
  static readonly __pulumiType: string = environment.token;

  /** Whether a value is a resource of this class, even of another copy of the package. */
  static override isInstance(value: unknown): value is Environment {
    return isResourceOf(environment, value);
  }

  /**
   * Reads an existing environment that this stack doesn't manage. It's never changed or deleted. This needs `read` in
   * `apphosting:operations`. It also reads in previews, so they need a token. If the environment is gone, the program
   * fails; a refresh only warns.
   *
   * An output that the API doesn't return is null, **even for a required argument**, such as `branch`. The type
   * doesn't reflect this, so that you can use the result wherever you can use the class.
   */
  static get(
    /** Unique name among the stack's resources of this class. */
    name: string,
    /** Id of the existing resource, from the web console or an output of another stack. */
    id: Input<ID>,
    /** Id of the application, for the output of that name. */
    state?: EnvironmentState | null,
    /** Pulumi's options, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Environment {
    return new Environment(name, state as unknown as EnvironmentArgs, addId(environment, name, id, options));
  }

  // A comment of the constructor would hide the examples of the class in hover.
  constructor(
    /** Unique name among the stack's resources of this class. A new name without an alias is a new resource. */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: EnvironmentArgs,
    /** Pulumi's options, such as `dependsOn`, `protect` or `provider`. Some differ: see docs/changes.md. */
    options?: CustomResourceOptions,
  ) {
    super(environment, name, args, options);
  }
}
