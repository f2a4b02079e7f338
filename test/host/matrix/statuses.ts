/** Faults of the API itself: statuses that are no success, and those that pass. */

import type { FaultySandbox } from "../../faults/index.js";
import { always, type MatrixFault, status } from "./fault.js";

const message = { message: "The API's own words." };
const errors = { name: ["Not this one."], region: ["Not here.", "Not now."], odd: ["Unheard of."] };
const day = 86_400_000;

const redirects: MatrixFault[] = [301, 302, 303, 307].map((code) => ({
  name: `${code} to elsewhere`,
  arrange: always(status(code, "", { location: "http://127.0.0.1:9/elsewhere" })),
}));

const refusals: MatrixFault[] = [400, 401, 403, 404, 408, 409, 418, 423].map((code) => ({
  name: String(code),
  arrange: always(status(code, message)),
}));

const invalid: MatrixFault[] = [
  { name: "422 with errors", arrange: always(status(422, { ...message, errors })) },
  { name: "422 without errors", arrange: always(status(422, message)) },
  {
    name: "422 with errors that are texts and nested",
    arrange: always(status(422, { ...message, errors: { name: "Not this one.", region: { a: ["No."] } } })),
  },
  { name: "422 with a list for errors", arrange: always(status(422, { ...message, errors: ["No."] })) },
  { name: "422 with a body that is no JSON", arrange: always(status(422, "<html>No</html>")) },
  { name: "422 without a body", arrange: always(status(422)) },
];

const retryAfter: Readonly<Record<string, string | undefined>> = {
  "no Retry-After": undefined,
  "Retry-After: 3": "3",
  "Retry-After: 0": "0",
  "Retry-After: -5": "-5",
  "Retry-After: soon": "soon",
  "Retry-After of a day": "86400",
  "Retry-After of a date tomorrow": new Date(Date.now() + day).toUTCString(),
  "Retry-After of a date long past": new Date(0).toUTCString(),
};

const limited: MatrixFault[] = Object.entries(retryAfter).map(([name, value]) => ({
  name: `429 once, ${name}`,
  unprocessed: true,
  limits: true,
  arrange(front) {
    front.fault(status(429, message, value === undefined ? {} : { "retry-after": value }));
  },
}));

const foreverLimited: MatrixFault = {
  name: "429 for ever",
  unprocessed: true,
  limits: true,
  arrange: always(status(429, message, { "retry-after": "60" })),
};

const failures: MatrixFault[] = [500, 502, 503, 504].flatMap((code) => [
  { name: `${code} once`, arrange: (front: FaultySandbox) => front.fault(status(code, message)) },
  { name: `${code} for ever`, arrange: always(status(code, "<html>The proxy's words</html>")) },
  {
    name: `${code} for ever, after the request took effect`,
    arrange: always({ ...status(code, message), takesEffect: true }),
  },
]);

const laterFailures: MatrixFault[] = [
  {
    name: "500 after the request took effect, then 422",
    arrange(front) {
      front.fault({ ...status(500, message), takesEffect: true });
      front.fault(status(422, message));
    },
  },
  {
    name: "503 once, Retry-After: 2",
    arrange: (front) => front.fault(status(503, message, { "retry-after": "2" })),
  },
  {
    name: "503 for ever, Retry-After of a day",
    arrange: always(status(503, message, { "retry-after": "86400" })),
  },
];

export const statusFaults: readonly MatrixFault[] = [
  ...redirects,
  ...refusals,
  ...invalid,
  ...limited,
  foreverLimited,
  ...failures,
  ...laterFailures,
];
