/** Faults of delivery: the connection stalls or breaks around a request that arrived. */

import { cutConnection, dripBody } from "../../faults/index.js";
import { listFaults } from "./fault.js";

const moments = {
  before: "before the request took effect",
  after: "after the request took effect",
  "half way": "half way through the answer",
} as const;

/** Lists connections that end in this way at each moment: those of all attempts, or that of the first alone. */
function listBrokenConnections(end: "stall" | "reset" | "close") {
  const whens = Object.keys(moments) as (keyof typeof moments)[];
  const faults = whens.map((when) => [`${end} ${moments[when]}`, cutConnection(end, when)] as const);
  const first = faults.map(([name, fault]) => [`${name}, once`, [fault]] as const);
  const silent = (attempts: number) => (end === "stall" ? { silent: attempts } : {});
  return [
    ...listFaults(Object.fromEntries(faults), silent(Number.POSITIVE_INFINITY)),
    ...listFaults(Object.fromEntries(first), silent(1)),
  ];
}

export const deliveryFaults = [
  ...listBrokenConnections("stall"),
  ...listBrokenConnections("reset"),
  ...listBrokenConnections("close"),
  ...listFaults({ "slow drip within the time": dripBody(64, 1) }, { carriesId: true }),
  ...listFaults({ "slow drip beyond the time": dripBody(16, 100, true) }, { silent: Number.POSITIVE_INFINITY }),
];
