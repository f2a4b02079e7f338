/** The connection to an API behind TLS, straight or through a proxy, in a real host process. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createProxy, type IncomingMessage } from "node:http";
import { createServer as createApi } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { ServiceError } from "@grpc/grpc-js";
import { expect } from "chai";
import { type Host, startHost } from "./host.js";
import { token } from "./matrix/faults.js";

/**
 * Self-signed certificates for 127.0.0.1 and api.test. OpenSSL 3.4 or later makes them, with -not_before
 * 20000101000000Z and -not_after 21000101000000Z: `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256
 * -noenc -subj /CN=<name> -addext subjectAltName=<hosts>`.
 */
const findCertificate = (name: string) => join(__dirname, "certificates", `${name}.pem`);
const deadProxy = "http://127.0.0.1:9";

type Serve = (socket: Duplex) => unknown;

/** An API that answers with an id. */
function serveApi(certificate: string, received: IncomingMessage[] = []): Serve {
  const pem = readFileSync(findCertificate(certificate));
  const api = createApi({ key: pem, cert: pem }, (request, response) => {
    received.push(request);
    request.resume().on("end", () => response.end(JSON.stringify({ data: { id: "app-1" } })));
  });
  return (socket) =>
    api.emit(
      "connection",
      socket.on("error", () => {}),
    );
}

for (const way of ["straight", "through a proxy"] as const) {
  describe(`Host process and an API behind TLS, ${way}`, () => {
    const isStraight = way === "straight";
    const tunnels: IncomingMessage[] = [];
    let serve: Serve;
    let server: Server;
    let host: Host;
    before(async () => {
      server = isStraight
        ? createServer((socket) => serve(socket))
        : createProxy().on("connect", (request: IncomingMessage, socket: Duplex) => {
            tunnels.push(request);
            socket.write("HTTP/1.1 200 OK\r\n\r\n");
            serve(socket);
          });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const proxy = isStraight
        ? { HTTPS_PROXY: deadProxy, NO_PROXY: "elsewhere.test,127.0.0.1" }
        : { HTTPS_PROXY: `http://CORP%5Cuser:p%40ss%2Fw%3Ard@${address}`, HTTP_PROXY: deadProxy };
      const baseUrl = `https://${isStraight ? address : "api.test"}/some/prefix/`;
      host = await startHost({
        config: { token, baseUrl, maxRetries: "0" },
        env: { ...proxy, NODE_EXTRA_CA_CERTS: findCertificate("right") },
      });
    });
    after(async () => {
      await host?.stop();
      server.close();
    });

    const create = () => host.create("application", { name: "Web shop", sourceControlProvider: "hostA" });

    it(`TLS ${way}: accepts a certificate that NODE_EXTRA_CA_CERTS trusts`, async () => {
      const received: IncomingMessage[] = [];
      serve = serveApi("right", received);
      await create();
      expect(received.map(({ method, url }) => `${method} ${url}`)).to.deep.equal(["POST /some/prefix/applications"]);
      expect(received[0]?.headers).to.not.have.property("proxy-authorization");
    });

    if (!isStraight) {
      it("TLS through a proxy: the proxy gets its login, but no token and no path", async () => {
        serve = serveApi("right");
        await create();
        const { url, headers } = tunnels.at(-1) as IncomingMessage;
        expect(url).to.equal("api.test:443");
        expect(headers).to.not.have.property("authorization");
        const credentials = Buffer.from("CORP\\user:p@ss/w:rd").toString("base64");
        expect(headers["proxy-authorization"]).to.equal(`Basic ${credentials}`);
      });
    }

    for (const [what, start, reason] of [
      [
        "a certificate of an unknown authority",
        () => serveApi("unknown"),
        /^the certificate of .* was refused \(\w+\)\nNothing was created\./,
      ],
      ["plain HTTP", () => (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"), /^no connection to /],
    ] as readonly (readonly [string, () => Serve, RegExp])[]) {
      it(`TLS ${way}, ${what}: the create isn't sent`, async () => {
        serve = start();
        const failure = await create().then(String, ({ details }: ServiceError) => details);
        const prefix = "create application (POST /applications) was not sent: ";
        expect(failure.slice(0, prefix.length)).to.equal(prefix);
        expect(failure.slice(prefix.length)).to.match(reason);
      });
    }
  });
}
