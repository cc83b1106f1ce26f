import type { Readings } from "./flow-balance.ts";

/** Power under this, W, is neither charging nor discharging. */
const idleBelowW = 20;

/** How long until a battery is full or empty at its present power. */
export interface TimeLeft {
  until: "full" | "empty";
  hours: number;
}

/**
 * Time until a battery of `capacityWh` is full or empty if its power stays; undefined where it idles (under 20 W), is
 * there already, or would take more than ten days.
 * @param chargeW Positive while charging.
 */
export function timeLeft(capacityWh: number, socPercent: number, chargeW: number): TimeLeft | undefined {
  if (Math.abs(chargeW) < idleBelowW || capacityWh <= 0) return undefined;
  const until = chargeW > 0 ? "full" : "empty";
  const missingShare = (until === "full" ? 100 - socPercent : socPercent) / 100;
  const hours = (capacityWh * missingShare) / Math.abs(chargeW);
  return hours <= 0 || hours > 240 ? undefined : { until, hours };
}

/** The same by the readings of an instant: one method for every screen. Undefined also where one of them is missing or old. */
export function batteryTimeLeft(readings: Readings, capacityWh: number | undefined): TimeLeft | undefined {
  const [power, soc] = [readings["battery.power"], readings["battery.soc"]];
  if (!power || !soc || power.isStale || soc.isStale || capacityWh === undefined) return undefined;
  return timeLeft(capacityWh, soc.value, power.value);
}
