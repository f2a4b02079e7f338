/** The data that the host works on, and that messages read: resources, their state, and the plan of a change. */

import type { Json, JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import type { ResolvedArgument, ResolvedDefinition } from "../../definitions/definition.js";
import type { ChangeEffect } from "../../definitions/row.js";

/** The text by which the engine writes a value that isn't known before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface ArgumentValues {
  /** What the program set when the state was last written. Undefined: it left the argument out. */
  readonly input: Json | undefined;
  /** What other resources use. Where the program sets the argument, it's also the engine's earlier input. */
  readonly output: Json;
  /** What the API returned last, or else what it accepted last. */
  readonly actual: Json;
}

export interface State {
  readonly arguments: Readonly<Record<string, ArgumentValues>>;
  /** The outputs that aren't arguments. */
  readonly otherOutputs: JsonObject;
  /**
   * Why the API may not have what the program sets: an update of unknown outcome, or an adoption whose response lacks
   * something. Only an update ends it: an earlier one may take effect after a read.
   */
  readonly unconfirmed: "update" | "adoption" | undefined;
  /** Whether the package made the id, because the response to the create had none. */
  readonly hasFallbackId: boolean;
  /** Whether the program has consented to a delete. */
  readonly hasConsent: boolean;
}

interface ResourceInCall {
  /** With the operations that the user names, unless the package made the id, by which they would find nothing. */
  readonly definition: ResolvedDefinition;
  /** Arguments and outputs: what the program sets, or else what the state has. */
  readonly values: JsonObject;
  /** The session's, which no message shows. */
  readonly token: string;
}

/** A resource that the program creates or adopts. */
export interface NewResource extends ResourceInCall {
  readonly kind: "new";
  /** The id that the program adopts, or that the API returned. */
  readonly id: string | undefined;
  readonly inputs: JsonObject;
  /** The resource that it replaces. */
  readonly replaced: StoredResource | undefined;
}

/** A resource as the state has it. */
export interface StoredResource extends ResourceInCall {
  readonly kind: "stored";
  readonly id: string;
  readonly state: State;
}

/** A resource that both the state and the program have. */
export interface ManagedResource extends ResourceInCall {
  readonly kind: "managed";
  readonly id: string;
  readonly inputs: JsonObject;
  readonly stored: StoredResource;
}

/** A resource that the program reads by `get`. Its values are the arguments in its path. */
export interface GetResource extends ResourceInCall {
  readonly kind: "get";
  readonly id: string;
}

export type Resource = NewResource | StoredResource | ManagedResource | GetResource;

/** An argument that the program sets differently, or whose value the API doesn't have. */
export interface Change {
  readonly argument: ResolvedArgument;
  readonly effect: ChangeEffect;
  /** Undefined: the program leaves the argument out. */
  readonly input: Json | undefined;
  readonly actual: Json;
  /** Whether the input is the same as the actual value. */
  readonly isInApi: boolean;
  /** Whether the input isn't known before `up`. */
  readonly isUnknown: boolean;
  /** Whether the engine, which compares inputs with its earlier ones, sees no difference and shows no line. */
  readonly isUnseen: boolean;
}

export type ConsentChange = "granted" | "withdrawn";

export interface Plan {
  /** In the order of the definition. */
  readonly changes: readonly Change[];
  /** The changed arguments, by what becomes of them. */
  readonly names: Readonly<Record<"sent" | "replaced" | "omitted", readonly string[]>>;
  /**
   * Whether `diff` has to say that something changes: the engine sees nothing itself, or nothing is sent, and
   * `replaceOnChanges` would make a replacement of it (test/engine/changes.test.ts).
   */
  readonly hasToReportChanges: boolean;
  readonly consentChange: ConsentChange | undefined;
  /** Whether the program adopts another resource in its place. */
  readonly isReplacedByAdoption: boolean;
  /** Whether the id that the program adopts isn't known before `up`. It then counts as the resource's own. */
  readonly hasUnknownId: boolean;
}

/** Why a resource that leaves the stack isn't deleted. */
export type RetainReason =
  | "never deleted"
  | "fallback id"
  | "no consent"
  | "replaced by adoption"
  | "in use"
  | "not enabled";

export interface ResponseWithId extends ResourceResponse {
  readonly id: string;
  /** Whether the package made the id. */
  readonly hasFallbackId: boolean;
}

/** An argument whose value in the API differs from that in the program or the state. */
export interface Difference {
  readonly argument: ResolvedArgument;
  readonly value: Json;
  readonly actual: Json;
}
