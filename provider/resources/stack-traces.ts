/** Two functions of the SDK and three constructors, which it takes off the top itself, and the line that makes the resource. */
const needed = 6;

/**
 * The SDK takes a stack trace for each promise of each output, which is half of a preview's time, and the engine keeps
 * one of the resource in the state, written at each step, of which only the line that makes it says something. The SDK
 * counts constructors to find that line: one in `ownFile` is left out.
 *
 * @returns what takes stack traces as before again
 */
export function shortenStackTraces(ownFile: string): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  // As V8 writes one where nobody has said otherwise.
  const write = prepareStackTrace ?? ((error, frames) => [error, ...frames].join("\n    at "));
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) =>
    write(error, frames.filter((frame) => frame.getFileName() !== ownFile).slice(0, needed));
  return () => Object.assign(Error, { stackTraceLimit, prepareStackTrace });
}
