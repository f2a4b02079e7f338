/** Resources that a program adopts by their ids, on a server that isn't the sandbox. */

import { expect } from "chai";
import { record, recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";
import { startPlainServer } from "./plain-server";

const environment = (name: string, existingId: string | null, options: string, branch = "main") =>
  `new Environment("${name}", { applicationId: "app-1", name: "${name}", branch: "${branch}", existingId: ${existingId} }, ${options});\n`;

describeEngine("adoptions", () => {
  const use = useStack(startPlainServer);
  const up = (program: string) => record(use.api, () => use.stack.upProgram(program));
  const sendUp = async (program: string) => (await up(program)).sent;

  it("Ids that resources swap or hand on: up deletes nothing, and asks nobody to delete it", async () => {
    const { stack, api } = use;
    for (const id of [1, 2, 3]) api.stored.set(`/caches/cache-${id}`, {});
    await stack.configure({ "apphosting:operations": "delete" });
    const declare = (name: string, id: number) =>
      `new Cache("cache-${name}", { cacheId: "cache-${id}", name: "${name}-shop" });\n${environment(name, `"env-${id}"`, "{ retainOnDelete: false }")}`;
    await stack.upProgram(declare("a", 1) + declare("b", 2));
    const changes = {
      "two swap their ids": declare("a", 2) + declare("b", 1),
      "each id was off by one": declare("a", 3) + declare("b", 2),
      "another name without an alias": declare("c", 3) + declare("b", 2),
    };
    for (const [what, program] of Object.entries(changes)) {
      const { sent, result } = await up(program);
      expect(
        sent.filter((line) => !line.startsWith("PATCH /caches/")),
        what,
      ).to.deep.equal([]);
      expect(result, what).not.to.include("until you delete it");
      const leaves = result.match(/leaves this resource, unchanged: another \w+ is adopted in its place/g) ?? [];
      // The line of the stack and the diagnostics, for two caches and two environments.
      expect(leaves.length, what).to.equal(what.startsWith("another") ? 0 : 8);
    }
  });

  for (const operations of ["read", "read,update"]) {
    it(`Adoption with ${operations}, where the API has null: up sends the value once update is named`, async () => {
      const { stack, api } = use;
      api.stored.set("/applications/app-1", { name: "Shop", root_directory: null });
      await stack.configure({ "apphosting:operations": operations });
      const args = '{ existingId: "app-1", name: "Shop", sourceControlProvider: "hostA", rootDirectory: "web" }';
      expect(await sendUp(`new Application("shop", ${args});\n`)).to.deep.equal(["GET /applications/app-1"]);
      await stack.configure({ "apphosting:operations": "read,update" });
      expect(await stack.preview()).to.include(
        "Application Shop (app-1): `pulumi up` will send sourceControlProvider and rootDirectory, because no response has confirmed what the API has.",
      );
      expect(await recordRequests(api, () => stack.up())).to.deep.equal([
        'PATCH /applications/app-1 {"source_control_provider_type":"hostA","root_directory":"web"}',
      ]);
      await stack.preview("--expect-no-changes");
    });
  }

  it("Adopted resource replaced by replaceOnChanges or a taint: the next up sends its change", async () => {
    const { stack, api } = use;
    api.stored.set("/environments/env-1", { name: "web", branch: "main" });
    await stack.configure({ "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" });
    const program = (branch: string, more = "") =>
      environment("web", '"env-1"', `{ retainOnDelete: false${more} }`, branch);
    const read = "GET /environments/env-1";
    const update = (branch: string) => `PATCH /environments/env-1 {"branch":"${branch}"}`;
    expect(await sendUp(program("main"))).to.deep.equal([read]);
    expect(await sendUp(program("main"))).to.deep.equal([update("main")]);

    const replaced = await up(program("next", ', replaceOnChanges: ["branch"]'));
    expect(replaced.result).to.include("+-1 replaced");
    expect(replaced.sent).to.deep.equal([read]);
    expect(await sendUp(program("next"))).to.deep.equal([update("next")]);

    api.answer(/^PATCH/, [500, { message: "Down." }]);
    await stack.failProgram(program("last"));
    await stack.succeed("state", "taint", "--yes", (await stack.findResource("web")).urn);
    expect(await sendUp(program("last"))).to.deep.equal([read]);
    expect(await stack.preview()).to.include("`pulumi up` will send branch");
    expect(await sendUp(program("last"))).to.deep.equal([update("last")]);
    await stack.preview("--expect-no-changes");
  });

  it("Default environment that a renamed application leaves behind: up keeps it, with a warning", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "delete" });
    const program = (name: string) => `
const application = new Application("shop", { name: "${name}", sourceControlProvider: "hostA" });
${environment("main", "application.defaultEnvironmentId", "{ retainOnDelete: false }").replace('"app-1"', "application.id")}`;
    const createAnswer = (number: number) => {
      const relationships = { defaultEnvironment: { data: { id: `env-${number}`, type: "environments" } } };
      api.answer(/^POST/, [201, { data: { id: `app-${number}`, type: "applications", relationships } }]);
    };
    createAnswer(1);
    await up(program("Shop"));
    createAnswer(2);
    const { sent, result } = await up(program("Store"));
    expect(sent).to.deep.equal(['POST /applications {"name":"Store","source_control_provider_type":"hostA"}']);
    expect(result).to.include(
      "Environment main of app-1 (env-1) was removed from the state but still exists: another one was adopted in its place.",
    );
    expect(await stack.readIds()).to.include({ main: "env-2" });
  });
});
