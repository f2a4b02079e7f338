/** What the constructor of each class does around and after `super()`. */

import * as pulumi from "@pulumi/pulumi";

/**
 * Leaves one frame in the stack traces that are taken from now on. The SDK takes a trace for each promise of each output of a resource, and
 * nobody reads them: without this, a stack of 100 resources takes more than a tenth longer. The SDK itself lifts the limit for the trace that
 * it records in the state. It counts frames up to the line that makes the resource, so each class extends the SDK's directly.
 *
 * @returns a function that puts the limit back
 */
export function limitStackTraces(): () => void {
  const { stackTraceLimit } = Error;
  // An error that a transformation of the program throws inside `super()` keeps the frame that tells where.
  Error.stackTraceLimit = 1;
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
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
