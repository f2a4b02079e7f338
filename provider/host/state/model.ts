/**
 * The data that the host works on: resources, their state, and the plan of a change. There is no behaviour here, so
 * messages read it, too.
 */

import type { Json, JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import type { ResolvedArgument, ResolvedDefinition } from "../../definitions/definition.js";
import type { ChangeEffect } from "../../definitions/row.js";

/** The text by which the engine writes a value that isn't known before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface ArgumentValues {
  /** What the program set when the state was last written; undefined where it left the argument out. */
  readonly input: Json | undefined;
  /** The value that other resources use. Where the program sets the argument, it's also the engine's earlier input. */
  readonly output: Json;
  /** What the API has, as far as anybody knows: what it returned last, or else what it accepted last. */
  readonly actual: Json;
}

export interface State {
  readonly arguments: Readonly<Record<string, ArgumentValues>>;
  /** The outputs that aren't arguments; null where there's none. */
  readonly otherOutputs: JsonObject;
  /**
   * Why the API may not have what the program sets: an update of unknown outcome, or an adoption whose response lacked
   * something. The next update that sends something and succeeds ends it. A read doesn't: the update may take effect
   * after the read.
   */
  readonly unconfirmed: "update" | "adoption" | undefined;
  /** Whether the package made the id, because the response to the create had none. */
  readonly hasMadeId: boolean;
  /** Whether the program has consented to a delete. */
  readonly hasConsent: boolean;
}

interface ResourceInCall {
  /**
   * With the operations that the user names, unless the package made the id: these operations wouldn't find the
   * resource.
   */
  readonly definition: ResolvedDefinition;
  /** Arguments and outputs: the values that the program sets, or else those in the state. */
  readonly values: JsonObject;
  /** The token of the session, which no message shows. */
  readonly token: string;
}

/** A resource that the program creates or adopts, and the state doesn't have. */
export interface NewResource extends ResourceInCall {
  readonly kind: "new";
  /** The id that the program adopts, or that the API has returned. */
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

/** A resource that the program reads by `get`. Its values are the arguments in a path. */
export interface GetResource extends ResourceInCall {
  readonly kind: "get";
  readonly id: string;
}

export type Resource = NewResource | StoredResource | ManagedResource | GetResource;

/** An argument that the program sets otherwise than before, or whose value the API doesn't have. */
export interface Change {
  readonly argument: ResolvedArgument;
  readonly effect: ChangeEffect;
  /** Undefined where the program leaves the argument out. */
  readonly input: Json | undefined;
  readonly actual: Json;
  /** Whether the input is what the API has, except for white space. */
  readonly isInApi: boolean;
  /** Whether the input isn't known before `up`. */
  readonly isUnknown: boolean;
  /**
   * Whether the engine, which compares the program's inputs with its own earlier ones, sees no difference: its preview
   * has no line then.
   */
  readonly isUnseen: boolean;
}

/** How the program's consent to a delete differs from the one in the state. */
export type ConsentChange = "granted" | "withdrawn";

export interface Plan {
  /** In the order of the definition. */
  readonly changes: readonly Change[];
  /** The names of the changed arguments, by what becomes of them. */
  readonly names: Readonly<Record<"sent" | "replaced" | "omitted", readonly string[]>>;
  /**
   * Whether `diff` has to tell the engine that something changes. The engine sees nothing itself, or nothing is sent:
   * `replaceOnChanges` would make a replacement of what is only recorded.
   */
  readonly needsNotice: boolean;
  readonly consentChange: ConsentChange | undefined;
  /** Whether the program adopts another resource in the place of this one. */
  readonly isReplacedByAdoption: boolean;
  /** Whether the id that the program adopts isn't known before `up`. It counts as the id of the resource then. */
  readonly hasUnknownId: boolean;
}

/** Why a resource that leaves the stack isn't deleted. */
export type RetainReason =
  | "never deleted"
  | "made id"
  | "no consent"
  | "replaced by adoption"
  | "in use"
  | "not enabled";

/** Why a program can't consent to a delete. */
export type ConsentObstacle = Extract<RetainReason, "never deleted" | "not enabled">;

/** A response, with the id of the resource that it's about. */
export interface ResponseWithId extends ResourceResponse {
  readonly id: string;
  /** Whether the package made the id, because the response to a create had none. */
  readonly hasMadeId: boolean;
}

/** An argument of which the API has another value than the program or the state. */
export interface Difference {
  readonly argument: ResolvedArgument;
  readonly value: Json;
  readonly actual: Json;
}
