import { idleBelowW, isBatteryFull } from "@offgrid/contract/devices/battery-levels";
import type { CutOff, EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";

import type { Readings } from "./flow-balance.ts";

/** How long until a battery is full, or at the charge at which its loads are cut, at its present power. */
export interface TimeLeft {
  /** `assumed`: a cut at a charge that is merely assumed, since none has been seen or set. */
  until: "full" | "cut" | "assumed";
  hours: number;
}

/**
 * Time until a battery of `capacityWh` is full if its power stays, or at its cut-off, below which nobody can use what is left;
 * undefined where it idles, is there already, or would take more than ten days.
 * @param chargeW Positive while charging.
 */
export function timeLeft(
  capacityWh: number,
  socPercent: number,
  chargeW: number,
  cutOff: CutOff,
): TimeLeft | undefined {
  if (Math.abs(chargeW) < idleBelowW || capacityWh <= 0) return undefined;
  if (chargeW > 0 && isBatteryFull(socPercent, chargeW)) return undefined;
  const until = chargeW > 0 ? "full" : cutOff.from === "assumed" ? "assumed" : "cut";
  const missingShare = (until === "full" ? 100 - socPercent : socPercent - cutOff.soc) / 100;
  const hours = (capacityWh * missingShare) / Math.abs(chargeW);
  return hours <= 0 || hours > 240 ? undefined : { until, hours };
}

/**
 * The same by the readings of an instant: one method for every screen. Undefined also where one of them is missing or old.
 * @param cutOff As the forecast takes it; undefined: there is none yet.
 * @param level Of the container then: loads that are cut will not be cut, whatever a meter of charge says. Undefined: not known.
 */
export function batteryTimeLeft(
  readings: Readings,
  capacityWh: number | undefined,
  cutOff: CutOff | undefined,
  level: EnergyLevel | undefined,
): TimeLeft | undefined {
  const [power, soc] = [readings["battery.power"], readings["battery.soc"]];
  if (!power || !soc || power.isStale || soc.isStale || capacityWh === undefined || !cutOff) return undefined;
  const left = timeLeft(capacityWh, soc.value, power.value, cutOff);
  return left && left.until !== "full" && level === "cut" ? undefined : left;
}
