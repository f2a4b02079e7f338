/** Faults of the network below HTTP: between the host process and the API's TLS, straight or through a proxy. */

import { createServer as createPlain } from "node:http";
import type { MatrixFault } from "./fault.js";
import type { Site } from "./site.js";

/** No request can have been processed. */
const fault = (name: string, arrange: (site: Site) => unknown): MatrixFault<Site> => ({
  name,
  unprocessed: true,
  arrange,
});
const serving = (name: string, serve: (site: Site) => Site["serve"]) =>
  fault(name, (site) => Object.assign(site, { serve: serve(site) }));
const notThere = (name: string) => fault(name, (site) => site.close());

/** @param way how the table names the way there */
function onTheWay(way: string): MatrixFault<Site>[] {
  const plain = createPlain();
  const untrusted = ["of an unknown authority", "expired", "of another host"] as const;
  return [
    { name: `none: a certificate that NODE_EXTRA_CA_CERTS trusts, 200 {data: {id}}${way}`, carriesId: true },
    { ...serving(`TLS handshake never answered${way}`, () => () => {}), silent: Number.POSITIVE_INFINITY },
    serving(`plain HTTP where TLS is expected${way}`, () => (socket) => plain.emit("connection", socket)),
    ...untrusted.map((which) => serving(`certificate ${which}${way}`, (site) => site.api(which))),
  ];
}

export const networkFaults = {
  straight: [...onTheWay(""), notThere("connection refused")],
  throughProxy: [
    ...onTheWay(", through a proxy"),
    ...[302, 403, 407, 429, 502].map((proxyStatus) =>
      fault(`proxy that answers ${proxyStatus}`, (site) => Object.assign(site, { proxyStatus })),
    ),
    notThere("proxy that is not there"),
  ],
};
