import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import type { Readings } from "./flow-balance.ts";

/** Power under this, W, is neither charging nor discharging. */
const idleBelowW = 20;

/** How long until a battery is full, or its loads are cut, or it is empty, at its present power. */
export interface TimeLeft {
  until: "full" | "cut" | "empty";
  hours: number;
}

/**
 * Time until a battery of `capacityWh` is full if its power stays, or at its cut-off, or empty where none is known;
 * undefined where it idles (under 20 W), is there already, or would take more than ten days.
 * @param chargeW Positive while charging.
 * @param cutOffSoc State of charge at which the loads are cut, percent; undefined: not known.
 */
export function timeLeft(
  capacityWh: number,
  socPercent: number,
  chargeW: number,
  cutOffSoc: number | undefined,
): TimeLeft | undefined {
  if (Math.abs(chargeW) < idleBelowW || capacityWh <= 0) return undefined;
  // Nobody can use what is left below the cut-off.
  const until = chargeW > 0 ? "full" : cutOffSoc === undefined ? "empty" : "cut";
  const missingShare = (until === "full" ? 100 - socPercent : socPercent - (cutOffSoc ?? 0)) / 100;
  const hours = (capacityWh * missingShare) / Math.abs(chargeW);
  return hours <= 0 || hours > 240 ? undefined : { until, hours };
}

/**
 * The same by the readings of an instant: one method for every screen. Undefined also where one of them is missing or old.
 * @param cutOff As the forecast takes it; one that it merely assumes is not counted to. Undefined: no forecast yet.
 */
export function batteryTimeLeft(
  readings: Readings,
  capacityWh: number | undefined,
  cutOff: BlackoutForecast["cutOff"] | undefined,
): TimeLeft | undefined {
  const [power, soc] = [readings["battery.power"], readings["battery.soc"]];
  if (!power || !soc || power.isStale || soc.isStale || capacityWh === undefined) return undefined;
  const cutOffSoc = cutOff === undefined || cutOff.from === "assumed" ? undefined : cutOff.soc;
  return timeLeft(capacityWh, soc.value, power.value, cutOffSoc);
}
