import type { YieldAnswer } from "@offgrid/contract/solar-template/solar-template.schema";

import { untilIdle } from "../../jobs/until-idle.ts";
import {
  type Panels,
  type Place,
  clearGlobalWPerM2,
  hourMs,
  panelPowerW,
  unknownShares,
} from "../forecast/solar-model.ts";

/** What panels give in a year at a place, by the model of the sun that forecasts use. */

const hoursPerDay = 24;
/** Days of a month that are counted; the sun changes little between two of them. */
const countedDays = [3, 8, 13, 18, 23, 28] as const;
/** A year without a leap day. */
const year = 2025;

/** Energy of an hour of clear sky, Wh. */
export function clearHourWh(atMs: number, place: Place, panels: Panels): number {
  return panelPowerW(atMs, clearGlobalWPerM2(atMs, place), undefined, place, panels);
}

/** Without a record of the weather at the place, an ordinary mixture of days is that of forecasts that have none either. */
export async function yieldsOf(place: Place, panels: Panels): Promise<Pick<YieldAnswer, "months" | "usualShare">> {
  const months: YieldAnswer["months"] = [];
  const { limitW = Infinity, ...unlimited } = panels;
  const share = unknownShares.p50;
  for (let month = 0; month < 12; month++) {
    const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const scale = days / countedDays.length;
    const sum = { clearWh: 0, usualWh: 0 };
    for (const day of countedDays) {
      for (let hour = 0; hour < hoursPerDay; hour++) {
        const atMs = Date.UTC(year, month, day) + hour * hourMs;
        const clearWh = clearHourWh(atMs, place, unlimited);
        sum.clearWh += Math.min(limitW, clearWh);
        sum.usualWh += Math.min(limitW, share * clearWh);
      }
    }
    months.push({ month: month + 1, clearWh: sum.clearWh * scale, usualWh: sum.usualWh * scale });
    await untilIdle();
  }
  return { months, usualShare: share };
}
