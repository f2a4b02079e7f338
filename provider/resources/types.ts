/** The types of a class, from the rows of its definition; each member keeps the comment of its row. */

import type { Input, Output } from "@pulumi/pulumi";
import type {
  Anything,
  Fields,
  Flag,
  GivenText,
  Group,
  Groups,
  Integer,
  OneOf,
  OptionalArgument,
  RequiredArgument,
  Row,
  Texts,
  Type,
} from "../definitions/field.js";

/** An object inside an output. A field that the response left out is not there. */
export type FieldsOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends GivenText ? K : never]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends GivenText ? never : K]?: ValueOf<F[K]>;
};

type ValueOf<T extends Type> =
  T extends Group<infer F>
    ? FieldsOf<F>
    : T extends Groups<infer F>
      ? FieldsOf<F>[]
      : T extends Integer
        ? number
        : T extends Flag
          ? boolean
          : T extends Texts
            ? string[]
            : T extends Anything
              ? unknown[]
              : string;

/** Takes the values that are documented, which an editor completes, and any other. */
type InputOf<T extends Type> =
  T extends OneOf<infer Value>
    ? Value | (string & Record<never, never>)
    : T extends Anything
      ? Input<unknown>[]
      : ValueOf<T>;

type Rows = Readonly<Record<string, Row>>;

/** The arguments of a resource: required ones, and optional ones, which take null and undefined as well. */
export type Args<R extends Rows> = {
  [K in keyof R as R[K] extends RequiredArgument<Type> ? K : never]: Input<InputOf<R[K]["holds"]>>;
} & {
  [K in keyof R as R[K] extends OptionalArgument<Type> ? K : never]?: Input<
    InputOf<R[K]["holds"]> | null | undefined
  >;
};

/** The outputs of a resource: an output that no response has had is null, a required argument never is. */
export type Outputs<R extends Rows> = {
  readonly [K in keyof R]: Output<
    R[K] extends RequiredArgument<Type> ? ValueOf<R[K]["holds"]> : ValueOf<R[K]["holds"]> | null
  >;
};
