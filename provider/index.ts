/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

export { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "./definitions/enums.js";
export type { FieldNames } from "./definitions/field-names.js";
export { Application, type ApplicationArgs, type RepositoryDetails } from "./resources/application.js";
export {
  Cache,
  type CacheArgs,
  type CacheConnection,
  type CacheCredentials,
  type CacheEnvironment,
} from "./resources/cache.js";
export {
  Environment,
  type EnvironmentArgs,
  type EnvironmentVariable,
  type Mailer,
  type NetworkSettings,
} from "./resources/environment.js";
export { Provider, type ProviderArgs } from "./resources/provider.js";
