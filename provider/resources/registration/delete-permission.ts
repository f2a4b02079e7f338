/** Whether a program may let the engine delete a resource. */

import * as pulumi from "@pulumi/pulumi";
import type { DocumentedDefinition } from "../../definitions/definition.js";
import { definitions } from "../../definitions/index.js";
import { formatExample, parseNamedOperations } from "../../definitions/named-operations.js";
import { formatTypeToken } from "../../definitions/state-names.js";
import { isOfClass } from "./arguments.js";
import { findOperationsSetting } from "./provider-registration.js";

/** @throws RunError where the program wants a resource to be deleted, and the package could not or must not delete it */
export function refuseDelete(
  definition: DocumentedDefinition,
  resource: string,
  args: pulumi.Inputs,
  { provider, parent, deletedWith }: pulumi.CustomResourceOptions,
): void {
  const { names, idArgument, neverDeleted } = definition;
  const createError = (reason: string) =>
    new pulumi.RunError(`${resource}: retainOnDelete: false cannot work, ${reason}`);
  const retained = "Leave it out: the resource is then retained when it leaves the stack.";
  if (neverDeleted !== undefined) {
    throw createError(`for no ${names.words} is ever deleted: ${neverDeleted}. ${retained}`);
  }
  const owner = provider ?? parent?.getProvider(formatTypeToken(names.class));
  const setting = findOperationsSetting(owner);
  if (setting === "output") {
    throw createError(
      `for the operations of its Provider are an output or a promise, whose value is known too late. Pass them as a plain object. ${retained}`,
    );
  }
  const { operations: named } = parseNamedOperations(setting, definitions);
  if (named[names.class]?.delete === undefined) {
    const command = `\`pulumi config set --path apphosting:operations.${names.class} '${formatExample(definition)}'\``;
    throw createError(
      `for the API has no operation that deletes. ${retained} If your API has one, name it: ${command}`,
    );
  }
  if ((args[idArgument.name] ?? null) !== null) {
    throw createError(`for ${idArgument.name} names what the stack has not created. ${retained}`);
  }
  const target = definitions.find(
    (other) => other.neverDeleted !== undefined && isOfClass(deletedWith, other.names.class),
  );
  if (target !== undefined) {
    throw createError(
      `for its deletedWith is of class ${target.names.class}, which is never deleted, so that the engine would never delete this either. Leave one of the two out.`,
    );
  }
}
