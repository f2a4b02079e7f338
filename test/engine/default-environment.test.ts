/** The environment that the API makes with an application, adopted as docs/existing-resources.md says. */

import { expect } from "chai";
import { respondWith, rewriteResponse, startFaultySandbox } from "../faults";
import { readDefaultEnvironment, toCommonJs } from "../unit/docs/files";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const program = toCommonJs(readDefaultEnvironment());

describeEngine("the default environment", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));
  const up = async (source: string) => {
    await use.stack.writeProgram(source);
    return recordRequests(use.api, () => use.stack.up());
  };
  const readId = async () => (await use.stack.findResource("main")).id;

  it("Default environment: adopted by the up that creates its application; removed with it, both still exist", async () => {
    const { stack, api } = use;
    expect(await up(program)).to.deep.equal([
      'POST /applications {"name":"Web shop","region":"eu-central-1","repository":"acme/web-shop","source_control_provider_type":"hostA"}',
    ]);
    expect((await stack.succeed("stack", "output", "defaultEnvironmentId")).trim()).to.equal("env-1");
    expect(await readId()).to.equal("env-1");
    // What replaces the application adopts the default environment of the new one.
    await up(program.replace("Web shop", "Store"));
    expect(await readId()).to.equal("env-2");
    expect(await up("")).to.deep.equal([]);
    const { applications, environments } = api.sandbox.state();
    expect(applications.map(({ id }) => id)).to.deep.equal(["app-1", "app-2"]);
    expect(environments.map(({ id }) => id)).to.include.members(["env-1", "env-2"]);
  });

  it("Default environment: refused while its id is null, which a named read and a refresh fill in", async () => {
    const { stack, api } = use;
    api.addFault(
      rewriteResponse(({ data: { relationships: _, ...data } }) => ({ data })),
      { method: "POST" },
    );
    await stack.configure({ "apphosting:operations": "read" });
    await stack.writeProgram(program);
    expect(await stack.fail("up", "--yes", "--skip-preview")).to.match(
      /existingId is null, which would create a second one/,
    );
    await stack.succeed("refresh", "--yes", "--skip-preview");
    expect(await up(program)).to.deep.equal(["GET /environments/env-1 "]);
    // Somebody removes the application in the web console, and the API its environments.
    api.addFault(respondWith(404, { message: "Not found." }), { method: "GET", lasts: true });
    const text = await stack.succeed("refresh", "--yes", "--skip-preview");
    expect(text).to.include("Application Web shop (app-1) stays in the state, but the API can't find it");
    expect(text).to.include("Environment main of app-1 (env-1) stays in the state, but the API can't find it");
    const [web, main] = [await stack.findResource("web"), await stack.findResource("main")];
    expect(await stack.fail("state", "delete", "--yes", web.urn)).to.include("depend on it");
    for (const { urn } of [main, web]) await stack.succeed("state", "delete", "--yes", urn);
    expect((await stack.readState()).resources.map(({ name }) => name)).to.not.include.members(["web", "main"]);
  });
});

describeEngine("the default environment of an application that is updated", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  const create = (name: string, repository: string, options: string) => `
const ${name} = new Application("${name}", { name: "${name}", repository: "${repository}", sourceControlProvider: "hostA" });
const { id: applicationId, defaultEnvironmentId: existingId } = ${name};
new Environment("${name}-main", { existingId, applicationId, name: "main", branch: "main" }, ${options});\n`;
  const writeProgram = (repository: string) => {
    const deletable = create("deletable", repository, "{ retainOnDelete: false }");
    const guarded = create("guarded", repository, "{ retainOnDelete: false, protect: true }");
    return use.stack.writeProgram(`{${deletable}}\n{${guarded}}`);
  };

  it("Default environment: stays while its id is unknown in a preview; where another one takes its place, it is retained", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    await (await writeProgram("one")).up();
    const ids = Object.fromEntries((await stack.readState()).resources.map(({ name, id }) => [name, id]));
    await writeProgram("two");
    const preview = await stack.preview();
    expect(preview).to.not.include("+-").and.not.include("replace");
    for (const name of ["deletable", "guarded"]) {
      expect(preview).to.include(
        `Environment main of ${ids[name]} (${ids[`${name}-main`]}): existingId isn't known before \`up\`.`,
      );
    }
    expect(await recordRequests(api, () => stack.up())).to.have.members([
      `PATCH /applications/${ids.deletable} {"repository":"two","source_control_provider_type":"hostA"}`,
      `PATCH /applications/${ids.guarded} {"repository":"two","source_control_provider_type":"hostA"}`,
    ]);
    // The API makes another one the default environment: that of the application in the account.
    const useOther = rewriteResponse(({ data }) => {
      data.relationships.defaultEnvironment.data.id = "env-1";
      return { data };
    });
    api.addFault(useOther, { method: "PATCH", path: new RegExp(`/${ids.deletable}$`) });
    let text = "";
    const sent = await recordRequests(api, async () => {
      text = await (await writeProgram("three")).up();
    });
    expect(sent.filter((line) => !line.startsWith("PATCH"))).to.deep.equal(["GET /environments/env-1 "]);
    expect(text).to.include("was removed from the state but still exists: another one was adopted in its place.");
    expect((await stack.findResource("deletable-main")).id).to.equal("env-1");
  });
});
