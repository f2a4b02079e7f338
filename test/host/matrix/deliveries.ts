/** Faults on the way: the connection stalls or breaks around a request that arrived. */

import { cut, drip } from "../../faults/index.js";
import { lines } from "./fault.js";

const moments = {
  before: "before the request took effect",
  after: "after the request took effect",
  "half way": "half way through the answer",
} as const;

/** Connections that end in this way, at each moment: those of all attempts, or of the first alone. */
function broken(kind: "stall" | "reset" | "close") {
  const whens = Object.keys(moments) as (keyof typeof moments)[];
  const faults = whens.map((when) => [`${kind} ${moments[when]}`, cut(kind, when)] as const);
  const first = faults.map(([name, fault]) => [`${name}, once`, [fault]] as const);
  const silent = (attempts: number) => (kind === "stall" ? { silent: attempts } : {});
  return [
    ...lines(Object.fromEntries(faults), silent(Number.POSITIVE_INFINITY)),
    ...lines(Object.fromEntries(first), silent(1)),
  ];
}

export const deliveryFaults = [
  ...broken("stall"),
  ...broken("reset"),
  ...broken("close"),
  ...lines({ "slow drip within the time": drip(64, 1) }, { carriesId: true }),
  ...lines({ "slow drip beyond the time": drip(16, 100, true) }, { silent: Number.POSITIVE_INFINITY }),
];
