/** What the demo runs, in order, and what each step has to show. */

export interface Step {
  /** What the step is about, in a sentence. */
  readonly title: string;
  /** Whether the change of the README is made to the program first. Default: false. */
  readonly changesProgram?: true;
  /** Arguments of `pulumi`. */
  readonly command: readonly string[];
  /** What the engine has to print. */
  readonly shows: readonly string[];
  /** The requests that the API has to receive, in any order; by default none. */
  readonly sends?: readonly string[];
}

const up = ["up", "--yes", "--skip-preview", "--suppress-progress"];
const preview = ["preview", "--suppress-progress"];

export const steps: readonly Step[] = [
  {
    title:
      "A preview of the quickstart sends nothing. It creates the stack, an application and its environment; the cache exists, and is adopted.",
    command: [...preview, "--diff"],
    shows: ["+ 4 to create"],
  },
  {
    title: "up creates the application and the environment, and adopts the cache: a request each.",
    command: up,
    shows: ["+ 4 created", "cacheUri         : [secret]", "warning: Cache sessions (cache-1) will be adopted"],
    sends: ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"],
  },
  {
    title: "After up, the preview is empty, although the API has returned more than the program sets.",
    command: [...preview, "--expect-no-changes"],
    shows: ["4 unchanged"],
  },
  {
    title:
      "Two settings of the cache change, and name and branch of the environment. The preview shows an update in place, and " +
      "a replacement: the API documents no update of an environment. The warning says that the old environment stays.",
    changesProgram: true,
    command: [...preview, "--diff"],
    shows: [
      "apphosting:Cache: (update)",
      "apphosting:Environment: (replace",
      "~ 1 to update",
      "+-1 to replace",
      "2 unchanged",
      "warning: Environment staging of app-1 (env-2) will be replaced. The old one leaves the stack and keeps running",
    ],
  },
  {
    title:
      "up sends one PATCH, of the two settings and the name, which the API always asks for, and creates the second environment.",
    command: up,
    shows: ["[retain]", "~ 1 updated", "+-1 replaced", "2 unchanged"],
    sends: ["PATCH /caches/cache-1", "POST /applications/app-1/environments"],
  },
  {
    title: "destroy would fail while the application is protected. This lifts the protection.",
    command: ["state", "unprotect", "--all", "--yes"],
    shows: ["unprotected"],
  },
  {
    title: "destroy empties the stack. The API documents no delete: what the engine marks [retain] still exists.",
    command: ["destroy", "--yes", "--skip-preview", "--suppress-progress"],
    shows: ["staging deleted", "[retain]", "- 4 deleted"],
  },
];
