/**
 * What must hold in each sequence: what users see, and no copy of the host's rules. `sequence-previews.ts` and
 * `sequence-results.ts` verify it. Where an exception is accepted, the excuse has a name, and is counted.
 */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import type { Api } from "./sequence-api.js";
import type { Engine } from "./sequence-engine.js";
import type { History } from "./sequence-history.js";
import type { Scenario } from "./sequence-scenario.js";

export const promises = [
  "what diff finds, the engine does",
  "what the program names by its id is not replaced",
  "what is of unknown outcome is sent again",
  "to set what the output shows sends nothing",
  "where the program changes a value, the engine decides (replaceOnChanges)",
  "what the program has not changed replaces nothing",
  "what the API has replaces nothing",
  "replaceOnChanges replaces nothing that is only recorded or left out",
  "a mark is sent",
  "what the API has is not sent",
  "what is sent is marked or explained",
  "what is left out sends nothing",
  "a preview with unknown values shows each replacement, but for another id that is not known",
  "a preview with unknown values shows each update",
  "a preview warns of an id that is not known",
  "a preview says nothing of a value that is not known",
  "a create sends one POST, or none for what it adopts",
  "an update sends one PATCH with what the program sets",
  "the output is what the preview has shown",
  "the stack has what the program names by its id",
  "a preview after up is empty, except for what the API has returned otherwise",
  "a difference that the API has returned is sent again",
  "the API has what the program sets",
  "the state has what the program sets and the API has",
  "a refresh of the same changes no output",
  "a refresh that finds what was set shows it as it was set",
  "what a refresh finds is an output",
  "a refresh leaves nothing to send of what ignoreChanges names",
  "a refresh finds only what differs and can be updated",
  "an update of unknown outcome leaves the state as it was, but for a flag",
  "the state and the engine have what the program sets",
  "a secret is nowhere in plain text",
  "no warning has the value of a secret output",
  "what is no secret stays plain in a refresh",
  "what a refresh finds of what may hold a secret is a secret input",
  "what the program sets in plain text is plain after a create and an update",
] as const;
type Promised = (typeof promises)[number];

/** The promises that some sequence has exercised: the others are untested. */
export const exercised = new Set<Promised>();

/** Why a promise need not hold: docs/outputs-and-secrets.md and docs/changes.md name each. */
export const reasons = [
  "existingId is marked without a word",
  "not empty after up: an adoption is unconfirmed",
  "plain output: left out",
  "plain output: beside an update that failed",
  "plain input: beside an update that failed",
  "plain output: a secret since a step Same",
  "plain output: the program sets another value in plain text",
  "plain input: the program sets another value in plain text",
] as const;
type Reason = (typeof reasons)[number];

const excuses = new Map<Reason, number>();
export function excuse(reason: Reason): true {
  excuses.set(reason, (excuses.get(reason) ?? 0) + 1);
  return true;
}

export interface Observed {
  readonly scenario: Scenario;
  readonly api: Api;
  readonly engine: Engine;
  readonly history: History;
}

export function verify({ engine, history }: Observed, promise: Promised, holds: boolean, detail: unknown): void {
  exercised.add(promise);
  if (holds) return;
  const lines = [promise, ...history.trace, JSON.stringify(detail), JSON.stringify(engine.outputs)];
  expect.fail(lines.join("\n"));
}

export function listSet({ engine }: Observed, values: JsonObject): ResolvedArgument[] {
  return engine.names.filter((name) => values[name] !== undefined).map((name) => engine.argument(name));
}
