import type { CustomResourceOptions, ID, Input } from "@pulumi/pulumi";
import { application } from "../rows/application.js";
import type { NoState, OptionalArgs, OutputsOf, RequiredArgs, RowsOf } from "./hosted-resource.js";
import { addId, HostedResource, isResourceOf } from "./hosted-resource.js";

interface Rows extends RowsOf<typeof application> {}

/**
 * Arguments of an {@link Application}. A change replaces it, unless the comment of the argument says otherwise, or
 * `existingId` is set.
 */
export interface ApplicationArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

// The SDK adds the outputs to each instance.
export interface Application extends OutputsOf<Rows> {}

/**
 * A hosted application. `pulumi up` creates it with one request. The API documents no operation that changes or deletes
 * an application, so a changed argument creates a new one. The old application, and one that leaves the stack, keep
 * running, and billing, until you delete them in the provider's web console. To make any preview fail that would
 * replace or remove it, set `protect: true`.
 *
 * If `apphosting:operations` has `update`, the arguments that can be updated change in place.
 *
 * For each argument, the output of the same name is what your program sets. The other outputs come from the API's last
 * response, and are null until one has them: see docs/outputs-and-secrets.md of the package.
 *
 * Pulumi's option `retainOnDelete` is always true: an application is never deleted. `customTimeouts` has no effect: set
 * `apphosting:timeoutSeconds`.
 *
 * @example
 * Create an application, and protect it:
 * ```ts
 * const application = new Application(
 *   "web",
 *   {
 *     name: "Web shop",
 *     region: Region.EuCentral1,
 *     repository: "acme/web-shop",
 *     sourceControlProvider: SourceControlProvider.HostA,
 *   },
 *   { protect: true },
 * );
 * ```
 *
 * @example
 * Adopt an existing application instead of creating one:
 * ```ts
 * new Application("web", { existingId: "app-1", name: "Web shop", sourceControlProvider: "hostA" });
 * ```
 *
 * @example
 * Use one that this stack doesn't manage, if `apphosting:operations` has `read`:
 * ```ts
 * export const { slug } = Application.get("web", "app-1");
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK adds the outputs to each instance.
export class Application extends HostedResource {
  /** The type token, for policies. */
  static readonly __pulumiType: string = application.token;

  /** Whether a value is a resource of this class, even of another copy of the package. */
  static override isInstance(value: unknown): value is Application {
    return isResourceOf(application, value);
  }

  /**
   * Reads an existing application that this stack doesn't manage. It's never changed or deleted. This needs `read` in
   * `apphosting:operations`. It also reads in previews, so they need a token. If the application is gone, the program
   * fails; a refresh only warns.
   *
   * An output that the API doesn't return is null, **even for a required argument**, such as
   * `sourceControlProvider`. The type doesn't reflect this, so that you can use the result wherever you can use the
   * class.
   */
  static get(
    /** Unique name among the stack's resources of this class. */
    name: string,
    /** Id of the existing resource, from the web console or an output of another stack. */
    id: Input<ID>,
    /** Leave it out: the id is enough. */
    state?: NoState | null,
    /** Pulumi's options, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Application {
    return new Application(name, state as unknown as ApplicationArgs, addId(application, name, id, options));
  }

  // A comment of the constructor would hide the examples of the class in hover.
  constructor(
    /** Unique name among the stack's resources of this class. A new name without an alias is a new resource. */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: ApplicationArgs,
    /** Pulumi's options, such as `dependsOn`, `protect` or `provider`. Some differ: see docs/changes.md. */
    options?: CustomResourceOptions,
  ) {
    super(application, name, args, options);
  }
}
