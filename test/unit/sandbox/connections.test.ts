/** Where it listens, and what becomes of connections. */

import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { expect } from "chai";
import { startSandbox } from "../../../provider/sandbox/index.js";
import { freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox } = freshSandbox();

  it("listens on the loopback address alone", async function () {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (outside === undefined) return this.skip();
    const outgoing = request({ host: outside.address, port: sandbox().port });
    const [error] = await once(outgoing.end(), "error");
    expect(error).to.include({ code: "ECONNREFUSED" });
  });

  it("ends open connections when it closes", async () => {
    const other = await startSandbox();
    const outgoing = request(`${other.url}/applications`, {
      method: "POST",
      headers: { "content-length": 9 },
    });
    outgoing.write("{");
    await once(outgoing, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
    const [[error]] = await Promise.all([once(outgoing, "error"), other.close()]);
    expect(error).to.be.an("error");
  });
});
