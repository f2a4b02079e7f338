/** The types of a class, from the rows of its definition; each member keeps the comment of its row. */

import type { Input, Output } from "@pulumi/pulumi";
import type { Argument, Row, ValueOf } from "../definitions/field.js";

/** Text that a list of documented values, which an editor completes, does not have. */
export type UnlistedValue = string & Record<never, never>;

/** Of documented values it takes any other, too; of a list, inputs. */
type InputOf<Value> = [Value] extends [string] ? TextOf<Value> : unknown[] extends Value ? Input<unknown>[] : Value;
type TextOf<Value> = string extends Value ? Value : Value | UnlistedValue;

/** An output that no response has had is null, a required argument never is. */
type OutputOf<R extends Row, Value> = R extends Argument<"required"> ? Value : Value | null;

type Rows = Readonly<Record<string, Row>>;

/**
 * The rows of one role. Without `as` in mapped types: the compiler that comes with Pulumi's SDK, 3.8, does not know it.
 */
type Only<R extends Rows, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

// An interface extends both: the compiler's messages name that, where they would write an intersection out.
/** The required arguments of a resource. */
export type RequiredArgs<R extends Rows> = {
  [K in keyof Only<R, Argument<"required">>]: Input<InputOf<ValueOf<R[K]["holds"]>>>;
};
/** The optional arguments of a resource, which take undefined as well, and null but for the id of one that exists. */
export type OptionalArgs<R extends Rows> = {
  [K in keyof Only<R, Argument<"optional" | "existing">>]?: Input<
    InputOf<ValueOf<R[K]["holds"]>> | (R[K] extends Argument<"existing"> ? never : null) | undefined
  >;
};

/** The outputs of a resource. */
export type Outputs<R extends Rows> = {
  readonly [K in keyof R]: Output<OutputOf<R[K], ValueOf<R[K]["holds"]>>>;
};
