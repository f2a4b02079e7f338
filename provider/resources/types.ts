/** The types of a class, from the rows of its definition; each member keeps the comment of its row. */

import type { CustomResource, CustomResourceOptions, Input, Output } from "@pulumi/pulumi";
import type { ArgumentRow, ValueOf } from "../definitions/field.js";

/** Text that a list of documented values, which an editor completes, does not have. */
export type UnlistedValue = string & Record<never, never>;

/** Of documented values it takes any other, too; of a list, inputs. */
type InputOf<Value> = [Value] extends [string] ? TextOf<Value> : unknown[] extends Value ? Input<unknown>[] : Value;
type TextOf<Value> = string extends Value ? Value : Value | UnlistedValue;

/** An output that no response has had is null, a required argument never is. */
type OutputOf<R, Value> = R extends ArgumentRow<"required"> ? Value : Value | null;

/** What the row holds, for a program. */
type Held<R> = R extends { readonly holds: infer K } ? ValueOf<K> : never;

/** For an interface to extend: its name then stands in the types of a class, where all rows would be written out. */
export type RowsOf<D extends { readonly rows: object }> = D["rows"];

/**
 * The rows of one role. Without `as` in mapped types: the compiler that comes with Pulumi's SDK, 3.8, does not know it.
 */
type Only<R, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

// An interface extends both: the compiler's messages name that, where they would write an intersection out.
/** The required arguments of a resource. */
export type RequiredArgs<R> = { [K in keyof Only<R, ArgumentRow<"required">>]: Input<InputOf<Held<R[K]>>> };
/** The optional arguments of a resource, which take undefined as well, and null but for the id of one that exists. */
export type OptionalArgs<R> = {
  [K in keyof Only<R, ArgumentRow<"optional" | "existingId">>]?: Input<InputOf<Held<R[K]>> | NullOf<R[K]> | undefined>;
};
type NullOf<R> = R extends ArgumentRow<"existingId"> ? never : null;

/** The class of a kind. Its instances have an output for each row. */
export interface ResourceClass<Args, R> extends Pick<typeof CustomResource, "isInstance"> {
  /** The type by which policies know the class. */
  readonly __pulumiType: string;
  // Each parameter has its own comment: `@param` in a comment above would take the place of the examples of the class in hover.
  new (
    /**
     * Name of the resource in the program, unique in the stack among those of its class. Under another name it is another
     * resource to Pulumi: an alias in the options tells that it is the same.
     */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: Args,
    /** Options of Pulumi, such as `dependsOn`, `protect` or `provider`. In docs/options.md of the package is what each does. */
    options?: CustomResourceOptions,
  ): CustomResource & OutputsOf<R>;
}
type OutputsOf<R> = { readonly [K in keyof R]: Output<OutputOf<R[K], Held<R[K]>>> };
