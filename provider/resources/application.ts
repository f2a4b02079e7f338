import { application } from "../definitions/application.js";
import { createResourceClass } from "./api-resource.js";
import type { OptionalArgs, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof application> {}

/**
 * Arguments of an {@link Application}. The API documents no update, so a change of any replaces it, unless
 * `apphosting:operations` names PATCH.
 */
export interface ApplicationArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/**
 * A hosted application. `pulumi up` creates it with one request. The documented API can neither change nor delete one: a
 * changed argument creates another application. The old one, and one that leaves the stack, still exists and is billed until
 * somebody removes it in the provider's web console. `protect: true` guards against an unwanted replacement or removal.
 *
 * Where `apphosting:operations` names PATCH, the arguments that it can update change in place. No application is ever deleted,
 * whatever it names.
 *
 * Outputs that are no arguments are what the API's response to the create held. Only a read or an update that
 * `apphosting:operations` names changes them. They are null where the response left them out: docs/outputs-and-secrets.md of the package
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
 * Refer to one that this stack does not manage, where `apphosting:operations` names GET:
 * ```ts
 * export const { slug } = Application.get("web", "app-1");
 * ```
 */
export class Application extends createResourceClass<ApplicationArgs, Rows>(application) {}
