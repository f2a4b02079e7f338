/** Whether a program may let the engine delete a resource. */

import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definitions/definition.js";
import { definitions } from "../definitions/index.js";
import { formatExample, parseNamedOperations } from "../definitions/named-operations.js";
import { findResourceType } from "./imported-module.js";
import { findOperationsSetting } from "./provider-registration.js";

/** @throws RunError where the program wants a resource to be deleted, and the package could not or must not delete it */
export function refuseDelete(
  definition: Definition,
  resource: string,
  args: pulumi.Inputs,
  { provider, parent }: pulumi.CustomResourceOptions,
): void {
  const { names, idArgument, operations } = definition;
  const createError = (reason: string) =>
    new pulumi.RunError(`${resource}: retainOnDelete: false cannot work, ${reason}`);
  const retained = "Leave it out: the resource is then retained when it leaves the stack.";
  const owner = provider ?? parent?.getProvider(findResourceType(names.class));
  const { operations: named } = parseNamedOperations(findOperationsSetting(owner), definitions);
  if (named[names.class]?.delete === undefined) {
    const setting = `\`pulumi config set --path apphosting:operations.${names.class} '${formatExample(definition)}'\``;
    const hint = operations.create.method === "POST" ? ` If your API has one, name it: ${setting}` : "";
    throw createError(`for the API has no operation that deletes. ${retained}${hint}`);
  }
  if (idArgument.effect === "record" && (args[idArgument.name] ?? null) !== null) {
    throw createError(`for ${idArgument.name} names what the stack has not created. ${retained}`);
  }
}
