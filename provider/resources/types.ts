/** Derives the types of a class from the rows of its definition. Each member keeps the comment of its row. */

import type { CustomResource, CustomResourceOptions, ID, Input, Output } from "@pulumi/pulumi";
import type { ArgumentRow, ValueOf } from "../definitions/field.js";

/** What an argument takes: its values, and an input as each item of a list. */
type InputOf<Value> = unknown[] extends Value ? Input<unknown>[] : Value;

/** What an output holds: null where no response had it. The output of a required argument is never null. */
type OutputOf<R, Value> = R extends ArgumentRow<"required"> ? Value : Value | null;

/** The type in a program of what a row holds. */
type RowValue<R> = R extends { readonly holds: infer K } ? ValueOf<K> : never;

/** Is for an interface to extend. Editors then show the name of the interface, where they would write out all rows. */
export type RowsOf<D extends { readonly rows: object }> = D["rows"];

/**
 * Selects the rows of one role. It does without `as` in mapped types, which TypeScript 3.8, the compiler in Pulumi's SDK, does
 * not know.
 */
type RowsOfRole<R, Role> = Pick<R, { [K in keyof R]: R[K] extends Role ? K : never }[keyof R]>;

// An interface extends both types below. The compiler names the interface in its messages, where it would write out an
// intersection.
/** The required arguments of a resource. */
export type RequiredArgs<R> = { [K in keyof RowsOfRole<R, ArgumentRow<"required">>]: Input<InputOf<RowValue<R[K]>>> };
/** The optional arguments of a resource, which take undefined as well, and null but for the id of one that exists. */
export type OptionalArgs<R> = {
  [K in keyof RowsOfRole<R, ArgumentRow<"optional" | "existingId">>]?: Input<
    InputOf<RowValue<R[K]>> | NullOf<R[K]> | undefined
  >;
};
type NullOf<R> = R extends ArgumentRow<"existingId"> ? never : null;

/** What a `get` takes beside the id where no address of the class has more than that. */
export type NoState = Readonly<Record<string, never>>;

/** A class, as far as a static method needs it to tell what its instances are. */
export interface ClassOf<Instance> {
  readonly prototype: Instance;
}

/** The class of a resource. Its instances have an output for each row. */
export interface ResourceClass<Args, R, State> {
  /** Whether a value is a resource of this class, also one of another copy of the package. */
  isInstance<Instance>(this: ClassOf<Instance>, value: unknown): value is Instance;
  /** The type by which policies know the class. */
  readonly __pulumiType: string;
  /**
   * Reads a resource that exists, which this stack does not manage: it is never changed and never deleted. It needs a GET that
   * `apphosting:operations` names for the class, and reads in previews, too.
   *
   * Outputs are what the API returns, and null where it returns nothing, **also the outputs of required arguments**: those that no
   * response has, such as `sourceControlProvider` and `branch`. Their type does not say so, so that the result can be used wherever
   * the class can.
   */
  get<Instance>(
    this: ClassOf<Instance>,
    /** Name of the resource in the program, unique in the stack among those of its class. */
    name: string,
    /** Id of the resource that exists, from the web console or from an output of another stack. */
    id: Input<ID>,
    /** What the address of the named GET has beside `{id}`, such as the application of an environment. */
    state?: State | null,
    /** Options of Pulumi, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Instance;
  // Each parameter has its own comment: `@param` in a comment above would take the place of the examples of the class in hover.
  new (
    /**
     * Name of the resource in the program, unique in the stack among those of its class. Under another name it is another
     * resource to Pulumi: an alias in the options tells that it is the same.
     */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: Args,
    /** Options of Pulumi, such as `dependsOn`, `protect` or `provider`. In docs/changes.md of the package is what each does. */
    options?: CustomResourceOptions,
  ): CustomResource & OutputsOf<R>;
}
type OutputsOf<R> = { readonly [K in keyof R]: Output<OutputOf<R[K], RowValue<R[K]>>> };
