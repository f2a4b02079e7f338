import type { CustomResourceOptions } from "@pulumi/pulumi";
import { application } from "../definitions/application.js";
import { typeToken } from "../definitions/state.js";
import { ApiResource } from "./resource.js";
import type { Args, Outputs } from "./types.js";

type Rows = typeof application.rows;

/** Arguments of an {@link Application}. The API cannot change an application, so a change of any replaces it. */
export interface ApplicationArgs extends Args<Rows> {}

/**
 * A hosted application. `pulumi up` creates it with one request; the API can neither change nor delete one. A changed
 * argument therefore creates another application, and the old one is retained: it runs on, and costs, until somebody
 * removes it in the provider's web console. `protect: true` guards against an unwanted replacement.
 *
 * Outputs are what the API answered at creation; it cannot be asked again. An output that the answer left out is
 * null.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK makes the properties of the interface, one for each row
export class Application extends ApiResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = typeToken(application.kind);

  /**
   * @param name Name of the resource in the stack
   * @param args What to create
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: ApplicationArgs, options?: CustomResourceOptions) {
    super(application, name, args, options);
  }
}

export interface Application extends Outputs<Rows> {}
