/** Derives the types of a class from the rows of its definition. Each member keeps the comment of its row. */

import type { Input, Output } from "@pulumi/pulumi";
import type { ArgumentRow } from "../definitions/row.js";
import type { ValueOf } from "../definitions/value-type.js";

/** The items of a list can be inputs. */
type InputOf<Value> = unknown[] extends Value ? Input<unknown>[] : Value;

/** Null where no response had it. The output of a required argument is never null. */
type OutputOf<R, Value> = R extends ArgumentRow<"required"> ? Value : Value | null;

type RowValue<R> = R extends { readonly type: infer T } ? ValueOf<T> : never;

/** An interface extends this type, so that editors show its name and not all rows. */
export type RowsOf<D extends { readonly rows: object }> = D["rows"];

/** Without `as` in mapped types, which TypeScript 3.8, the compiler in Pulumi's SDK, doesn't know. */
type RowsOfRole<R, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

/** The required arguments of a resource. */
export type RequiredArgs<R> = { [K in keyof RowsOfRole<R, ArgumentRow<"required">>]: Input<InputOf<RowValue<R[K]>>> };
/** The optional arguments of a resource. They take null, so that each accepts an output of another resource. */
export type OptionalArgs<R> = {
  [K in keyof RowsOfRole<R, ArgumentRow<"optional" | "existingId">>]?: Input<
    InputOf<RowValue<R[K]>> | null | undefined
  >;
};
/** The outputs of a resource: one for each row. */
export type OutputsOf<R> = { readonly [K in keyof R]: Output<OutputOf<R[K], RowValue<R[K]>>> };

/** A `get` takes nothing but the id. */
export interface NoState {
  readonly [name: string]: never;
}
