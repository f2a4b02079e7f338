/** What each constructor does besides `super()`. */

import * as pulumi from "@pulumi/pulumi";

/**
 * Switches off stack traces while the SDK makes a resource: it makes four for each output, which cost as much as all
 * the rest (test/bench). A base class can't do this: the SDK counts four frames up to the program's line
 * (test/unit/resources/instance.test.ts).
 *
 * @returns a function that switches them on, and gives an error thrown meanwhile the program's line
 */
export function omitStackFrames(resourceClass: abstract new (...args: never) => unknown): (thrown?: unknown) => void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  return (thrown) => {
    Error.stackTraceLimit = stackTraceLimit;
    // An error made earlier has its own frames.
    if (!(thrown instanceof Error) || thrown.stack === "" || thrown.stack?.includes("\n    at ")) return;
    if (Object.isExtensible(thrown)) Error.captureStackTrace(thrown, resourceClass);
  };
}

/**
 * Shows the id of an adopted resource in a preview, where the engine doesn't know it. A transformation or
 * `ignoreChanges` may have changed the argument, so the id is its output.
 */
export function showIdInPreview(resource: pulumi.CustomResource, idArgument: string | undefined): void {
  if (idArgument === undefined || !pulumi.runtime.isDryRun()) return;
  const { id } = resource;
  const existingId = (resource as unknown as Record<string, pulumi.Output<string | null>>)[idArgument];
  Object.defineProperty(resource, "id", { value: existingId?.apply((value) => value ?? id) });
}
