/** Each class with all its documented arguments, and a program in which each of them has changed. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/http/json";
import { definitions } from "../../provider/definitions";
import { type DocumentedArgument, selectFields } from "../documented/facts";
import { findDocumented, selectInputs } from "../host/arguments";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";

/** An id in the path, which stays: another one names another resource. */
const isInPath = ({ wire, required }: DocumentedArgument) => required && wire === undefined;

/** In the order of the definitions. */
const resources = definitions.map(({ names }) => {
  const documented = findDocumented(names.code);
  const before = selectInputs(names.code, "all");
  const changing = Object.entries(documented.arguments).filter(([name, one]) => name in before && !isInPath(one));
  const after: JsonObject = { ...before, ...Object.fromEntries(changing.map(([name, { other }]) => [name, other])) };
  const isReplaced = documented.update === undefined || changing.some(([, { onChange }]) => onChange === "replace");
  return { documented, before, after, changed: changing.map(([name]) => name), isReplaced };
});

const program = (when: "before" | "after") =>
  resources
    .map(({ documented: { className }, ...one }) => `new ${className}("${className}", ${JSON.stringify(one[when])});`)
    .join("\n");

describeEngine("every argument", () => {
  const use = shareStack(() => startAccount(1));
  let steps: Awaited<ReturnType<typeof use.stack.previewSteps>>["steps"];
  let sent: string[];

  before(async () => {
    const { stack, api } = use;
    await stack.upProgram(program("before"));
    await stack.writeProgram(program("after"));
    ({ steps } = await stack.previewSteps());
    sent = await recordRequests(api, () => stack.up());
  });

  for (const { documented, changed, isReplaced } of resources) {
    const { className, create, update = create } = documented;

    it(`Every argument of ${className} changed: the preview marks each one`, () => {
      const step = steps.find(({ name, op }) => name === className && op === (isReplaced ? "replace" : "update"));
      const marked = Object.keys(step?.detailedDiff ?? {}).map((path) => path.split("[")[0]);
      expect(marked).to.have.members(changed);
    });

    it(`Every argument of ${className} changed: up sends one request, with every field`, () => {
      const { method, path } = isReplaced ? create : update;
      // The id of the resource itself is `id/1` among the facts, and another one in the account.
      const start = new RegExp(`^${method} ${path.replace("id%2F1", "[^/]+").replaceAll("%2F", "-")} `);
      const bodies = sent.filter((line) => start.test(line)).map((line) => JSON.parse(line.replace(start, "")));
      expect(bodies).to.deep.equal([selectFields(documented, Boolean, ({ other }) => other)]);
    });
  }

  it("Every argument changed: up sends nothing else, and the preview after it is empty", async () => {
    expect(sent).to.have.length(resources.length);
    await use.stack.preview("--expect-no-changes");
  });
});
