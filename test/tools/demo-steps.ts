/** What the demo runs, in order, and what each step has to show. */

export interface Step {
  /** What the step is about, in a sentence. */
  readonly title: string;
  /** Arguments of `pulumi`. */
  readonly command: readonly string[];
  /** What the engine has to print. */
  readonly shows: readonly string[];
  /** The requests that the API has to receive, in any order, and the body of one where it matters. */
  readonly sends: readonly { readonly request: string; readonly body?: object }[];
  /** Names that the account has to hold afterwards. */
  readonly remains?: readonly string[];
}

const up = ["up", "--yes", "--skip-preview", "--suppress-progress"];
const preview = ["preview", "--suppress-progress"];

export const steps: readonly Step[] = [
  {
    title: "A preview of the quickstart shows an application, its environment and a cache, and sends nothing.",
    command: [...preview, "--diff"],
    shows: ["+ 4 to create"],
    sends: [],
  },
  {
    title: "up creates the application and the environment, and adopts the cache: a request each.",
    command: up,
    shows: ["+ 4 created", "cacheUri         : [secret]"],
    sends: [
      { request: "POST /applications" },
      { request: "POST /applications/app-1/environments" },
      { request: "PATCH /caches/cache-1" },
    ],
  },
  {
    title: "Two settings of the cache change. The preview shows an update in place of these two.",
    command: [...preview, "--diff", "--config", "hibernationTimeout=45", "--config", "isPublic=true"],
    shows: [
      "apphosting:Cache: (update)",
      "~ hibernationTimeout: 30 => 45",
      "~ isPublic          : false => true",
      "~ 1 to update",
      "3 unchanged",
    ],
    sends: [],
  },
  {
    title: "up sends one PATCH: the two settings, and the name, which the API always asks for.",
    command: up,
    shows: ["~ 1 updated", "3 unchanged"],
    sends: [
      {
        request: "PATCH /caches/cache-1",
        body: { name: "sessions", hibernation_timeout: 45, is_public: true },
      },
    ],
  },
  {
    title:
      "The environment's branch changes, for which the API has no operation. The preview shows a replacement, " +
      "and by [retain] that the old environment would stay.",
    command: [...preview, "--config", "branch=main"],
    shows: ["staging replace[retain] [diff: ~branch]", "+-1 to replace", "3 unchanged"],
    sends: [],
  },
  {
    title:
      "destroy empties the stack. The API has no operation that deletes: what the engine marks [retain] still exists.",
    command: ["destroy", "--yes", "--skip-preview", "--suppress-progress"],
    shows: ["staging deleted", "[retain]", "- 4 deleted"],
    sends: [],
    remains: ["Web shop", "staging", "sessions"],
  },
];
