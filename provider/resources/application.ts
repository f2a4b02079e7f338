import { CustomResource, type CustomResourceOptions, type ID, type Input } from "@pulumi/pulumi";
import { application } from "../definitions/application.js";
import { limitStackTraces, showIdInPreview } from "./instance.js";
import { isResourceOf } from "./refusals.js";
import { addId, prepareRegistration } from "./registration.js";
import type { NoState, OptionalArgs, OutputsOf, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof application> {}

/**
 * Arguments of an {@link Application}. The API documents no update, so a change of any replaces it, unless
 * `apphosting:operations` has `update`.
 */
export interface ApplicationArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

// The SDK adds the outputs to each instance.
export interface Application extends OutputsOf<Rows> {}

/**
 * A hosted application. `pulumi up` creates it with one request. The documented API can neither change nor delete one: a
 * changed argument creates another application. The old one, and one that leaves the stack, still exists and is billed until
 * somebody removes it in the provider's web console. `protect: true` guards against an unwanted replacement or removal.
 *
 * Where `apphosting:operations` has `update`, the arguments that it can update change in place. No application is ever deleted,
 * whatever the setting has.
 *
 * Outputs that are no arguments are what the API's response to the create held. Only a read or an update that
 * `apphosting:operations` has changes them. They are null where the response left them out: docs/outputs-and-secrets.md of the package
 * shows how to use an output that may be null.
 *
 * `customTimeouts` has no effect: set `apphosting:timeoutSeconds`.
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
 *
 * @example
 * Adopt one that exists, and create nothing:
 * ```ts
 * new Application("web", { existingId: "app-1", name: "Web shop", sourceControlProvider: "hostA" });
 * ```
 *
 * @example
 * Refer to one that this stack does not manage, where `apphosting:operations` has `read`:
 * ```ts
 * export const { slug } = Application.get("web", "app-1");
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK adds the outputs to each instance.
export class Application extends CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType: string = application.names.token;

  /** Whether a value is a resource of this class, also one of another copy of the package. */
  static override isInstance(value: unknown): value is Application {
    return isResourceOf(application, value);
  }

  /**
   * Reads an application that exists and that this stack does not manage: it is never changed and never deleted. It needs `read` in
   * `apphosting:operations`, and reads in previews, too.
   *
   * Outputs are what the API returns, and null where it returns nothing, **also the outputs of required arguments**: those that no
   * response has, such as `sourceControlProvider`. Their type does not say so, so that the result can be used wherever the class can.
   */
  static get(
    /** Name of the resource in the program, unique in the stack among those of its class. */
    name: string,
    /** Id of the resource that exists, from the web console or from an output of another stack. */
    id: Input<ID>,
    /** Nothing: the id tells which one. */
    state?: NoState | null,
    /** Options of Pulumi, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Application {
    return new Application(name, state as unknown as ApplicationArgs, addId(application, name, id, options));
  }

  // Each parameter has its own comment: `@param` in a comment above would take the place of the examples of the class in hover.
  constructor(
    /**
     * Name of the resource in the program, unique in the stack among those of its class. Under another name it is another
     * resource to Pulumi: an alias in the options tells that it is the same.
     */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: ApplicationArgs,
    /** Options of Pulumi, such as `dependsOn`, `protect` or `provider`. In docs/changes.md of the package is what each does. */
    options?: CustomResourceOptions,
  ) {
    const registration = prepareRegistration(application, name, args, options);
    const restoreStackTraces = limitStackTraces();
    try {
      super(registration.type, name, registration.properties, registration.options);
    } finally {
      restoreStackTraces();
    }
    showIdInPreview(this, registration.idArgument);
  }
}
