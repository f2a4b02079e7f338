/** The sentences about a resource that is not read, or not found. */

import { formatExample } from "../../definitions/named-operations.js";
import type { Subject } from "../session/subject.js";
import { formatTitle } from "./subject-texts.js";

export const nothingRead =
  "refresh read nothing: the API documents no read. If yours has one, name it in apphosting:operations; that counts from the next `pulumi up`";

export function describeNotAddressable(subject: Subject): string {
  return `${formatTitle(subject)} was not read: the package has made its id. Set the API's as ${subject.definition.idArgument.name}`;
}

/** Says that a `get` cannot read, and how a user lets it. */
export function describeUnnamedRead({ definition }: Subject): string {
  const { names } = definition;
  return (
    "`get` cannot read it, because the API documents no read. If yours has one, name it: " +
    `\`pulumi config set --path apphosting:operations.${names.class} '${formatExample(definition, ["GET"])}'\`, or in \`operations\` of its explicit Provider`
  );
}

export function describeNotFound(subject: Subject, message: string): string {
  return (
    `${formatTitle(subject)} is kept in the state, but the API does not find it: it is gone, or belongs to another organization than the token. ` +
    `If it is gone, run \`pulumi state delete\` with its URN.\n${message}`
  );
}

/** Said where no program ran: the engine keeps the configuration of each `up` in the state, and hands that over. */
export const storedConfigurationNotice =
  "`pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`, and variables of the environment as they are. With `--run-program` they use today's.";
