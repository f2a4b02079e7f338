/** Definitions as a session has them, for the pages that show what the settings change. */

import { type ConfiguredDefinition, configureDefinition, type Definition } from "../../provider/definitions/definition";
import { defaultFieldNames, operationWords } from "../../provider/definitions/settings";

/** Returns the definition with the documented operations alone. */
export function configureDocumented(definition: Definition): ConfiguredDefinition {
  return configureDefinition(definition, { operations: [], fieldNames: defaultFieldNames });
}

/** Returns the definition with all operations that a user can name. */
export function configureNamed(definition: Definition): ConfiguredDefinition {
  return configureDefinition(definition, { operations: operationWords, fieldNames: defaultFieldNames });
}
