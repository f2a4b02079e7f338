/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

export * from "./resources/application.js";
export * from "./resources/cache.js";
export * from "./resources/environment.js";
export type { NoState } from "./resources/hosted-resource.js";
export * from "./resources/provider.js";
export type { RepositoryDetails } from "./rows/application.js";
export type { CacheConnection, CacheCredentials, CacheEnvironment } from "./rows/cache.js";
export * from "./rows/enums.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./rows/environment.js";
export type { Include } from "./rows/settings.js";
export type { FieldNames, OperationName } from "./rows/table.js";
