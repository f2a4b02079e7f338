/** Faults of the API itself: statuses that are no success, and those that pass. */

import { cachePassword } from "../../../provider/sandbox/cache.js";
import { answer, type Fault, hostile } from "../../faults/index.js";
import { lines, token } from "./fault.js";

const message = { message: "The API's own words." };
const errors = { name: ["Not this one."], region: ["Not here.", "Not now."], odd: ["Unheard of."] };
const nested = { name: "Not this one.", region: { a: ["No."] } };
/** What the engine would read more into, if it were on the error: a gRPC code, and the id of what is half made. */
const engineFields = { code: 7, id: "app-1", reasons: ["No."], properties: { id: "app-1" } };
const quoting = { message: `Bearer ${token} is not valid.`, errors: { name: [token] }, trace: [cachePassword] };
const steering = { message: `${hostile} ${token}\nnext`, errors: { name: [hostile], [hostile]: [hostile] } };
const long = { message: "long ".repeat(600_000), errors: { name: Array(1000).fill("No.") } };
const effective = (code: number) => answer(code, message, { takesEffect: true });
const elsewhere = { headers: { location: "http://127.0.0.1:9/elsewhere" } };

const each = <T>(codes: readonly number[], to: (code: number) => readonly [string, T]) =>
  Object.fromEntries(codes.map(to));

const refusals = lines({
  ...each([301, 302, 303, 307], (code) => [`${code} to elsewhere`, answer(code, "", elsewhere)]),
  ...each([400, 401, 403, 404, 408, 409, 418, 423], (code) => [`status ${code}`, answer(code, message)]),
  "422 with errors": answer(422, { ...message, errors }),
  "422 without errors": answer(422, message),
  "422 with errors that are texts and nested": answer(422, { ...message, errors: nested }),
  "422 with a list for errors": answer(422, { ...message, errors: ["No."] }),
  "422 with a body that is no JSON": answer(422, "<html>No</html>"),
  "422 without a body": answer(422),
  "422 with fields that the engine knows": answer(422, { ...message, ...engineFields, errors: { id: ["app-1"] } }),
  "422 that quotes the token": answer(422, quoting),
  "422 with texts that steer a terminal": answer(422, steering),
  "422 with a text of 3 MB and 1000 messages of a field": answer(422, long),
});

const retryAfter = (code: number, after: string) => answer(code, message, { headers: { "retry-after": after } });
const limited = (name: string, after?: string): [string, Fault[]] => [
  `429 once, ${name}`,
  [after === undefined ? answer(429, message) : retryAfter(429, after)],
];
const day = 86_400_000;

const limits = lines(
  {
    ...Object.fromEntries([
      limited("no Retry-After"),
      ...["3", "0", "-5", "soon"].map((after) => limited(`Retry-After: ${after}`, after)),
      limited("Retry-After of a day", "86400"),
      limited("Retry-After of a date tomorrow", new Date(Date.now() + day).toUTCString()),
      limited("Retry-After of a date long past", new Date(0).toUTCString()),
    ]),
    "429 for ever": retryAfter(429, "60"),
  },
  { unprocessed: true, limits: true },
);

const transient = [500, 502, 503, 504];
const failures = lines({
  ...each(transient, (code) => [`${code} once`, [answer(code, message)]]),
  ...each(transient, (code) => [`${code} for ever`, answer(code, "<html>The proxy's words</html>")]),
  ...each(transient, (code) => [`${code} for ever, after the request took effect`, effective(code)]),
  "500 after the request took effect, then 422": [effective(500), answer(422, message)],
  "503 once, Retry-After: 2": [retryAfter(503, "2")],
  "503 for ever, Retry-After of a day": retryAfter(503, "86400"),
});

export const statusFaults = [...refusals, ...limits, ...failures];
