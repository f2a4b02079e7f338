import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { resources } from "../documented-resources.js";
import { createResource } from "../host-fixture.js";
import { readText } from "./files.js";

type Effect = "replaces" | "in place" | "reloads the outputs";

async function observe(resource: (typeof resources)[number], operations: string, argument: string): Promise<Effect> {
  const { documented, required } = resource;
  const { valid = null, other = null, wire = "" } = documented.arguments[argument] ?? {};
  const { diff, update, requests } = await createResource({ operations }, resource, { ...required, [argument]: valid });
  const news: JsonObject = { ...required, [argument]: other };
  const { changes, replaces = [] } = await diff(news);
  expect(changes, argument).to.not.equal(false);
  if (replaces.includes(argument)) return "replaces";
  await update(news);
  return wire !== "" && wire in (requests[0]?.body ?? {}) ? "in place" : "reloads the outputs";
}

function readTables(page: string, className: string, argument: string, isNamed: boolean): Effect | undefined {
  const find = (name: string) => {
    const [, table = ""] = page.split(new RegExp(`<!-- (?:End of )?${name}[^>]*-->`));
    const rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    return rows.find(([, of, what = ""]) => of === `\`${className}\`` && what.split(", ").includes(`\`${argument}\``));
  };
  const row = (isNamed ? find("named") : undefined) ?? find("documented");
  const [, , , mark = "", , result = ""] = row ?? [];
  if (mark.startsWith("`+-`")) return "replaces";
  if (!mark.startsWith("`~`")) return undefined;
  return result.includes("renewed") ? "reloads the outputs" : "in place";
}

function readReference(page: string, className: string, argument: string, isNamed: boolean): string | undefined {
  const [, section = ""] = page.split(`### Arguments of ${className}\n`);
  const row = section.split("\n").find((line) => line.startsWith(`| \`${argument}\` |`));
  const [first, named = first] = (row?.split(/(?<!\\)\|/)[4] ?? "").trim().split("; ");
  return isNamed ? named?.replace(" with `update`", "") : first;
}

function describeFix(page: string, argument: string, tool: string): string {
  return `${page}, ${argument}: run \`npm run write:docs\`. If that changes nothing, correct the row, or test/tools/${tool}`;
}

const [changes, reference] = [readText("docs/changes.md"), readText("docs/reference.md")];

for (const resource of resources) {
  const { className, arguments: args } = resource.documented;
  for (const operations of ["", "update"]) {
    it(`Tables of changes and reference: say of each argument of ${className} what the rules do, operations "${operations}"`, async () => {
      for (const argument of Object.keys(args)) {
        // What adopts is on a page of its own.
        if (args[argument]?.adopted) continue;
        const effect = await observe(resource, operations, argument);
        const isNamed = operations !== "";
        const inTables = readTables(changes, className, argument, isNamed);
        expect(inTables, describeFix("docs/changes.md", argument, "changes-page.ts")).to.equal(effect);
        const inReference = readReference(reference, className, argument, isNamed);
        expect(inReference, describeFix("docs/reference.md", argument, "reference.ts")).to.equal(effect);
      }
    });
  }
}
