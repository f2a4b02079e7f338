/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

import "./resources/registration/debug-log.js";

export type { RepositoryDetails } from "./definitions/application.js";
export type { CacheConnection, CacheCredentials, CacheEnvironment } from "./definitions/cache.js";
export * from "./definitions/enums.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./definitions/environment.js";
export type { FieldNames } from "./definitions/field-names.js";
export * from "./resources/application.js";
export * from "./resources/cache.js";
export * from "./resources/environment.js";
export { Provider } from "./resources/provider.js";
export type { ProviderArgs, ProviderSettings } from "./resources/registration/provider-args.js";
export type { ClassOf, NoState } from "./resources/types.js";
