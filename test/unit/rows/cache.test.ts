import { expect } from "chai";
import { cache } from "../../../provider/rows/cache.js";

const { make } = cache.rows.connectionUri.source as { make: (outputs: Readonly<Record<string, unknown>>) => string };
const connection = { hostname: "h", port: 6379, protocol: "redis" };
const credentials = { username: "us/er", password: "p@ss" };

for (const [what, outputs, uri] of [
  ["all parts", { connection, credentials }, "redis://us%2Fer:p%40ss@h:6379"],
  ["no user name", { connection, credentials: { password: "p" } }, "redis://:p@h:6379"],
  ["port 0", { connection: { ...connection, port: 0 }, credentials }, "redis://us%2Fer:p%40ss@h:0"],
  [
    "an IPv6 host",
    { connection: { ...connection, hostname: "::1" }, credentials },
    "redis://us%2Fer:p%40ss@[::1]:6379",
  ],
  [
    "an IPv6 host in brackets",
    { connection: { ...connection, hostname: "[::1]" }, credentials },
    "redis://us%2Fer:p%40ss@[::1]:6379",
  ],
  ["no password", { connection, credentials: { username: "u" } }, null],
  ["no credentials", { connection, credentials: null }, null],
  ["no port", { connection: { hostname: "h", protocol: "redis" }, credentials }, null],
  ["no hostname", { connection: { port: 1, protocol: "redis" }, credentials }, null],
  ["no protocol", { connection: { port: 1, hostname: "h" }, credentials }, null],
  ["no connection", { connection: null, credentials }, null],
] as const) {
  it(`connectionUri of ${what}: ${uri}`, () => expect(make(outputs)).to.equal(uri));
}
