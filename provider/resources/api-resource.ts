/**
 * The base of the resource classes. Without it, a preview would not know the id of a resource that exists, and the state of each resource
 * would name a line of this package in the place of the program's.
 */

import { sep } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Registration } from "./registration.js";

/** A resource of the API. Each class of a resource extends it. */
export class ApiResource extends pulumi.CustomResource {
  /** @internal */
  constructor({ type, name, properties, options, idArgument }: Registration) {
    const restoreStackTraces = shortenStackTraces(__dirname);
    try {
      super(type, name, properties, options);
    } catch (error) {
      restoreStackTraces();
      // An error thrown inside `super()` has no frames, because stack traces were switched off. Give it those of the caller.
      if (error instanceof Error && Object.isExtensible(error) && !error.stack?.includes("\n    at ")) {
        Error.captureStackTrace(error, ApiResource);
      }
      throw error;
    } finally {
      restoreStackTraces();
    }
    if (pulumi.runtime.isDryRun() && idArgument !== undefined) showIdInPreview(this, idArgument);
  }
}

/** Makes the instance of a `get`. The constructor of its class does not run, which would register a resource to manage. */
export function registerGet<Instance extends ApiResource>(
  resourceClass: { readonly prototype: Instance },
  registration: Registration,
): Instance {
  return Reflect.construct(ApiResource, [registration], resourceClass as never) as Instance;
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

/**
 * How many frames of a stack trace stay. The SDK takes a trace of each new resource, and drops these five from its top, because
 * it expects no others above the line that makes the resource:
 *
 * 1. `Resource.callsites`, which takes the trace,
 * 2. `Resource.stackTrace`, which asked for it,
 * 3. `new Resource`,
 * 4. `new CustomResource`,
 * 5. `new Cache`, or another class of a program.
 *
 * The sixth is the line of the program, and what the SDK records. In place of the fifth, this package has several, because a class
 * such as `Cache` has a base class of its own. All but one of them are left out before frames are counted.
 */
const frameCount = 6;

/**
 * Shortens the stack traces that are taken from now on.
 *
 * The SDK takes a trace for each promise of each output of a resource, and nobody reads them, so these get no frames: a program of 100
 * resources takes 3.1 s in place of 3.7 in JavaScript, and 5.2 in place of 5.8 in TypeScript. The trace of the resource itself is taken
 * without a limit, which the SDK lifts for it. The engine keeps it in the state and writes it with each step, and 28 % of the state would
 * be frames of this package. So it gets no frame below the line that makes the resource.
 *
 * @param ownFolder the folder of this package's classes
 * @returns a function that makes stack traces what they were before
 */
export function shortenStackTraces(ownFolder: string): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  // Where nobody has set a function, V8 writes a trace in this form.
  const write = prepareStackTrace ?? ((error, frames) => [error, ...frames].join("\n    at "));
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const isOwn = (frame: NodeJS.CallSite) => frame.getFileName()?.startsWith(ownFolder + sep) === true;
    const own = frames.find(isOwn);
    const expected = frames.filter((frame) => frame === own || !isOwn(frame));
    return write(error, expected.slice(0, frameCount));
  };
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  };
}
