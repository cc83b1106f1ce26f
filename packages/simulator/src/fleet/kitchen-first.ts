import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";

/**
 * L1 has the kitchen and the first-aid room of a camp. L3, with the air conditioning, passes its limit whenever more than
 * one machine runs, so that phase control has something to do at any time of the day.
 */
export const kitchenFirst: PhaseControl = {
  mode: "priorities",
  totalW: 6_000,
  delaySeconds: 30,
  phases: [
    { id: 1, priority: 1, limitW: null, minSoc: null, restoreSoc: null },
    { id: 2, priority: 2, limitW: 3_000, minSoc: 20, restoreSoc: 30 },
    { id: 3, priority: 3, limitW: 900, minSoc: 40, restoreSoc: 50 },
  ],
};
