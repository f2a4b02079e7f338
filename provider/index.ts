/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @packageDocumentation
 */

export { Application, type ApplicationArgs, type RepositoryDetails } from "./resources/application.js";
export {
  Cache,
  type CacheArgs,
  type CacheConnection,
  type CacheCredentials,
  type CacheEnvironment,
} from "./resources/cache.js";
export { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "./resources/enums.js";
export { Environment, type EnvironmentArgs } from "./resources/environment.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./resources/environment-outputs.js";
export { type FieldNames, Provider, type ProviderArgs } from "./resources/provider.js";
