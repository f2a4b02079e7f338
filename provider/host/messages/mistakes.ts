/** What is wrong with the arguments or the options of a resource: each sentence is the reason of a failure of `check`. */

import { type Definition, listArgumentNames } from "../../definitions/definition.js";
import { formatOperationsCommand } from "../../definitions/settings.js";
import type { ConsentObstacle } from "../deletion.js";
import type { Session } from "../session.js";
import { makeSafe } from "./safe-text.js";

export function describeUnknownArgument(definition: Definition, session: Session, name: string): string {
  const known = listArgumentNames(definition).join(", ");
  return `${definition.names.class} has no argument ${makeSafe({ session }, name)}; its arguments are ${known}`;
}

export function describeOutputAsText(name: string): string {
  return (
    `${name} has an output inside a template literal or JSON.stringify, which can't read its value. ` +
    "Use pulumi.interpolate or pulumi.jsonStringify instead"
  );
}

/** Describes why the program must not consent to a delete. */
export function describeConsentMistake(definition: Definition, session: Session, obstacle: ConsentObstacle): string {
  const { names, deletion } = definition;
  if (obstacle === "not enabled") {
    const command = formatOperationsCommand([...(session.settings.values.operations ?? []), "delete"]);
    return (
      "retainOnDelete can't be false, because the API documents no delete. " +
      `Leave it out. Or, if your API has a delete, name it. ${command}`
    );
  }
  const reason = deletion === "with consent" ? "" : `: ${deletion.never}`;
  return `retainOnDelete can't be false, because no ${names.label} is ever deleted${reason}. Leave it out`;
}

/** Describes a state that another provider has written, and that names no id: a replacement would make that provider delete the resource. */
export function describeForeignState({ names, idArgument }: Definition): string {
  return (
    `the state of this ${names.label} was written by another provider. ` +
    `Set ${idArgument} to its id, which \`pulumi stack --show-ids\` shows, to take it over`
  );
}

/** Describes a forced replacement of a state that another provider has written: that provider would delete the resource. */
export function describeForeignReplacement({ names }: Definition): string {
  return (
    `the state of this ${names.label} was written by another provider, which would delete it. ` +
    `Run \`pulumi up\` without a replacement first, to take it over`
  );
}

/** Refuses what a `get` would create: a transformation dropped its id. */
export function describeLostId({ names }: Definition): string {
  return (
    `a transformation dropped the id of ${names.class}.get from the options. ` +
    "Return the options it received, with your changes"
  );
}
