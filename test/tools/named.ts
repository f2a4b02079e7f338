/** Definitions under the operations that a user can name, for the pages that show what these change. */

import { definitions } from "../../provider/definitions";
import { type Definition, type DocumentedDefinition, withOperations } from "../../provider/definitions/definition";
import { formatExample, parseNamedOperations } from "../../provider/definitions/named-operations";

/** Returns the definition under all operations that its class takes. */
export function withNamedOperations(definition: DocumentedDefinition): Definition {
  const { class: className } = definition.names;
  const { operations } = parseNamedOperations({ [className]: formatExample(definition) }, definitions);
  return withOperations(definition, operations[className] ?? {});
}
