/** What the demo runs, in order, and what each step has to show. */

export interface Step {
  /** What the step is about, in a sentence. */
  readonly title: string;
  /** Arguments of `pulumi`. */
  readonly command: readonly string[];
  /** What the engine has to print. */
  readonly shows: readonly string[];
  /** The requests that the API has to receive, in any order. */
  readonly sends: readonly string[];
  /** Names that the account has to hold afterwards. */
  readonly remains?: readonly string[];
}

const up = ["up", "--yes", "--skip-preview", "--suppress-progress"];
const preview = ["preview", "--suppress-progress"];
/** Of the quickstart's cache, by the names in its configuration. */
export const settings = { hibernationTimeout: "45", isPublic: "true" };
const changed = Object.entries(settings).flatMap(([key, value]) => ["--config", `${key}=${value}`]);

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
    sends: ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"],
  },
  {
    title: "Two settings of the cache change. The preview shows an update in place of these two.",
    command: [...preview, "--diff", ...changed],
    shows: ["apphosting:Cache: (update)", "~ 1 to update", "3 unchanged"],
    sends: [],
  },
  {
    title: "up sends one PATCH: the two settings, and the name, which the API always asks for.",
    command: up,
    shows: ["~ 1 updated", "3 unchanged"],
    sends: ["PATCH /caches/cache-1"],
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
