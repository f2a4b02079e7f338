/** What a process writes, to either stream, for a test to look at. */

import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";

export function collect({ stdout, stderr }: ChildProcess) {
  const written = new EventEmitter();
  let text = "";
  let taken = 0;
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      written.emit("more");
    });
  }
  return {
    text: () => text,
    /** Takes the lines up to the one with this mark; the first line of all is the port, for the engine alone. */
    async until(mark: string): Promise<string[]> {
      const end = () => text.indexOf("\n", text.lastIndexOf(mark));
      while (!text.includes(mark) || end() < 0) await once(written, "more");
      const lines = text.slice(taken, end()).split("\n");
      const first = taken === 0 ? 1 : 0;
      taken = end() + 1;
      return lines.slice(first).filter((line) => !line.includes("mark-"));
    },
  };
}
