/** Resolves definitions with and without named operations. */

import { type Definition, type ResolvedDefinition, resolveDefinition } from "../../provider/definitions/definition";
import { defaultFieldNames } from "../../provider/definitions/field-names";
import { operationNames } from "../../provider/definitions/operation";

/** Returns the definition with the documented operations alone. */
export function configureDocumented(definition: Definition): ResolvedDefinition {
  return resolveDefinition(definition, { operations: [], fieldNames: defaultFieldNames });
}

/** Returns the definition with all operations that a user can name. */
export function configureNamed(definition: Definition): ResolvedDefinition {
  return resolveDefinition(definition, { operations: operationNames, fieldNames: defaultFieldNames });
}
