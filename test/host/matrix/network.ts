/** Faults of the network below HTTP: between the host process and the API's TLS, straight or through a proxy. */

import { createServer as createPlain } from "node:http";
import type { MatrixFault } from "./fault.js";
import type { Site } from "./site.js";

const createFault = (name: string, arrange: (site: Site) => unknown): MatrixFault<Site> => ({
  name,
  unprocessed: true,
  arrange,
});
const createServingFault = (name: string, serve: (site: Site) => Site["serve"]) =>
  createFault(name, (site) => {
    site.serve = serve(site);
  });
const createAbsence = (name: string) => createFault(name, (site) => site.leave());

const breakOff = (site: Site) => {
  site.breaksOff = true;
};

/** @param way the table's name for the way to the API */
function listConnectionFaults(way: string): MatrixFault<Site>[] {
  const plain = createPlain();
  const untrusted = ["of an unknown authority", "expired", "of another host"] as const;
  return [
    { name: `none: a certificate that NODE_EXTRA_CA_CERTS trusts, 200 {data: {id}}${way}`, carriesId: true },
    { ...createServingFault(`TLS handshake never answered${way}`, () => () => {}), silent: Number.POSITIVE_INFINITY },
    createServingFault(`plain HTTP where TLS is expected${way}`, () => (socket) => plain.emit("connection", socket)),
    { name: `API that breaks off${way}`, arrange: breakOff },
    ...untrusted.map((which) => createServingFault(`certificate ${which}${way}`, (site) => site.api(which))),
  ];
}

export const networkFaults = {
  straight: [...listConnectionFaults(""), createAbsence("connection refused")],
  // Faults of the proxy itself are in test/unit/api/http/proxy.test.ts.
  throughProxy: listConnectionFaults(", through a proxy"),
};
