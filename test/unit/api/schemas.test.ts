import { expect } from "chai";
import { createArgumentSchema } from "../../../provider/api/schemas.js";
import { application } from "../../../provider/definitions/application.js";
import { type Definition, defineResource } from "../../../provider/definitions/definition.js";
import { environment } from "../../../provider/definitions/environment.js";
import { existingId, optional, required } from "../../../provider/definitions/row.js";
import { integer, text } from "../../../provider/definitions/value-type.js";

const cluster = defineResource("Cluster", {
  apiType: "clusters",
  path: "/clusters",
  deletion: { never: "" },
  create: "POST /clusters",
  rows: {
    existingId,
    name: required(text({ min: 3, max: 9999 })),
    nodes: optional(integer({ min: 1, max: 9 })),
    any: optional(integer()),
    command: optional(text(), { nullable: "value" }),
    network: optional(text(), { nullable: "unset" }),
  },
});

function findMessages(definition: Definition, name: string, value: unknown, allowsUnlistedValues = false): string[] {
  const argument = definition.arguments.find((one) => one.name === name);
  if (argument === undefined) throw new Error(`there is no ${name}`);
  const { error } = createArgumentSchema(argument, allowsUnlistedValues).safeParse(value);
  return error?.issues.map(({ message }) => message) ?? [];
}

for (const [name, rule, accepted, refused] of [
  ["name", "must have 3 to 9999 characters; it has 2", ["abc", "a".repeat(9999)], ["ab", "🚀🚀"]],
  ["name", "is required (string)", [], [undefined]],
  ["name", "must be a string", [], [null]],
  ["nodes", "must be an integer from 1 to 9", [1, 9, undefined], [0, -1, 10, null]],
  ["any", "must be an integer", [0, 7, -7, undefined], [1.5, null]],
  ["command", "must be a string", ["make", null, undefined], [1]],
  ["network", "must be a string", ["edge-1", null, undefined], [1]],
  ["existingId", "must be the id, a string. To create one", ["app-1/staging", undefined], [9]],
] as const) {
  it(`Schema of ${name}: rejects invalid values with "${rule}"`, () => {
    for (const value of accepted) expect(findMessages(cluster, name, value), String(value)).to.deep.equal([]);
    for (const value of refused) {
      const [message = "", ...more] = findMessages(cluster, name, value);
      expect([message.slice(0, rule.length), ...more], String(value)).to.deep.equal([rule]);
    }
  });
}

it("Schema of an integer without a range: the message names no range", () => {
  expect(findMessages(cluster, "any", 1.5)).to.deep.equal(["must be an integer"]);
});

it("Schema of a text: suggests NFC if a separate accent is the only mistake", () => {
  const [message] = findMessages(application, "name", "Cafe\u0301");
  expect(message).to.match(
    /^may only hold Latin letters, .*; an accent in it is a separate character: combine it with its letter \(Unicode NFC\)$/,
  );
  expect(findMessages(application, "name", "Cafe\u0301".normalize("NFC"))).to.deep.equal([]);
  for (const [definition, value] of [
    [application, "Cafe\u0301*"],
    [application, "日本"],
    [environment, "cafe\u0301"],
  ] as const) {
    expect(findMessages(definition, "name", value).join())
      .to.match(/^may only hold /)
      .and.not.include("accent");
  }
});
