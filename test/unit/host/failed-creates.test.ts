import { expect } from "chai";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { application, cache, environment } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createSession, lost, openSession } from "../host-fixture.js";

const shop = application.required;
const notSent =
  "create application was not sent: the outcome of an identical request in this `pulumi up` is unknown, so the application may already exist. Look for it in the provider's web console: if it's there, set existingId to its id, or delete it. Then run `pulumi up` again. Until then, a second resource with the same arguments is refused, too.";

it("Create identical to one of unknown outcome: not sent, and the error says what to do", async () => {
  const { host, requests } = createHost({}, application, lost);
  await catchError(host.create(shop));
  const again = Object.fromEntries(Object.entries(shop).reverse());
  expect((await catchError(host.create(again))).message).to.equal(notSent);
  expect(requests).to.have.lengthOf(1);
});

for (const [what, resource, response, first, second] of [
  ["a different create after an unknown outcome", application, lost, shop, { ...shop, name: "Store" }],
  ["an identical create after a refusal", application, createRefusal(422, "No."), shop, shop],
  ["a cache adoption after an unknown outcome", cache, lost, cache.valid, cache.valid],
] as const) {
  it(`Failed create: ${what} is still sent`, async () => {
    const { host, requests } = createHost({}, resource, response, { attributes: {} });
    await catchError(host.create(first));
    await host.create(second);
    expect(requests).to.have.lengthOf(2);
  });
}

it("Create after an unknown outcome: sent if that was another class's create, or an update", async () => {
  const { session, requests } = openSession({ operations: "update" }, [lost, { attributes: {} }, lost, lost]);
  await catchError(createDynamicProvider(application.definition, session).create(shop));
  const host = createDynamicProvider(environment.definition, session);
  await host.create(environment.required);
  const moved = { ...environment.required, branch: "next" };
  await catchError(host.update("env-9", { ...environment.nulls, ...environment.required }, moved));
  await catchError(host.create(moved));
  expect(requests.map(({ method }) => method)).to.deep.equal(["POST", "POST", "PATCH", "POST"]);
});

it("Failed create: nothing is sent if the path lacks an argument", async () => {
  const { applicationId: _, ...lacking } = environment.required;
  const { host, requests } = createHost({}, environment);
  expect((await catchError(host.create(lacking))).message).to.include("create environment was not sent: the path");
  expect(requests).to.deep.equal([]);
});

it("Failed create: the error has a message, and no property that the engine reads", async () => {
  const error = await catchError(createHost({}, cache, createRefusal(422, "no")).host.create(cache.valid));
  expect(error.message).to.equal("update cache failed with status 422: no");
  expect(Object.getOwnPropertyNames(error)).to.have.members(["message", "stack"]);
  expect(error.stack).to.equal("");
});

it("Bug in the package: the error names the resource, keeps the cause, and shows its stack once", async () => {
  const defect = Object.assign(new TypeError("broken"), { id: "1", code: 5 });
  const open = () => createHost({ operations: "read,update,delete" }, environment, defect).host;
  const state = { ...environment.nulls, ...environment.valid, __deletable: true };
  for (const call of [
    open().create(environment.valid),
    open().update("env-1", state, { ...environment.valid, branch: "next" }),
    open().read("env-1", state),
    open().delete("env-1", state),
  ]) {
    const error = await catchError(call);
    expect(error.message).to.match(
      /^Environment staging of app\/1( \(env-1\))?: This is a bug in pulumi-apphosting\. /,
    );
    expect(error.message.match(/TypeError: broken\n {4}at /g)).to.have.lengthOf(1);
    expect(error.cause).to.equal(defect);
    expect(Object.getOwnPropertyNames(error)).to.have.members(["message", "stack", "cause"]);
    expect(error.stack).to.equal("");
  }
});

it("Failed create: the error lists every missing setting", async () => {
  const session = createSession({});
  const { message } = await catchError(createDynamicProvider(cache.definition, session).create(cache.valid));
  expect(message).to.match(/^apphosting:token is required.*\napphosting:baseUrl is required.*$/);
});
