import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { isNeverSeen, isValueStale } from "./container-facts.ts";
import type { BatteryNow } from "../energy-state/hours-left.ts";
import type { EnergyFacts } from "../energy-state/energy-words.ts";

/** What the sentence on the energy of a container is told from. */
export function energyFacts(container: ContainerRow, now: number): EnergyFacts {
  const { energy, soc, reserveSoc, loadPower, zoneName: zone, everyS, isOnline } = container;
  const isOld = loadPower === null || isValueStale(container, "loadPower", now);
  return {
    energy,
    soc,
    reserveSoc,
    loadW: isOld ? undefined : loadPower,
    zone,
    everyS,
    isOnline,
    now,
    isNever: isNeverSeen(container),
  };
}

/** What its battery holds and gives now. */
export function batteryNow(container: ContainerRow, now: number): BatteryNow {
  const known = (field: "soc" | "batteryPower") =>
    isValueStale(container, field, now) ? undefined : (container[field] ?? undefined);
  return { soc: known("soc"), powerW: known("batteryPower") };
}
