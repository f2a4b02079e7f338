/** Where it listens, and what becomes of connections. */

import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { expect } from "chai";
import { startSandbox } from "../../../provider/sandbox/index.js";
import { freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox } = freshSandbox();

  it("listens on 127.0.0.1 alone", async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const outside = addresses.filter(({ internal, family }) => !internal && family === "IPv4");
    // A machine without a network has this one, too, which is also of the loopback interface.
    for (const host of ["127.0.0.2", ...outside.map(({ address }) => address)]) {
      const outgoing = request({ host, port: sandbox().port, timeout: 1000 });
      // Where the system has no such address, nothing answers at all.
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer")));
      const [end] = await Promise.race([once(outgoing.end(), "error"), once(outgoing, "response")]);
      expect(end, host).to.be.an("error");
    }
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
