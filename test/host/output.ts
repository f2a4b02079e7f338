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
      while (!new RegExp(`${mark}.*\n`).test(text)) await once(written, "more");
      const start = taken;
      taken = text.length;
      const lines = text.slice(start, taken).split("\n").slice(0, -1);
      return lines.filter((line, index) => !line.includes("mark-") && (start > 0 || index > 0));
    },
  };
}
