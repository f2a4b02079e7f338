import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { version } from "@pulumi/pulumi/version";
import { typescript } from "./guarded";

export type FakeMachine = ReturnType<typeof fakeMachine>;

/** A machine in a folder: shell scripts stand for Pulumi, Go and the official installer, and PATH holds nothing else. */
export function fakeMachine() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-cli-")));
  const at = (...names: string[]) => join(root, ...names);
  const cache = at("cache", "pulumi-apphosting");
  const preload = at("fetch.cjs");

  function program(path: string, lines: string): void {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  }

  /** What get.pulumi.com sends as the installer; without one, there is no way to the outside. */
  function internet(installer?: string): void {
    const answer =
      installer === undefined
        ? `throw new TypeError("fetch failed", { cause: new Error("no way out") })`
        : `return new Response(${JSON.stringify(installer)})`;
    writeFileSync(preload, `globalThis.fetch = async () => { ${answer}; };`);
  }
  internet();

  return {
    at,
    program,
    internet,
    /** Where got programs go. */
    bin: join(cache, `pulumi-${version}`, "bin"),
    /** All that lies in the cache, whole or half-made. */
    kept: () => (existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name)) : []),
    /** What the scripts have noted in a file so far. */
    lines: (path: string) =>
      existsSync(at(path)) ? readFileSync(at(path), "utf8").split("\n").filter(Boolean) : [],
    remove: () => rmSync(root, { recursive: true, force: true }),

    /** A Go that notes in the file `builds` what it is to build, then does `build`: $out is the folder, $program the name. */
    go(build: string, goVersion = "go1.99.1"): void {
      program(
        "path/go",
        `if [ "$1" = env ]; then echo ${goVersion}; exit; fi
for word; do if [ "$last" = -o ]; then out=$word; fi; last=$word; done
program=\${last##*/}
echo $program >> ${at("builds")}
${build}`,
      );
    },

    /** Starts a program of this folder on the machine. */
    start(source: "bin.ts" | "run.ts", ...args: string[]) {
      const node = spawn(process.execPath, [...typescript, join(__dirname, source), ...args], {
        env: {
          PATH: [at("path"), at("other")].join(delimiter),
          HOME: root,
          XDG_CACHE_HOME: at("cache"),
          NODE_OPTIONS: `--require ${preload}`,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [stdout, stderr] = ["", ""];
      node.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      node.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
        node.on("close", (code) => resolve({ code, stdout, stderr }));
      });
      return { kill: (signal: NodeJS.Signals) => node.kill(signal), ended };
    },
  };
}

/** Shell lines for the fake Go and the fake installer. */
export const makes = (folder: string, program: string, does = `echo ${version}`) =>
  `/bin/mkdir -p ${folder}; printf '#!/bin/sh\\n${does}\\n' > ${folder}/${program}; /bin/chmod +x ${folder}/${program}`;
