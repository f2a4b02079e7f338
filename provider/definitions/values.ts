/** The values of a field, as a program sees them in an output. */

import type { Anything, Fields, Flag, Group, Groups, Integer, Texts, Type } from "./field.js";

/** An object inside an output. A field that the response left out is not there. */
export type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

export type ValueOf<T extends Type> =
  T extends Group<Fields, infer Value>
    ? Value
    : T extends Groups<Fields, infer Value>
      ? Value[]
      : T extends Integer
        ? number
        : T extends Flag
          ? boolean
          : T extends Texts
            ? string[]
            : T extends Anything
              ? unknown[]
              : string;
