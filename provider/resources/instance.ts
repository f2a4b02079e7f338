/** What the constructor of each class does beside `super()`. */

import * as pulumi from "@pulumi/pulumi";

/**
 * Takes no frames into the stack traces that are made from now on. The SDK makes a trace for each of four promises of each output, and nobody
 * reads them. Even a single frame costs as much as the rest of the resource, because the SDK's source maps look it up. The SDK lifts the limit
 * itself for the trace that it records in the state. It counts frames up to the line that makes the resource, so each class extends the SDK's
 * directly.
 *
 * @param resourceClass the class whose constructor calls this
 * @returns a function that puts the limit back. An error that was thrown meanwhile, by a transformation for instance, has no frames:
 * it gets those of the line that makes the resource, unless it is made to have none.
 */
export function omitStackFrames(resourceClass: abstract new (...args: never) => unknown): (thrown?: unknown) => void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  return (thrown) => {
    Error.stackTraceLimit = stackTraceLimit;
    // An error that was made earlier, outside of the constructor, has its own frames.
    if (!(thrown instanceof Error) || thrown.stack === "" || thrown.stack?.includes("\n    at ")) return;
    if (Object.isExtensible(thrown)) Error.captureStackTrace(thrown, resourceClass);
  };
}

/**
 * Lets the program see the id of an existing resource in a preview, where the engine does not tell the id of a resource that is new
 * to the stack. The id is the value of an argument. It is taken from the output of that name, because a transformation or
 * `ignoreChanges` may have set another value than the program.
 *
 * @param idArgument the argument, where the program sets it
 */
export function showIdInPreview(resource: pulumi.CustomResource, idArgument: string | undefined): void {
  if (idArgument === undefined || !pulumi.runtime.isDryRun()) return;
  const { id } = resource;
  const { [idArgument]: existingId } = resource as unknown as Record<string, pulumi.Output<string | null>>;
  Object.defineProperty(resource, "id", { value: existingId?.apply((value) => value ?? id) });
}
