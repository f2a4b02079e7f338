/** What it costs to print words of the API, in processor time: `npm run bench:words`. It fails above the limits. */

import { ApiError, type Failure } from "../../provider/api/http/errors";
import { cache } from "../../provider/definitions/cache";
import { withOperations } from "../../provider/definitions/definition";
import { explainFailure } from "../../provider/host/messages/explain";
import { formatSafeText } from "../../provider/host/messages/safe-text";
import { createConfiguredSession } from "../unit/host-fixture";
import { computeMedian } from "./figures";

const rounds = 15;

/** Each secret is written in another way in each form. */
const secrets = Array.from({ length: 500 }, (_, index) => ({ label: "name", text: ` "pass/${index}é"\n` }));
const inputs = { triggers: secrets.map(({ text }) => text) };
const words = secrets.map(({ text }) => `Bad value: ${text}.`).join(" ");

const errors = Array.from({ length: 100_000 }, (_, index) => [`field.${index}`, ["No."]]);
const failure: Failure = { kind: "status", status: 422, message: "No.", fields: Object.fromEntries(errors) };
const definition = withOperations(cache, {});
const subject = { session: createConfiguredSession({}).session, definition, id: "", values: {} };

const measured = {
  "16 KiB of words against 500 secrets": {
    limit: 50,
    act: () => formatSafeText(words.slice(0, 16 * 1024), "token", inputs, () => secrets),
  },
  "a refusal with messages about 100,000 fields": {
    limit: 500,
    act: () => explainFailure(new ApiError("update cache", failure, "none"), subject, cache.operations.create),
  },
};

for (const [what, { limit, act }] of Object.entries(measured)) {
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  const ms = computeMedian(times);
  process.stdout.write(`${what}: ${ms.toFixed(0)} ms (limit ${limit} ms)\n`);
  if (ms > limit) process.exitCode = 1;
}
