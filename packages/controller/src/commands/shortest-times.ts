import { relayTimeOf } from "@offgrid/contract/devices/relay-times";
import type { RelaysSection } from "@offgrid/contract/devices/relays.schema";

import type { Outputs } from "../drivers/driver.ts";
import { leastOff } from "./known-output.ts";

/** How long an output stays as it was switched, ms. */
export interface ShortestTimes {
  minOnMs: number;
  minOffMs: number;
}

/** The longer of what its equipment needs and what people have set: nobody makes a pause shorter from afar. */
export function shortestTimes(target: string, outputs: Outputs | undefined, relays: RelaysSection): ShortestTimes {
  const { minOnMs = 0, minOffMs = 0 } = outputs?.list.find((one) => one.target === target) ?? {};
  return {
    minOnMs: Math.max(minOnMs, 1_000 * relayTimeOf(relays, target, "minOnSeconds")),
    minOffMs: Math.max(minOffMs, leastOff(target), 1_000 * relayTimeOf(relays, target, "minOffSeconds")),
  };
}
