/** Faults on the way: the connection stalls or breaks around a request that arrived. */

import type { FaultySandbox } from "../../faults/index.js";
import { always, type MatrixFault } from "./fault.js";

const moments = {
  before: "before the request took effect",
  after: "after the request took effect",
  "half way": "half way through the answer",
} as const;

const breaks = (["stall", "reset"] as const).flatMap((kind) =>
  (Object.keys(moments) as (keyof typeof moments)[]).flatMap((when) => [
    { name: `${kind} ${moments[when]}`, arrange: always({ kind, when }) },
    {
      name: `${kind} ${moments[when]}, once`,
      arrange: (front: FaultySandbox) => front.fault({ kind, when }),
    },
  ]),
);

export const deliveryFaults: readonly MatrixFault[] = [
  ...breaks,
  {
    name: "slow drip within the time",
    carriesId: true,
    arrange: always({ kind: "drip", bytes: 512, ms: 40 }),
  },
  { name: "slow drip beyond the time", arrange: always({ kind: "drip", bytes: 16, ms: 100 }) },
];
