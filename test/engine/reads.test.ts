/** Refresh, drift and existingId with an API that reads, which the user has said by its paths. */

import { expect } from "chai";
import { normalise, startFaultySandbox } from "../faults";
import { sentDuring } from "../plugin/requests";
import { addApplications } from "./account";
import { describeEngine, shareStack, type Way } from "./describe";
import { diagnostics } from "./golden";

const readPaths = JSON.stringify({
  Application: "/applications/{id}",
  Environment: "/environments/{id}?include=branch",
  Cache: "/caches/{id}",
});

const program = (web: string) => `
const web = new Application("web", { ${web}, sourceControlProvider: "hostA" });
const hidden = new Application("hidden", { name: config.requireSecret("name"), sourceControlProvider: "hostA" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
const name = web.name.apply((name) => "built for " + name);
new Environment("built", { applicationId: "app-1", name, branch: "main", buildCommand: cache.size });
`;

const lasting = (path: RegExp) => ({ times: Number.POSITIVE_INFINITY, match: { method: "GET", path } });

for (const way of ["dynamic provider", "plugin"] as const satisfies Way[]) {
  describeEngine(`reads, with the ${way}`, () => {
    const use = shareStack(async () => {
      const api = await startFaultySandbox({ sandbox: { reads: true } });
      await addApplications(api, 1);
      return api;
    });
    const gets = async (act: () => Promise<unknown>) =>
      (await sentDuring(use.api, act)).filter((line) => line.startsWith("GET")).map((line) => line.split(" ")[1]);
    const refresh = (...args: string[]) => use.stack.succeed("refresh", "--yes", "--skip-preview", ...args);
    let read: (string | undefined)[];

    before(async () => {
      const { stack } = use;
      if (way === "plugin") await stack.usePlugin();
      await stack.configure({}, { name: "marked-name" });
      await (await stack.program(program('name: "Shop"'))).up();
      const { resources = [] } = (await stack.state()).deployment;
      const ids = Object.fromEntries(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
      read = [ids.web, ids.hidden].map((id) => `/applications/${id}`);
      read.push("/caches/cache-1", `/environments/${ids.built}?include=branch`);
    });

    it("are sent by a refresh alone, by the configuration in the state, or by the program's with --run-program", async () => {
      const { stack } = use;
      expect(await gets(() => refresh())).to.deep.equal([]);
      await stack.config("apphosting:readPaths", readPaths);
      expect(await gets(() => refresh())).to.deep.equal([]);
      expect(await gets(() => refresh("--run-program"))).to.have.members(read);
      expect(await gets(() => stack.up())).to.deep.equal([]);
      expect(await gets(() => stack.preview("--expect-no-changes"))).to.deep.equal([]);
      expect(await gets(() => refresh("--expect-no-changes"))).to.have.members(read);
    });

    it("find drift: a cache is corrected, an application said, and nothing that is built from either is touched", async () => {
      const { stack, api } = use;
      api.fault(normalise({ name: "Renamed" }), lasting(new RegExp(`${read[0]}$`)));
      api.fault(normalise({ name: "marked-other", slug: "marked-slug" }), lasting(new RegExp(`${read[1]}$`)));
      await fetch(`${api.sandbox.url}/caches/cache-1`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${api.token}` },
        body: JSON.stringify({ name: "sessions", size: "5gb" }),
      });
      const { code } = await stack.run("refresh", "--preview-only", "--expect-no-changes");
      expect(code).not.to.equal(0);
      const said = diagnostics(await refresh());
      expect(said).to.match(
        /Application app-\d+: the state has another value than the API of name \(\[not shown\], in the API \[not shown\]\)\. To accept/,
      );
      expect((await stack.resource("web")).outputs).to.include({ name: "Shop" });
      expect((await stack.resource("sessions")).outputs).to.include({ size: "5gb" });
      const preview = await stack.foreseen();
      expect(preview.changeSummary).to.include({ update: 1 }).and.not.to.have.any.keys("replace", "create");
      const sent = await sentDuring(api, () => stack.up("--refresh"));
      expect(sent.filter((line) => !line.startsWith("GET"))).to.deep.equal([
        'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      ]);
      await stack.preview("--expect-no-changes");
      expect(said + JSON.stringify(preview) + (await stack.backend())).not.to.match(/marked-|sandbox-password/);
    });

    it("are silent of what is accepted by existingId", async () => {
      const { stack } = use;
      const id = read[0]?.split("/").at(-1);
      await stack.program(program(`name: "Renamed", existingId: "${id}"`));
      const sent = await sentDuring(use.api, () => stack.up());
      // What is built from the name follows it.
      expect(sent.map((line) => line.split(" ").slice(0, 2).join(" "))).to.deep.equal([
        `GET /applications/${id}`,
        "POST /applications/app-1/environments",
      ]);
      expect(await refresh()).not.to.include(`Application ${id}: the state has another value`);
      expect((await stack.resource("web")).outputs).to.include({ name: "Renamed", slug: "shop" });
    });

    it("drop nothing that the API does not find, and say so", async () => {
      const { stack, api } = use;
      const gone = { kind: "answer", status: 404, body: { message: "Not found." }, takesEffect: false } as const;
      api.fault(gone, { match: { method: "GET", path: /^\/environments/ } });
      const said = await refresh();
      expect(said).to.match(
        /Environment env-\d+ is kept in the state, but the API does not find it: .*pulumi state delete/,
      );
      await stack.preview("--expect-no-changes");
    });

    it("of another organization's token fail with the resource's name, and leave the state", async () => {
      const { stack, api } = use;
      const { size, status } = (await stack.resource("sessions")).outputs;
      api.fault(
        { kind: "answer", status: 403, body: { message: "No." }, takesEffect: false },
        { match: { path: /^\/caches/ } },
      );
      const { code, text } = await stack.run("refresh", "--yes", "--skip-preview");
      expect(code).not.to.equal(0);
      expect(text).to.include("Cache cache-1: read cache failed with status 403: No.").and.include("Check the token");
      expect(text).not.to.match(/^ +at /m);
      expect((await stack.resource("sessions")).outputs).to.include({ size, status });
    });
  });

  describeEngine(`existingId with reads, with the ${way}`, () => {
    const use = shareStack(async () => {
      const api = await startFaultySandbox({ sandbox: { reads: true } });
      await addApplications(api, 1);
      return api;
    });

    const recording = (id: string) => `
const { Application: path } = ${readPaths};
const other = new Provider("other", { token: config.requireSecret("token"), readPaths: { Application: path } });
const web = new Application("web", { existingId: "${id}", name: "Shop 1", sourceControlProvider: "hostA" }, { provider: other });
exports.slug = web.slug;\n`;

    it("fills in the outputs, by an explicit provider's paths; an id that the API does not know records nothing", async () => {
      const { stack, api } = use;
      if (way === "plugin") await stack.usePlugin();
      await stack.configure({}, { token: api.token });
      await stack.program(recording("app-99"));
      const { code, text } = await stack.run("up", "--yes", "--skip-preview");
      expect(code).not.to.equal(0);
      expect(text).to.include('Check existingId: the API knows no "app-99"');
      await stack.program(recording("app-1"));
      expect(await stack.preview()).to.match(/slug *: \[unknown\]/);
      await stack.up();
      expect((await stack.resource("web")).outputs).to.include({ name: "Shop 1", slug: "shop-1", region: "us-east-1" });
      await stack.preview("--expect-no-changes");
      await stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    });
  });
}
