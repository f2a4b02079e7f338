/** Not of the program: Node itself, the SDK, and what it compiles a TypeScript program with. */
const runtimeFrames = /^node:|[\\/]node_modules[\\/](@pulumi[\\/]pulumi|ts-node)[\\/]/;

/** Two functions of the SDK and three constructors, which it takes off the top itself. */
const sdkFrames = 5;

/**
 * The SDK takes a stack trace for each promise of each output, which is half of a preview's time, and the engine keeps
 * one of the resource in the state, in which most frames are no lines of the program: a fifth of the state, written at
 * each step. The SDK counts constructors to find the program's own line: one in `ownFile` is left out.
 *
 * @returns what takes stack traces as before again
 */
export function shortenStackTraces(ownFile: string): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  // As V8 writes one where nobody has said otherwise.
  const write = prepareStackTrace ?? ((error, frames) => [error, ...frames].join("\n    at "));
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const ofProgram = (frame: NodeJS.CallSite) => !runtimeFrames.test(frame.getFileName() ?? "node:");
    const counted = frames.filter((frame) => frame.getFileName() !== ownFile);
    return write(
      error,
      counted.filter((frame, index) => index < sdkFrames || ofProgram(frame)),
    );
  };
  return () => {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  };
}
