/**
 * Pulumi dynamic resources for an application hosting API.
 *
 * @module pulumi-apphosting
 */

import { manageBy } from "./resources/manager.js";

manageBy("dynamic provider");

export * from "./exports.js";
