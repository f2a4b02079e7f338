/**
 * The host side, in Pulumi's dynamic-provider process. State written by any release loads this module by the path
 * `pulumi-apphosting/host`, and one of these names, or one in `readers`: all are a promise.
 *
 * @packageDocumentation
 */

import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { application as applicationDefinition } from "../definitions/application.js";
import { cache as cacheDefinition } from "../definitions/cache.js";
import { environment as environmentDefinition } from "../definitions/environment.js";
import { createDynamicProvider, createDynamicReader, linkByLines } from "./dynamic-provider.js";
import { whenEngineIsGone } from "./engine-gone.js";
import { Session } from "./session/session.js";

// The process ends when the engine is gone, because the engine could not keep what is created from then on. A line on stderr can
// fail before the end of the connection is noticed. The process ends then, too: Pulumi's handler of uncaught errors would write
// to the same broken stderr again and again.
const end = () => process.exit(1);
whenEngineIsGone(process.argv.at(-1), end);
process.stderr.once("error", end);
const write = (line: string) => process.stderr.write(`${line}\n`);
const session = new Session({ environment: process.env, engine: linkByLines(write) });

export const application: ResourceProvider = createDynamicProvider(applicationDefinition, session);
export const environment: ResourceProvider = createDynamicProvider(environmentDefinition, session);
export const cache: ResourceProvider = createDynamicProvider(cacheDefinition, session);

/** What serves the resources that a program refers to by `get`. */
export const readers: Readonly<Record<"application" | "environment" | "cache", ResourceProvider>> = {
  application: createDynamicReader(applicationDefinition, session),
  environment: createDynamicReader(environmentDefinition, session),
  cache: createDynamicReader(cacheDefinition, session),
};
