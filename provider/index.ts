/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

export type { RepositoryDetails } from "./definitions/application.js";
export type { CacheConnection, CacheCredentials, CacheEnvironment } from "./definitions/cache.js";
export { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "./definitions/enums.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./definitions/environment.js";
export type { FieldNames } from "./definitions/field-names.js";
export { Application, type ApplicationArgs } from "./resources/application.js";
export { Cache, type CacheArgs } from "./resources/cache.js";
export { Environment, type EnvironmentArgs } from "./resources/environment.js";
export { Provider, type ProviderArgs } from "./resources/provider.js";
