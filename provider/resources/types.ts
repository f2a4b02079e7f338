/** Derives the types of a class from the rows of its definition. Each member keeps the comment of its row. */

import type { Input, Output } from "@pulumi/pulumi";
import type { ArgumentRow } from "../definitions/row.js";
import type { ValueOf } from "../definitions/value-type.js";

/** What an argument takes: its values, and an input as each item of a list. */
type InputOf<Value> = unknown[] extends Value ? Input<unknown>[] : Value;

/** What an output holds: null where no response had it. The output of a required argument is never null. */
type OutputOf<R, Value> = R extends ArgumentRow<"required"> ? Value : Value | null;

/** The type in a program of the value of a row. */
type RowValue<R> = R extends { readonly type: infer T } ? ValueOf<T> : never;

/** An interface extends this type, because editors then show its name and not all rows. */
export type RowsOf<D extends { readonly rows: object }> = D["rows"];

/**
 * Selects the rows of one role. It does without `as` in mapped types, which TypeScript 3.8, the compiler in Pulumi's
 * SDK, does not know.
 */
type RowsOfRole<R, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

// An interface extends each of the types below. The compiler names the interface in its messages, where it would write
// out an intersection.
/** The required arguments of a resource. */
export type RequiredArgs<R> = { [K in keyof RowsOfRole<R, ArgumentRow<"required">>]: Input<InputOf<RowValue<R[K]>>> };
/**
 * The optional arguments of a resource. They also take null and undefined, so that each accepts an output of another
 * resource. The host refuses an `existingId` of null.
 */
export type OptionalArgs<R> = {
  [K in keyof RowsOfRole<R, ArgumentRow<"optional" | "existingId">>]?: Input<
    InputOf<RowValue<R[K]>> | null | undefined
  >;
};
/** The outputs of a resource: one for each row. */
export type OutputsOf<R> = { readonly [K in keyof R]: Output<OutputOf<R[K], RowValue<R[K]>>> };

/** What a `get` takes beside the id: nothing. */
export interface NoState {
  readonly [name: string]: never;
}
