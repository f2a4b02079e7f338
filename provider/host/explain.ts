/** Errors and warnings in the words of a user: what happened, to which resource, what to do. */

import type { ApiError, Failure, Operation } from "../api/errors.js";
import { defaultFieldNames, type WireNames } from "../api/request.js";
import { type Concealed, conceal } from "./conceal.js";

export interface Circumstances extends Concealed {
  /** The request's fields by argument, to say the API's messages under the argument's name. */
  readonly wireNames: WireNames;
}

/** What may have happened all the same, and what to do about it. */
const doubts: Readonly<Record<Operation, string>> = {
  "create application":
    "The application may have been created all the same. Look for it in the provider's web console before the next `pulumi up`, which creates it again: delete it there.",
  "create environment":
    "The environment may have been created all the same. Look for it in the provider's web console before the next `pulumi up`, which creates it again: delete it there, or choose another name.",
  "update cache": "The settings may have been changed all the same. The next `pulumi up` sends them again.",
};

/** One message, several lines, no stack. */
export function explain(error: ApiError, circumstances: Circumstances): string {
  const { wireNames } = circumstances;
  const { operation, failure, effect } = error;
  // The words of the API alone: in our own, a cache named "cache" is no secret.
  const quote = (words: string) => conceal(words, circumstances);
  const lines = [
    `${operation} ${happened(failure, quote)}`,
    ...fieldLines(failure, wireNames, quote),
    ...wayOut(failure, circumstances),
  ];
  if (effect === "unknown") lines.push(doubts[operation]);
  return lines.join("\n");
}

type Quote = (words: string) => string;

type StatusFailure = Extract<Failure, { kind: "status" }>;

function happened(failure: Failure, quote: Quote): string {
  switch (failure.kind) {
    case "status":
      return `was answered ${failure.status}${failure.message === undefined ? "" : `: ${quote(failure.message)}`}`;
    case "rate limit":
      return `was answered 429, too many requests, for ${failure.waitedSeconds / 60} minutes`;
    case "connection":
      return `had no answer: the connection to ${failure.address} failed (${failure.detail})`;
    case "certificate":
      return `was not sent: the certificate of ${failure.address} was refused (${failure.detail})`;
    case "timeout":
      return failure.connected
        ? `had no answer from ${failure.address} within ${failure.seconds} s`
        : `was not sent: no connection to ${failure.address} within ${failure.seconds} s`;
    case "unreadable":
      return `was answered${failure.status === undefined ? "" : ` ${failure.status}`}, but with ${failure.detail}`;
    case "no id":
      return "was answered, but without an id";
  }
}

function fieldLines(failure: Failure, wireNames: WireNames, quote: Quote): string[] {
  if (failure.kind !== "status") return [];
  const argumentOf = new Map(Object.entries(wireNames).map(([argument, wire]) => [wire, argument]));
  return Object.entries(failure.fields).flatMap(([wire, messages]) => {
    const argument = argumentOf.get(wire);
    const shown = quote(wire);
    const lines = messages.map((message) => `  ${argument ?? `field ${shown}`}: ${quote(message)}`);
    // A field name with something concealed in it cannot be configured.
    return argument === undefined && shown === wire
      ? [...lines, `  ${fieldNameHint(wire, wireNames)}`]
      : lines;
  });
}

/** A field that no argument is sent under can be the true name of one whose name is not documented. */
function fieldNameHint(wire: string, wireNames: WireNames): string {
  const candidates = Object.keys(defaultFieldNames).filter((argument) => argument in wireNames);
  if (candidates.length === 0) return `${wire} is no field of this request`;
  const example = JSON.stringify({ [candidates[0] as string]: wire });
  return `If ${wire} is the API's name of ${candidates.join(" or ")}, run \`pulumi config set apphosting:fieldNames '${example}'\``;
}

function wayOut(failure: Failure, circumstances: Circumstances): string[] {
  switch (failure.kind) {
    case "status":
      return statusWayOut(failure, circumstances);
    case "rate limit":
      return ["Run `pulumi up` again later, or with fewer at a time: `--parallel 4`."];
    case "certificate":
      return [
        /EXPIRED|ALTNAME|HOSTNAME/.test(failure.detail)
          ? "Check apphosting:baseUrl; if it is right, whoever runs that address has to renew or correct the certificate."
          : "Check apphosting:baseUrl. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.",
      ];
    case "connection":
    case "timeout":
      return ["Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy."];
    case "unreadable":
      return ["Check apphosting:baseUrl: it must be the API's address, not that of a web page."];
    case "no id":
      return [];
  }
}

function statusWayOut({ status, message }: StatusFailure, { pathArgument, stated }: Circumstances): string[] {
  if (status === 401 || status === 403) {
    return [
      "Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with `pulumi config set --secret apphosting:token <token>`, in APPHOSTING_TOKEN, or on the explicit Provider.",
    ];
  }
  if (status === 404) {
    if (pathArgument === undefined)
      return ["Check apphosting:baseUrl: there is no such path at that address."];
    const known = `Check ${pathArgument}: the API knows no "${stated[pathArgument]}", or the token's organization does not own it.`;
    // The API's own 404 has a message; that of another server at a wrong address has none.
    return message === undefined
      ? [`${known} Or check apphosting:baseUrl: the answer is hardly the API's.`]
      : [known];
  }
  if (status >= 300 && status < 400) return ["Redirects are not followed. Check apphosting:baseUrl."];
  return [];
}
