import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { version } from "@pulumi/pulumi/version";
import { cli, isExecutable, languageHost } from "./programs";
import { atMost, duration, type Log, withProgress } from "./progress";

export type Made = { version: string; origin: "downloaded" | "built" };
export type Kept = Made & { bin: string };

/** Written last into a folder that is whole. */
const marker = "pulumi.json";
const heartbeatMilliseconds = 1_000;
/** Many missed heartbeats: the owner was killed together with its guard, or the machine went down. */
const staleMilliseconds = 20_000;

/** Where the programs for the installed SDK's version are kept, shared by all checkouts of the user. */
export function cacheFolder(): string {
  const caches =
    process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
  return join(process.env.XDG_CACHE_HOME || caches, "pulumi-apphosting", `pulumi-${version}`);
}

/** What was installed or built before, if it is all there. */
export async function kept(): Promise<Kept | undefined> {
  const bin = join(cacheFolder(), "bin");
  const made = await readFile(join(cacheFolder(), marker), "utf8")
    .then((text) => JSON.parse(text) as Made)
    .catch(() => undefined);
  if (!made) return undefined;
  for (const program of [cli, languageHost]) if (!(await isExecutable(join(bin, program)))) return undefined;
  return { bin, ...made };
}

/**
 * Has `fill` make the programs in a folder beside the final one, which is renamed when it is whole: an interrupted run
 * leaves nothing that could be taken for the real thing. While another process is at it, its result is awaited, for as long
 * as that may take.
 */
export async function keep(
  fill: (partial: string) => Promise<Made | undefined>,
  limitSeconds: number,
  log: Log,
): Promise<Kept | undefined> {
  await mkdir(dirname(cacheFolder()), { recursive: true });
  await othersDone(limitSeconds, log);
  const already = await kept();
  if (already) return already;

  const partial = await mkdtemp(partialPrefix());
  const heartbeat = setInterval(() => {
    utimes(partial, new Date(), new Date()).catch(() => {});
  }, heartbeatMilliseconds);
  try {
    const made = await fill(partial);
    if (!made) return undefined;
    await rm(join(partial, "tmp"), { recursive: true, force: true });
    await writeFile(join(partial, marker), JSON.stringify(made));
    return await moveIntoPlace(partial);
  } finally {
    clearInterval(heartbeat);
    await rm(partial, { recursive: true, force: true });
  }
}

async function moveIntoPlace(partial: string): Promise<Kept> {
  // A rename onto a full folder fails. Another process may have been faster: then its result serves as well.
  const failure = await rename(partial, cacheFolder()).catch((error: Error) => error);
  if (failure && !(await kept())) {
    // Or somebody deleted a program, and what is left only stands in the way.
    await rm(cacheFolder(), { recursive: true, force: true });
    await rename(partial, cacheFolder());
  }
  const result = await kept();
  if (!result) throw new Error(`${cacheFolder()} is not complete`);
  return result;
}

async function othersDone(limitSeconds: number, log: Log): Promise<void> {
  const end = Date.now() + limitSeconds * 1000;
  let others = await othersAtIt();
  if (others.length === 0) return;
  log(`Another process is getting Pulumi: waiting, ${atMost(limitSeconds)}.`);
  await withProgress(log, "waiting for the other process", limitSeconds, async () => {
    for (; others.length > 0; others = await othersAtIt()) {
      if (Date.now() > end) {
        const [done, locks] = [duration(limitSeconds), others.join(" and ")];
        throw new Error(
          `another process is not done getting Pulumi after ${done}: end it, remove ${locks}, and try again`,
        );
      }
      await sleep(heartbeatMilliseconds);
    }
  });
}

/** The folders that other processes are filling; removes what dead ones left. */
async function othersAtIt(): Promise<string[]> {
  if (await kept()) return [];
  const alive = [];
  for (const partial of await partials()) {
    if (await isAlive(partial)) alive.push(partial);
    else await rm(partial, { recursive: true, force: true });
  }
  return alive;
}

async function partials(): Promise<string[]> {
  const folder = dirname(cacheFolder());
  const names = await readdir(folder);
  return names.map((name) => join(folder, name)).filter((path) => path.startsWith(partialPrefix()));
}

async function isAlive(partial: string): Promise<boolean> {
  const touched = await stat(partial).catch(() => undefined);
  return touched !== undefined && Date.now() - touched.mtimeMs < staleMilliseconds;
}

function partialPrefix(): string {
  return join(dirname(cacheFolder()), `.${basename(cacheFolder())}.partial-`);
}
