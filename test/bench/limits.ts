/** What has a limit of its own: the import of the package, and printing words of the API. `npm run bench:limits` fails above a limit. */

import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { ApiError, type Failure } from "../../provider/api/http/errors";
import { cache } from "../../provider/definitions/cache";
import { defineResource } from "../../provider/definitions/definition";
import { existingId, optional } from "../../provider/definitions/row";
import { text } from "../../provider/definitions/value-type";
import { explainFailure } from "../../provider/host/messages/failures";
import { makeSafe } from "../../provider/host/messages/safe-text";
import { openNew } from "../../provider/host/resource";
import { createConfiguredSession } from "../unit/host-fixture";
import { computeMedian } from "./figures";

const rounds = 15;

/** Each secret is written in another way in each form. */
const secrets = Array.from({ length: 500 }, (_, index) => [`secret${index}`, ` "password/${index}é"\n`] as const);
const words = secrets.map(([, value]) => `Bad value: ${value}.`).join(" ");
const rows = Object.fromEntries(secrets.map(([name]) => [name, optional(text(), { mayHoldSecrets: true })]));
const definition = defineResource("Thing", {
  apiType: "things",
  path: "/things",
  deletion: { never: "" },
  create: "POST /things",
  rows: { existingId, ...rows },
});
const { session } = createConfiguredSession({});
const holder = openNew(session, definition, Object.fromEntries(secrets));

const errors = Array.from({ length: 100_000 }, (_, index) => [`field.${index}`, ["No."]]);
const failure: Failure = { kind: "status", status: 422, message: "No.", fields: Object.fromEntries(errors) };
const refused = openNew(session, cache, {});

/** Each with its limit and a function that measures it once, in milliseconds. */
const measured = {
  "import of the package after the SDK": {
    limit: 9,
    measure: measureImport,
  },
  "16 KiB of words against 500 secrets": {
    limit: 50,
    measure: () => measureProcessorTime(() => makeSafe(holder, words.slice(0, 16 * 1024))),
  },
  "a refusal with messages about 100,000 fields": {
    limit: 500,
    measure: () =>
      measureProcessorTime(() =>
        explainFailure(
          new ApiError({ operation: "update cache", method: "PATCH", path: "/caches/1" }, failure, "no effect"),
          refused,
          cache.create,
        ),
      ),
  },
};

for (const [what, { limit, measure }] of Object.entries(measured)) {
  const ms = computeMedian(Array.from({ length: rounds }, measure));
  process.stdout.write(`${what}: ${ms.toFixed(1)} ms (limit ${limit} ms)\n`);
  if (ms > limit) process.exitCode = 1;
}

/** Imports the package in a new process, as a program does. */
function measureImport(): number {
  const program = `require("@pulumi/pulumi");
    const start = performance.now();
    require(".");
    console.log(performance.now() - start);`;
  const folder = resolve(__dirname, "../..");
  return Number(execFileSync(process.execPath, ["--eval", program], { cwd: folder, encoding: "utf8" }));
}

function measureProcessorTime(act: () => void): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
