/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

import { importedAs } from "./resources/manager.js";

importedAs("pulumi-apphosting");

export * from "./exports.js";
