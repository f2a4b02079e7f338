/** What the three resource classes share: the dynamic type token, the loader, and the options that always hold. */

import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { argumentNames, type Definition, outputNames } from "../definitions/definition.js";
import { askedOutput, providerKey, typeToken } from "../definitions/state.js";
import { keepAnswersOutOfDebugLog } from "./debug-log.js";

/** The names of a resource's host-side provider. State holds them: a promise to every release. */
export type HostName = "application" | "environment" | "cache";

/**
 * The text that the engine keeps with each resource and runs in the host process. It requires the installed package
 * and captures nothing, so state written by any release runs the code that is installed today.
 */
export function loader(host: HostName): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${host}`;
}

/** What the constructor of `pulumi.CustomResource` takes. */
export type Registration = [
  type: string,
  name: string,
  properties: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
];

/**
 * Checks what only the program side can know, and adds the loader and the options that always hold.
 *
 * @throws RunError for an option that cannot work, and where the engine would not find the package
 */
export function registration(
  definition: Definition,
  name: string,
  // The host names what is missing where a program in JavaScript states nothing.
  args: object = {},
  options: pulumi.CustomResourceOptions = {},
): Registration {
  const { kind } = definition;
  if (options.retainOnDelete === false) {
    throw new pulumi.RunError(
      `${kind} "${name}": retainOnDelete: false cannot work, for the API has no operation that deletes. ` +
        "Leave it out: the resource is then retained when it leaves the stack.",
    );
  }
  for (const option of ["id", "import"] as const) {
    if (options[option] === undefined) continue;
    throw new pulumi.RunError(
      `${kind} "${name}": ${option} cannot work, for the API has no operation that reads. Leave it out: a Cache adopts ` +
        "the cache of its cacheId, and an Environment needs no more of an application than its id.",
    );
  }
  if (options.customTimeouts !== undefined) {
    pulumi.log.warn(
      `${kind} "${name}": customTimeouts has no effect on a dynamic resource; set apphosting:timeoutSeconds`,
    );
  }
  checkInstallation(process.cwd());
  keepAnswersOutOfDebugLog();
  // The SDK resolves no output that is not in the properties.
  const outputs = Object.fromEntries(Object.keys(definition.rows).map((output) => [output, undefined]));
  const properties = { ...outputs, ...args, [providerKey]: loader(kind.toLowerCase() as HostName) };
  const additionalSecretOutputs = secretNames(definition, args, options.additionalSecretOutputs);
  return [typeToken(kind), name, properties, { ...options, retainOnDelete: true, additionalSecretOutputs }];
}

/**
 * Whether an argument is a secret is known when its value is; the SDK reads the list after that, when it has
 * serialized the arguments.
 */
function secretNames(definition: Definition, args: object, stated: string[] = []): string[] {
  const names = [askedOutput, ...outputNames(definition, ({ secret }) => secret === true), ...stated];
  const answered = Object.keys(definition.rows).filter((output) => !Object.hasOwn(args, output));
  const repeated = argumentNames(definition, (row) => row.repeated === true);
  for (const [argument, value] of Object.entries(args)) {
    if (!repeated.includes(argument) || !pulumi.Output.isInstance(value)) continue;
    pulumi.isSecret(value).then(
      (secret) => secret && names.push(...answered),
      // Where the value fails, the SDK says so.
      () => {},
    );
  }
  return names;
}

let installationChecked = false;

/** The SDK's module that runs a program for the CLI. */
const programRunner = join("@pulumi", "pulumi", "cmd", "run", "index.js");

/** Where the CLI runs the program, the host process requires the package from the same folder. */
function checkInstallation(folder: string): void {
  // Elsewhere the folder says nothing: a unit test has no host process, and for an inline program of the Automation
  // API it is the workspace's folder that counts.
  if (installationChecked || !require.main?.filename.endsWith(programRunner)) return;
  installationChecked = true;
  let found: string | undefined;
  try {
    // From inside node_modules, a package's own name does not count: neither does it for the host.
    found = createRequire(join(folder, "node_modules", "-")).resolve("pulumi-apphosting/host");
  } catch {
    found = undefined;
  }
  const own = require.resolve("../host/index.js");
  if (found === own) return;
  throw new pulumi.RunError(
    found === undefined
      ? `pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in ${folder}, with \`npm install pulumi-apphosting\` or the same of your package manager.`
      : `Two copies of pulumi-apphosting are installed: the program uses ${own}, the engine will use ${found}. Install it once, in ${folder}; a package that builds on it takes it as a peer dependency.`,
  );
}
