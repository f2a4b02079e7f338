/** Faults of the network below HTTP: between the host process and the API's TLS, straight or through a proxy. */

import { createServer as createPlain } from "node:http";
import type { MatrixFault } from "./fault.js";
import type { Site } from "./site.js";

const neverMade = { unprocessed: true, silent: Number.POSITIVE_INFINITY } as const;

/** @param way how the table names the way there */
function onTheWay(way: string): MatrixFault<Site>[] {
  const plain = createPlain();
  const untrusted = ["of an unknown authority", "expired", "of another host"] as const;
  return [
    {
      name: `none: a certificate that NODE_EXTRA_CA_CERTS trusts, 200 {data: {id}}${way}`,
      carriesId: true,
    },
    {
      ...neverMade,
      name: `TLS handshake never answered${way}`,
      arrange(site) {
        site.serve = () => {};
      },
    },
    {
      name: `plain HTTP where TLS is expected${way}`,
      unprocessed: true,
      arrange(site) {
        site.serve = (socket) => plain.emit("connection", socket);
      },
    },
    ...untrusted.map((which) => ({
      name: `certificate ${which}${way}`,
      unprocessed: true as const,
      arrange(site: Site) {
        site.serve = site.api(which);
      },
    })),
  ];
}

function notThere(name: string): MatrixFault<Site> {
  return { name, unprocessed: true, arrange: (site) => site.close() };
}

export const networkFaults = {
  straight: [...onTheWay(""), notThere("connection refused")],
  throughProxy: [
    ...onTheWay(", through a proxy"),
    ...[302, 403, 407, 429, 502].map((status) => ({
      name: `proxy that answers ${status}`,
      unprocessed: true as const,
      arrange(site: Site) {
        site.proxyStatus = status;
      },
    })),
    notThere("proxy that is not there"),
  ],
};
