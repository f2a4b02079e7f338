/** Faults that rewrite what is asked or answered. */

import { expect } from "chai";
import { dropFields, nested, normalise, onlyId, withNull, without } from "../../faults/index.js";
import { freshFront } from "./client.js";

describe("The faulty sandbox", () => {
  const { front, send, create, update } = freshFront();

  describe("rewrites", () => {
    it("what is asked and what is answered", async () => {
      front().fault({
        kind: "rewrite",
        request: (body) => ({ ...body, name: "Other" }),
        answer: ({ data }) => ({ got: data.attributes.name }),
      });
      expect((await create()).json).to.deep.equal({ got: "Other" });
    });

    it("an answer to raw text, or to nothing", async () => {
      front().fault({ kind: "rewrite", answer: () => '{"data":' });
      front().fault({ kind: "rewrite", answer: () => undefined });
      expect((await create()).text).to.equal('{"data":');
      expect(await create()).to.include({ status: 201, text: "" });
    });

    it("no answer that refuses", async () => {
      front().fault(onlyId());
      const { status, json } = await create({ name: "*" });
      expect(status).to.equal(422);
      expect(json.errors).to.have.all.keys("name");
    });

    it("fields out of a request that the API does not know", async () => {
      front().fault(dropFields("size", "is_public"));
      const { status, json } = await update({ size: "1gb", is_public: true, uses_hibernation: true });
      expect(status).to.equal(200);
      expect(json.data.attributes).to.include({ size: "250mb", is_public: false, uses_hibernation: true });
    });

    it("attributes of the answer alone", async () => {
      front().fault(normalise({ region: "EU", name: (name) => `${name}!` }));
      expect((await create()).json.data.attributes).to.include({ region: "EU", name: "Shop!" });
      expect(front().sandbox.state().applications[0]?.attributes).to.include({
        region: "eu-west-1",
        name: "Shop",
      });
    });

    it("attributes for good, where they are asked", async () => {
      front().fault(normalise({ region: "us-east-2", repository: "acme/shop" }, "stored"));
      const { attributes } = (await create()).json.data;
      expect(attributes).to.include({ region: "us-east-2", repository: null });
      expect(front().sandbox.state().applications[0]?.attributes).to.deep.equal(attributes);
    });

    const credentials = { username: "sandbox", password: "sandbox-password" };
    for (const [where, expected] of [
      ["flat", credentials],
      ["key", { another_credentials: credentials }],
      ["empty", { "": credentials }],
    ] as const) {
      it(`the unnamed nested objects: ${where}`, async () => {
        front().fault(nested(where), { times: 3 });
        const cache = (await update()).json;
        const { hostname, port, protocol, ...rest } = cache.data.attributes.connection;
        expect([hostname, port, protocol]).not.to.include(undefined);
        expect(rest).to.deep.equal(expected);
        await create();
        const { data } = (await send("POST", "/applications/app-1/environments", { branch: "b", name: "n" }))
          .json;
        for (const { attributes } of [data, cache.included[0]]) {
          const holder = { flat: attributes, key: attributes.another_runtime, empty: attributes[""] }[where];
          expect(holder.environment_variables).to.be.an("array");
          expect(attributes).not.to.include.keys("runtime");
        }
      });
    }

    it("an answer without a field, or with null in its place", async () => {
      front().fault(without("data.attributes.region", "included"));
      const { data, ...rest } = (await create()).json;
      expect(data.attributes).not.to.include.keys("region");
      expect(rest).to.deep.equal({});
      front().fault(withNull("data.attributes.region", "data.relationships"));
      const { attributes, relationships } = (await create()).json.data;
      expect([attributes.region, relationships]).to.deep.equal([null, null]);
    });

    it("an answer to its id alone", async () => {
      front().fault(onlyId());
      expect((await create()).json).to.deep.equal({ data: { id: "app-1" } });
    });

    it("nothing that is not there, and says so", async () => {
      front().fault(without("data.attributes.colour"));
      const { status, text } = await create();
      expect(status).to.equal(599);
      expect(text).to.contain("data.attributes.colour");
    });
  });
});
