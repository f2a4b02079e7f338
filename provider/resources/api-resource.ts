/** The base of the resource classes. */

import * as pulumi from "@pulumi/pulumi";
import type { DocumentedDefinition } from "../definitions/definition.js";
import { formatTypeToken } from "../definitions/state-names.js";
import { prepareGet } from "./get.js";
import { isOfClass } from "./registration/arguments.js";
import { prepareRegistration } from "./registration/registration.js";
import { shortenStackTraces } from "./registration/stack-traces.js";
import type { NoState, ResourceClass } from "./types.js";

/** Creates the class of a resource. */
export function createResourceClass<Args extends object, R, State = NoState>(
  definition: DocumentedDefinition & { rows: R },
): ResourceClass<Args, R, State> {
  class ApiResource extends pulumi.CustomResource {
    static readonly __pulumiType: string = formatTypeToken(definition.names.class);

    static override isInstance(value: unknown): value is pulumi.CustomResource {
      return isOfClass(value, definition.names.class);
    }

    static get(
      name: string,
      id: unknown,
      state?: object | null,
      options?: pulumi.CustomResourceOptions | null,
    ): object {
      const registration = prepareGet(definition, name, id, state, options);
      // The base class alone constructs the instance, so that no constructor in between can register something else.
      // biome-ignore lint/complexity/noThisInStatic: it is the class that the program calls, which extends this one.
      return Reflect.construct(ApiResource, [name, {}, undefined, registration], this);
    }

    /** @param registration for a `get` alone */
    constructor(
      name: string,
      args: Args,
      options?: pulumi.CustomResourceOptions,
      registration = prepareRegistration(definition, name, args, options),
    ) {
      // The state of a resource holds one source line. The engine takes it from the stack trace; without this it would be a
      // line of this file, and not the caller's `new`.
      const restoreStackTraces = shortenStackTraces(__dirname);
      try {
        try {
          super(registration.type, name, registration.properties, registration.options);
        } finally {
          restoreStackTraces();
        }
      } catch (error) {
        // An error thrown inside `super()` has no frames, because stack traces were switched off. Give it those of the caller.
        if (error instanceof Error && Object.isExtensible(error) && !error.stack?.includes("\n    at ")) {
          Error.captureStackTrace(error, ApiResource);
        }
        throw error;
      }
      const idArgument = definition.idArgument.name;
      const { properties, options: registered } = registration;
      if (pulumi.runtime.isDryRun() && registered.id === undefined && properties[idArgument] !== undefined) {
        showIdInPreview(this, idArgument);
      }
    }
  }
  // The SDK adds the outputs to the instance, one for each row, which its types do not tell.
  return ApiResource as unknown as ResourceClass<Args, R, State>;
}

/**
 * Lets the program see the id of an existing resource in a preview, where the engine does not tell the id of a resource that is new
 * to the stack. The id is the value of an argument. It is taken from the output of that name, because a transformation or
 * `ignoreChanges` may have set another value than the program.
 */
function showIdInPreview(resource: pulumi.CustomResource, idArgument: string): void {
  const { id } = resource;
  const { [idArgument]: existingId } = resource as unknown as Record<string, pulumi.Output<string | null>>;
  Object.defineProperty(resource, "id", { value: existingId?.apply((value) => value ?? id) });
}
