/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

export type { RepositoryDetails } from "./definitions/application.js";
export type { CacheConnection, CacheCredentials, CacheEnvironment } from "./definitions/cache.js";
export * from "./definitions/enums.js";
export type { EnvironmentVariable, Mailer, NetworkSettings } from "./definitions/environment.js";
export type { FieldNames } from "./definitions/field-names.js";
export type { OperationName } from "./definitions/operation.js";
export type { Include } from "./definitions/settings.js";
export * from "./resources/application.js";
export * from "./resources/cache.js";
export * from "./resources/environment.js";
export * from "./resources/provider.js";
export type { NoState } from "./resources/types.js";
