/** The types of a class, from the rows of its definition; each member keeps the comment of its row. */

import type { Input, Output } from "@pulumi/pulumi";
import type { Argument, Row, ValueOf } from "../definitions/field.js";

/** Of documented values, which an editor completes, it takes any other, too; of a list, inputs. */
type InputOf<Value> = [Value] extends [string]
  ? string extends Value
    ? Value
    : Value | (string & Record<never, never>)
  : unknown[] extends Value
    ? Input<unknown>[]
    : Value;

type Rows = Readonly<Record<string, Row>>;

/**
 * The rows of one role. Without `as` in mapped types: the compiler that comes with Pulumi's SDK, 3.8, does not know it.
 */
type Only<R extends Rows, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

type RequiredArgs<R extends Rows> = { [K in keyof R]: Input<InputOf<ValueOf<R[K]["holds"]>>> };
type OptionalArgs<R extends Rows> = { [K in keyof R]?: Input<InputOf<ValueOf<R[K]["holds"]>> | null | undefined> };

/** The arguments of a resource: required ones, and optional ones, which take null and undefined as well. */
export type Args<R extends Rows> = RequiredArgs<Only<R, Argument<"required">>> &
  OptionalArgs<Only<R, Argument<"optional">>>;

/** The outputs of a resource: an output that no response has had is null, a required argument never is. */
export type Outputs<R extends Rows> = {
  readonly [K in keyof R]: Output<
    R[K] extends Argument<"required"> ? ValueOf<R[K]["holds"]> : ValueOf<R[K]["holds"]> | null
  >;
};
