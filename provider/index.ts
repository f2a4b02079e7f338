/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

export { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "./enums.js";
export { Application, type ApplicationArgs, type RepositoryDetails } from "./resources/application.js";
export {
  Cache,
  type CacheArgs,
  type CacheConnection,
  type CacheCredentials,
  type CacheEnvironment,
} from "./resources/cache.js";
export { Environment, type EnvironmentArgs } from "./resources/environment.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./resources/environment-outputs.js";
export { type FieldNames, Provider, type ProviderArgs } from "./resources/provider.js";
