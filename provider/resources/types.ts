/** The types of a class, from the rows of its definition; each member keeps the comment of its row. */

import type { Input, Output } from "@pulumi/pulumi";
import type { Anything, OneOf, OptionalArgument, RequiredArgument, Row, Type, ValueOf } from "../definitions/field.js";

/** Takes the values that are documented, which an editor completes, and any other. */
type InputOf<T extends Type> =
  T extends OneOf<infer Value>
    ? Value | (string & Record<never, never>)
    : T extends Anything
      ? Input<unknown>[]
      : ValueOf<T>;

type Rows = Readonly<Record<string, Row>>;

/**
 * The rows of one role. Without `as` in mapped types: the compiler that comes with Pulumi's SDK, 3.8, does not know it.
 */
type Only<R extends Rows, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

type RequiredArgs<R extends Rows> = { [K in keyof R]: Input<InputOf<R[K]["holds"]>> };
type OptionalArgs<R extends Rows> = { [K in keyof R]?: Input<InputOf<R[K]["holds"]> | null | undefined> };

/** The arguments of a resource: required ones, and optional ones, which take null and undefined as well. */
export type Args<R extends Rows> = RequiredArgs<Only<R, RequiredArgument<Type>>> &
  OptionalArgs<Only<R, OptionalArgument<Type>>>;

/** The outputs of a resource: an output that no response has had is null, a required argument never is. */
export type Outputs<R extends Rows> = {
  readonly [K in keyof R]: Output<
    R[K] extends RequiredArgument<Type> ? ValueOf<R[K]["holds"]> : ValueOf<R[K]["holds"]> | null
  >;
};
