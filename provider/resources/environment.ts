import { environment } from "../definitions/environment.js";
import { resourceClass } from "./api-resource.js";
import type { OptionalArgs, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof environment> {}

/** Arguments of an {@link Environment}. The API cannot change an environment, so a change of any replaces it. */
export interface EnvironmentArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/**
 * An environment of an application. `pulumi up` creates it with one request. The API can neither change nor delete one: a
 * changed argument creates another environment. The old one, and one that leaves the stack, still exists and costs until
 * somebody removes it in the provider's web console. If the API refuses a name that is taken, a replacement needs another
 * `name` while the old environment exists.
 *
 * Outputs that are no arguments are what the API's response to the create held. Only a read changes them, by
 * `apphosting:readPaths`. They are null where the response left them out: docs/outputs.md of the package shows how to use an
 * output that may be null. If the response has no id, `id` is `<applicationId>/<name>`.
 *
 * Of the options, `retainOnDelete` is always true, and `customTimeouts` has no effect: set `apphosting:timeoutSeconds`.
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
export class Environment extends resourceClass<EnvironmentArgs, Rows>(environment) {}
