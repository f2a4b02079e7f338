import { application } from "../definitions/application.js";
import { resourceClass } from "./api-resource.js";
import type { OptionalArgs, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof application> {}

/** Arguments of an {@link Application}. The API cannot change an application, so a change of any replaces it. */
export interface ApplicationArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/**
 * A hosted application. `pulumi up` creates it with one request. The API can neither change nor delete one: a changed
 * argument creates another application. The old one, and one that leaves the stack, still exists and costs until somebody
 * removes it in the provider's web console. `protect: true` guards against an unwanted replacement.
 *
 * Outputs that are no arguments are what the API's response to the create held. Only a read changes them, by
 * `apphosting:readPaths`. They are null where the response left them out: docs/outputs.md of the package shows how to use an
 * output that may be null.
 *
 * Of the options, `retainOnDelete` is always true, and `customTimeouts` has no effect: set `apphosting:timeoutSeconds`.
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
 * Record one that exists, and create nothing:
 * ```ts
 * new Application("web", { existingId: "app-1", name: "Web shop", sourceControlProvider: "hostA" });
 * ```
 */
export class Application extends resourceClass<ApplicationArgs, Rows>(application) {}
