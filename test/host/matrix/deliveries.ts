/** Faults on the way: the connection stalls or breaks around a request that arrived. */

import type { FaultySandbox } from "../../faults/index.js";
import { always, type MatrixFault } from "./fault.js";

const moments = {
  before: "before the request took effect",
  after: "after the request took effect",
  "half way": "half way through the answer",
} as const;

const breaks = (["stall", "reset"] as const).flatMap((kind) =>
  (Object.keys(moments) as (keyof typeof moments)[]).flatMap((when) => {
    const late = kind === "stall" ? ({ late: true } as const) : {};
    return [
      { name: `${kind} ${moments[when]}`, ...late, arrange: always({ kind, when }) },
      {
        name: `${kind} ${moments[when]}, once`,
        ...late,
        arrange: (front: FaultySandbox) => front.fault({ kind, when }),
      },
    ];
  }),
);

export const deliveryFaults: readonly MatrixFault[] = [
  ...breaks,
  {
    name: "slow drip within the time",
    carriesId: true,
    arrange: always({ kind: "drip", bytes: 16, ms: 1 }),
  },
  {
    name: "slow drip beyond the time",
    late: true,
    arrange: always({ kind: "drip", bytes: 16, ms: 100, endless: true }),
  },
];
