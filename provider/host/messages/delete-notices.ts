/** The sentences about a resource that leaves the stack, deleted or not. */

import type { ReasonToStay } from "../session/memory.js";
import type { Subject } from "../session/subject.js";
import { formatTitle } from "./subject-texts.js";

/** Why a resource that leaves the stack is not deleted. */
export type ReasonToKeep = "no delete" | "never deleted" | "made id" | "adopted" | ReasonToStay;

/** Says why a resource is not deleted, as a clause that follows "because" or a colon. */
export function describeReasonToKeep(
  { definition: { names, idArgument, neverDeleted } }: Subject,
  reason: ReasonToKeep,
): string {
  switch (reason) {
    case "no delete":
      return "the API has no operation to delete it";
    case "never deleted":
      return `no ${names.words} is ever deleted, because ${neverDeleted}`;
    case "made id":
      return "the package has made its id, by which the API finds nothing";
    case "adopted":
      return `the stack has not created it, but adopted it by ${idArgument.name}`;
    case "named":
      return `another resource of the program names it as ${idArgument.name}`;
    case "kept":
      return "another resource of the stack has the same id";
    case "created":
      return "a create of this run has returned the same id";
    case "read":
      return "a `get` of the program reads it";
  }
}

/** Says that a resource leaves the state and is not deleted. */
export function describeStillExists(subject: Subject, reason: ReasonToKeep): string {
  return `${formatTitle(subject)} is removed from the state, but it still exists: ${describeReasonToKeep(subject, reason)}`;
}

/** Says that the resource was gone before a delete. Pulumi itself tells that it has deleted it. */
export function describeGoneBefore(subject: Subject, message: string): string {
  return `${formatTitle(subject)} is removed from the state, and this run has sent no delete: the API does not find it. It is gone, or belongs to another organization than the token.\n${message}`;
}

/** Says that a delete was refused because nothing proves what would be deleted. */
export function describeUnprovenDelete(subject: Subject): string {
  const { words } = subject.definition.names;
  return (
    `delete ${words} was not sent: neither the time of its creation nor its name, as the stack requested it, tells that ${formatTitle(subject)} is the ${words} that ` +
    "this stack created. If it is, delete it in the web console, and run `pulumi state delete` with its URN."
  );
}

/** Says what the run waits for, because the engine shows nothing but the time that passes. */
export function describeDeleteWait(subject: Subject, seconds: number): string {
  return `waiting: the API has accepted the delete of ${formatTitle(subject)} and still finds it; for ${seconds} s at most`;
}

/** Says that a failure came after a delete that the API has accepted. */
export function describeFailureAfterDelete(subject: Subject, message: string): string {
  return `the API has accepted the delete of ${formatTitle(subject)}, but it is not known whether it is gone. It stays in the state: run the command again.\n${message}`;
}

/** Says that the wait has ended before the resource was gone. A longer one would hold up the rest of the run. */
export function describeStillFound(subject: Subject, seconds: number): string {
  return `${formatTitle(subject)} is removed from the state: the API has accepted its delete, but still finds it after ${seconds} s. Until it is gone, the API may refuse what has its name, and the delete of what it belongs to`;
}
