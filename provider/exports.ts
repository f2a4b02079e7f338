/** What a program imports, whoever manages its resources. */

import "./resources/debug-log.js";

// Types stand apart: the compiler that comes with Pulumi's SDK, 3.8, knows no `type` inside braces.
export type { RepositoryDetails } from "./definitions/application.js";
export type { CacheConnection, CacheCredentials, CacheEnvironment } from "./definitions/cache.js";
export { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "./definitions/enums.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./definitions/environment.js";
export type { FieldNames } from "./definitions/field-names.js";
export type { ApplicationArgs } from "./resources/application.js";
export { Application } from "./resources/application.js";
export type { CacheArgs } from "./resources/cache.js";
export { Cache } from "./resources/cache.js";
export type { EnvironmentArgs } from "./resources/environment.js";
export { Environment } from "./resources/environment.js";
export type { ProviderArgs, ProviderSettings } from "./resources/provider.js";
export { Provider } from "./resources/provider.js";
export type { UnlistedValue } from "./resources/types.js";
