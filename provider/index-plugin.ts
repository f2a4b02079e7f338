/**
 * The same resources, managed by the plugin of this package: exact previews, and Ctrl-C. Experimental. The engine has to find
 * the plugin, by this in Pulumi.yaml:
 *
 * ```yaml
 * plugins:
 *   providers:
 *     - name: apphosting
 *       path: node_modules/.bin
 * ```
 *
 * @module pulumi-apphosting/plugin
 */

import { noteImport } from "./resources/registration/imported-module.js";

noteImport("pulumi-apphosting/plugin");

export * from "./exports.js";
