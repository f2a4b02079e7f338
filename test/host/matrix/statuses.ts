/** Faults of the API itself: statuses other than success, forever or once. */

import { cachePassword } from "../../../provider/sandbox/cache.js";
import { type Fault, hostileText, respondWith } from "../../faults/index.js";
import { listFaults, token } from "./fault.js";

const message = { message: "The API's own words." };
const errors = { name: ["Not this one."], region: ["Not here.", "Not now."], odd: ["Unheard of."] };
/** Error properties that the engine would take for its own: a gRPC code and a resource's id. */
const engineFields = { code: 7, id: "app-1", reasons: ["No."], properties: { id: "app-1" } };
const quoting = { message: `Bearer ${token} is not valid.`, errors: { name: [token] }, trace: [cachePassword] };
const steering = {
  message: `${hostileText} ${token}\nnext`,
  errors: { name: [hostileText], [hostileText]: [hostileText] },
};
const long = { message: "long ".repeat(600_000), errors: { name: Array(1000).fill("No.") } };
const takeEffectThenFail = (code: number) => respondWith(code, message, { takesEffect: true });
const elsewhere = { headers: { location: "http://127.0.0.1:9/elsewhere" } };

const mapCodes = <T>(codes: readonly number[], to: (code: number) => readonly [string, T]) =>
  Object.fromEntries(codes.map(to));

const refusals = listFaults({
  ...mapCodes([301, 302, 303, 307], (code) => [`${code} to elsewhere`, respondWith(code, "", elsewhere)]),
  ...mapCodes([400, 401, 403, 404, 408, 409, 418, 423], (code) => [`status ${code}`, respondWith(code, message)]),
  "200 with errors alone": respondWith(200, { ...message, errors }, { takesEffect: false }),
  "200 with error alone": respondWith(200, { error: "Plan limit reached." }, { takesEffect: false }),
  "200 with errors, and data without id": respondWith(200, { errors: ["No."], data: {} }, { takesEffect: false }),
  "422 with errors": respondWith(422, { ...message, errors }),
  "422 without errors": respondWith(422, message),
  "422 with fields that the engine knows": respondWith(422, { ...message, ...engineFields, errors: { id: ["app-1"] } }),
  "422 that quotes the token": respondWith(422, quoting),
  "422 with texts that steer a terminal": respondWith(422, steering),
  "422 with a text of 3 MB and 1000 messages of a field": respondWith(422, long),
});

const respondRetryAfter = (code: number, after: string) =>
  respondWith(code, message, { headers: { "retry-after": after } });
const createLimit = (name: string, after?: string): [string, Fault[]] => [
  `429 once, ${name}`,
  [after === undefined ? respondWith(429, message) : respondRetryAfter(429, after)],
];
const day = 86_400_000;

const busy = listFaults(
  {
    ...mapCodes([409, 423, 425], (code) => [`${code} once, Retry-After: 2`, [respondRetryAfter(code, "2")]]),
    "409 for ever, Retry-After: 2": respondRetryAfter(409, "2"),
  },
  { unprocessed: true },
);

const limits = listFaults(
  {
    ...Object.fromEntries([
      createLimit("no Retry-After"),
      ...["3", "0", "-5", "soon"].map((after) => createLimit(`Retry-After: ${after}`, after)),
      createLimit("Retry-After of a day", "86400"),
      createLimit("Retry-After of a date tomorrow", new Date(Date.now() + day).toUTCString()),
      createLimit("Retry-After of a date long past", new Date(0).toUTCString()),
    ]),
    "429 for ever": respondRetryAfter(429, "60"),
  },
  { unprocessed: true },
);

const transient = [500, 502, 503, 504, 520];
const failures = listFaults({
  ...mapCodes(transient, (code) => [`${code} once`, [respondWith(code, message)]]),
  ...mapCodes(transient, (code) => [`${code} for ever`, respondWith(code, "<html>The proxy's words</html>")]),
  ...mapCodes(transient, (code) => [`${code} for ever, after the request took effect`, takeEffectThenFail(code)]),
  "500 after the request took effect, then 422": [takeEffectThenFail(500), respondWith(422, message)],
  "503 once, Retry-After: 2": [respondRetryAfter(503, "2")],
  "503 for ever, Retry-After of a day": respondRetryAfter(503, "86400"),
});

export const statusFaults = [...refusals, ...busy, ...limits, ...failures];
