/** Secrets that a test knows again, whatever text they have ended in, and an API that tells them. */

import { cachePassword } from "../../provider/sandbox/cache.js";
import { cutConnection, type Fault, type FaultySandbox, respondWith, rewriteResponse } from "../faults/index.js";

const mark = "MARKED-SECRET-";

/** Plain, URL-encoded, base64 and JSON forms all differ. */
export function marked(what: string): string {
  return `${mark}${what}-+/=&"<ä>%41`;
}

/** A header takes ASCII alone. */
export const token = marked("token").replace("ä", "a");
/** Of an explicit provider. */
export const otherToken = marked("other-token").replace("ä", "a");
export const command = marked("command");
/** Of a cache, in secret configuration. */
export const name = `${mark}name`.toLowerCase();

/** URL-encoding and JSON leave the start of a marker as it is. */
const forms = [mark, mark.toLowerCase()].flatMap((start) => [
  start,
  ...[0, 1, 2].map((before) => base64Of(start, before)),
  Buffer.from(start).toString("hex"),
]);

/** Three bytes make four characters, wherever the text starts; those at its ends hold other bytes, too. */
function base64Of(text: string, before: number): string {
  const encoded = Buffer.from("\0".repeat(before) + text).toString("base64");
  return encoded.replace(/=+$/, "").slice(Math.ceil((before * 4) / 3), -2);
}

/** Each find with what stands around it. */
export function finds(text: string): string[] {
  return forms.flatMap((form) =>
    [...text.matchAll(new RegExp(form, "g"))].map(({ index }) => text.slice(Math.max(index - 100, 0), index + 40)),
  );
}

/** From now on, caches have a marked password, and environments a marked variable. */
export function answerMarkers(api: FaultySandbox): void {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const marking = rewriteResponse((body) =>
    JSON.stringify(body)
      .replaceAll(cachePassword, inJson(marked("password")))
      .replaceAll("variable-of-", inJson(marked("variable"))),
  );
  api.addFault(marking, { lasts: true });
}

/** What an API tells when it quotes the request, and writes secrets of its own into the rest. */
function quoting(field: string, value: string) {
  return {
    message: `Bearer ${token}, ${encodeURIComponent(token)} is not valid.`,
    errors: {
      [field]: [`"${value}" is not valid.`, encodeURIComponent(value), JSON.stringify(value)],
      [token]: [JSON.stringify(token)],
    },
    trace: [marked("password"), marked("variable")],
  };
}

export const telling: Readonly<Record<string, (field: string, value: string) => Fault>> = {
  "401 that quotes the token": () => status(401, { message: quoting("", "").message }),
  "422 that quotes what was set": (...asked) => status(422, quoting(...asked)),
  "500 with a body": (...asked) => status(500, quoting(...asked)),
  "302 with a body": (...asked) => status(302, quoting(...asked)),
  "HTML that quotes everything": (...asked) => status(200, `<html>${JSON.stringify(quoting(...asked))}</html>`),
  "JSON that breaks off": (...asked) => status(200, JSON.stringify(quoting(...asked)).slice(0, -1)),
  "a reset after the request": () => cutConnection("reset", "after"),
  "a reset within the answer": () => cutConnection("reset", "half way"),
};

function status(code: number, body: unknown): Fault {
  const headers = { "x-echo": token, location: `/${encodeURIComponent(token)}` };
  return respondWith(code, body, { headers, takesEffect: false });
}

/** For the next request that creates, and the next that changes a cache of that name. */
export function tell(api: FaultySandbox, fault: (typeof telling)[string], cacheName: string): void {
  api.addFault(fault("build_command", command), { method: "POST" });
  api.addFault(fault("name", cacheName), { method: "PATCH" });
}
