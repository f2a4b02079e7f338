/** What a user is told of deletes: why a resource is not deleted, and what a consent does. deletion.ts has the rules. */

import { type ConsentChange, findLastingRetainReason, type RetainReason } from "../deletion.js";
import type { NewResource, Resource, StoredResource } from "../resource.js";
import { formatTitle } from "./phrases.js";

/** Describes the reason, to stand after a colon. */
function describeRetainReason({ definition }: Resource, reason: RetainReason): string {
  const { names, idArgument, deletion } = definition;
  switch (reason) {
    case "never deleted": {
      const why = deletion === "with consent" ? "" : `, because ${deletion.never}`;
      return `no ${names.label} is ever deleted${why}`;
    }
    case "fallback id":
      return "the package made its id, which the API doesn't know";
    case "no consent":
      return "no earlier `pulumi up` recorded `retainOnDelete: false`, or it was withdrawn";
    case "replaced by adoption":
      return "another one was adopted in its place";
    case "in use":
      return `this program still uses the ${names.label}: another resource, ${idArgument}, or \`get\` has its id`;
    case "not enabled":
      return "apphosting:operations doesn't include delete";
  }
}

/** Describes a resource that leaves the state and is not deleted. */
export function describeStillExists(resource: StoredResource, reason: RetainReason): string {
  const why = describeRetainReason(resource, reason);
  return `${formatTitle(resource)} was removed from the state but still exists: ${why}.`;
}

/** Describes a resource that the API did not find when it was to be deleted. Pulumi itself tells that it has deleted it. */
export function describeGoneBefore(resource: StoredResource, message: string): string {
  return `${formatTitle(resource)} was removed from the state: the API can't find it. ${goneNotice}\n${message}`;
}

export const goneNotice = "It's gone, or it belongs to a different organization than the token.";

/** Describes the effect of a consent to a delete, which outlasts this run. */
export function describeConsent(resource: NewResource | StoredResource): string {
  const reason = findLastingRetainReason(resource, true);
  return reason === undefined
    ? "Once this `up` has succeeded, it's deleted when it's replaced, leaves the program or is destroyed."
    : `Even so, it's never deleted: ${describeRetainReason(resource, reason)}.`;
}

export function describeConsentChange(resource: StoredResource, change: ConsentChange): string {
  if (change === "granted") return `retainOnDelete is now false. ${describeConsent(resource)}`;
  const effect = "Once this `up` has succeeded, it's retained when it's replaced, leaves the program or is destroyed.";
  return `retainOnDelete is no longer false. ${effect}`;
}

/** Says that a consent which the program has withdrawn still counts, because the replacement of its resource could not be created. */
export function describeStandingConsent(replaced: StoredResource): string {
  return (
    `${formatTitle(replaced)} stays in the state, where retainOnDelete is still false: ` +
    `until an \`up\` succeeds, \`pulumi destroy\` deletes it.`
  );
}

export const keepsRunningNotice = "keeps running, and billing, until you delete it.";
