/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

import { noteImport } from "./resources/registration/imported-module.js";

noteImport("pulumi-apphosting");

export * from "./exports.js";
