import { expect } from "chai";
import { text } from "../../../provider/rows/schema.js";
import { defineTable, existingId, formatMissingId, output, required } from "../../../provider/rows/table.js";

it("Table: derives arguments, outputs, type token and loaders, and keeps the order of the rows", () => {
  const facts = { noun: "websocket cluster", exportName: "websocketCluster", apiType: "clusters", path: "/clusters" };
  const table = defineTable({
    ...facts,
    className: "WebsocketCluster",
    create: "POST",
    idArgument: "existingId",
    ...{ idIfMissing: [], uniqueBy: [], sentAlong: {}, neverDeleted: "" },
    rows: { status: output(text()), name: required(text(), "updates", { sent: "name" }), existingId },
  });
  expect(table.arguments.map(({ name }) => name)).to.deep.equal(["name", "existingId"]);
  expect(table.outputs.map(({ name }) => name)).to.deep.equal(["status"]);
  // Every state has these texts.
  expect(table).to.include({
    token: "pulumi-nodejs:dynamic/apphosting:WebsocketCluster",
    loader: 'exports.handler=()=>require("pulumi-apphosting/host").websocketCluster',
    getLoader: 'exports.handler=()=>require("pulumi-apphosting/host").readers.websocketCluster',
  });
});

it("formatMissingId: joins the trimmed values, and is empty for a table that makes no ids", () => {
  const values = { applicationId: " app-1\n", name: "staging " };
  expect(formatMissingId({ idIfMissing: ["applicationId", "name"] }, values)).to.equal("app-1/staging");
  expect(formatMissingId({ idIfMissing: [] }, values)).to.equal("");
});
