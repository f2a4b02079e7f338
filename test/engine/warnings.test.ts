import { expect } from "chai";
import { respondWith } from "../faults";
import { describeEngine, useStack } from "./describe";
import { upCommand } from "./stack";

const cache = (name: string) => `new Cache("sessions", { cacheId: "cache-1", name: "${name}" });\n`;
const ids = Array.from({ length: 50 }, (_, index) => `app-${index + 1}`);

/** Reads the diagnostics among the events that `up --json` prints, one a line. */
function readDiagnostics(events: string): { severity: string; message: string }[] {
  return events
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => JSON.parse(line).diagnosticEvent ?? []);
}

describeEngine("warnings", () => {
  const use = useStack();

  it("Preview: counts each of 50 warnings at once as one", async () => {
    const program = (id: string) =>
      `new Application("${id}", { name: "Shop", sourceControlProvider: "hostA", existingId: "${id}" });\n`;
    await use.stack.writeProgram(ids.map(program).join(""));
    const text = await use.stack.succeed("preview");
    expect(text)
      .to.match(/ 50 warnings$/m)
      .and.not.match(/ messages?$/m);
    const [, diagnostics = ""] = text.split("Diagnostics:");
    const warned = diagnostics.match(/^ {4}warning: .*$/gm)?.map((line) => /app-\d+/.exec(line)?.[0]);
    expect(warned).to.have.members(ids);
  });

  it("Failed update: its warning comes before its error", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:maxRetries": "0" });
    await stack.writeProgram(cache("sessions"));
    await stack.up();
    await stack.writeProgram(cache("renamed"));
    api.addFault(respondWith(500, { message: "Out of order." }), { path: /cache-1$/ });
    const { code, stdout } = await stack.run(...upCommand, "--json");
    expect(code).not.to.equal(0);
    const told = readDiagnostics(stdout).filter(({ severity }) => severity !== "debug");
    expect(told.slice(0, 2).map(({ severity }) => severity)).to.deep.equal(["warning", "error"]);
    expect(told[0]?.message).to.include("(cache-1)").and.to.include("Out of order.");
    expect(told[1]?.message).to.include("update cache failed");
  });
});
