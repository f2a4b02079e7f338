import { environment } from "../definitions/environment.js";
import { createResourceClass } from "./api-resource.js";
import type { OptionalArgs, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof environment> {}

/**
 * Arguments of an {@link Environment}. The API documents no update, so a change of any replaces it, unless
 * `apphosting:operations` names PATCH.
 */
export interface EnvironmentArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/** What `Environment.get` takes beside the id, where the address of the named GET has it. */
export interface EnvironmentState {
  /** Id of the application. */
  readonly applicationId?: EnvironmentArgs["applicationId"];
}

/**
 * An environment of an application. `pulumi up` creates it with one request. The documented API can neither change nor delete
 * one: a changed argument creates another environment. The old one, and one that leaves the stack, still exists and is billed
 * until somebody removes it in the provider's web console. `protect: true` guards against an unwanted replacement or
 * removal. If the API refuses a name that is taken, a replacement needs another `name` while the old environment exists.
 *
 * Where `apphosting:operations` names PATCH, the arguments that it can update change in place. Where it names DELETE,
 * `retainOnDelete: false` lets the package delete the resource when it is replaced or leaves the stack. Set that in an `up`
 * before: without it, everything is retained.
 *
 * Outputs that are no arguments are what the API's response to the create held. Only a read or an update that
 * `apphosting:operations` names changes them. They are null where the response left them out: docs/outputs-and-secrets.md of the package
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
 * Delete it when it leaves the stack, where `apphosting:operations` names DELETE:
 * ```ts
 * const review = { applicationId: application.id, name: "review", branch: "review" };
 * new Environment("review", review, { retainOnDelete: false });
 * ```
 *
 * @example
 * Refer to one that this stack does not manage, where `apphosting:operations` names GET:
 * ```ts
 * export const live = Environment.get("live", "env-1").vanityDomain;
 * ```
 */
export class Environment extends createResourceClass<EnvironmentArgs, Rows, EnvironmentState>(environment) {}
