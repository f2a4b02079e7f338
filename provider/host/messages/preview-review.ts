/** What a check and a preview give a user to know, beside the marks of the engine. */

import type { DocumentedDefinition } from "../../definitions/definition.js";
import { listChildren } from "../../definitions/index.js";
import type { Session } from "../session/session.js";
import { makeInputSubject, type Subject } from "../session/subject.js";
import { isUnknown } from "../state/comparison.js";
import { findExistingId } from "../state/ids.js";
import type { Inputs } from "../state/inputs.js";
import { listChangedArguments, type Plan } from "../state/plan.js";
import type { ReasonToKeep } from "./delete-notices.js";
import {
  describeAdoption,
  describeConflict,
  describeDroppedArguments,
  describeHiddenReplacement,
  describeIgnoredDelete,
  describePlannedChange,
  describeReplacedChildren,
  describeReplacedResource,
  describeUnsettledUpdate,
} from "./preview-notices.js";

/**
 * Returns the lines for the user about a check.
 *
 * @param isNew whether a create follows, unless this is a preview
 */
export function reviewCheck(
  session: Session,
  documented: DocumentedDefinition,
  inputs: Inputs,
  isNew: boolean,
): string[] {
  const named = session.configuration.namedOperationsOf(documented.names.class);
  const isDeleteIgnored = named.delete !== undefined && documented.neverDeleted !== undefined;
  const id = findExistingId(documented, inputs);
  const isAdopted = isNew && id !== undefined && !isUnknown(id);
  return [
    ...(isDeleteIgnored ? [describeIgnoredDelete(documented)] : []),
    ...(isAdopted ? [describeAdoption(makeInputSubject(session, documented, id, inputs, inputs))] : []),
  ];
}

/**
 * Returns the lines for the user about a plan.
 *
 * @param reasonToKeep why the resource in the state is never deleted
 */
export function reviewPlan(subject: Subject, plan: Plan, reasonToKeep: ReasonToKeep | undefined): string[] {
  const replacing = listChangedArguments(plan, "replace");
  const lines = replacing.length === 0 ? reviewUpdate(subject, plan) : reviewReplacement(subject, plan, replacing);
  if (plan.replacement === undefined) return lines;
  const { dropped, conflict } = plan.replacement;
  return [
    ...lines,
    describeReplacedResource(subject, reasonToKeep),
    ...(dropped.length > 0 ? [describeDroppedArguments(subject, dropped)] : []),
    ...(conflict === undefined ? [] : [describeConflict(subject, conflict, reasonToKeep !== undefined)]),
  ];
}

function reviewUpdate(subject: Subject, { changes, unsettled }: Plan): string[] {
  const lines = changes.map((change) => describePlannedChange(subject, change)).filter((line) => line !== undefined);
  return unsettled.length > 0 ? [...lines, describeUnsettledUpdate(subject, unsettled)] : lines;
}

function reviewReplacement(subject: Subject, plan: Plan, replacing: readonly string[]): string[] {
  const { session, definition } = subject;
  const hidden = plan.isHiddenFromEngine ? [describeHiddenReplacement(subject, replacing)] : [];
  const children = listChildren(definition).map((child) => {
    const isDeletable = session.configuration.definitionOf(child).operations.delete !== undefined;
    return describeReplacedChildren(definition, child, isDeletable);
  });
  return [...hidden, ...children];
}
