import type { Answer } from "../../../core/api/call.ts";
import { localHour, startOf } from "../../../core/time.ts";

const dayMs = 86_400_000;

type Hours = Pick<Answer<"getConsumption">["data"], "t" | "values" | "measuredHours" | "zone">;

/** Mean consumption by weekday and hour, W. */
export interface LoadProfile {
  /** Monday first; 24 hours each; null: never measured. */
  week: (number | null)[][];
  /** By hour over all days. */
  hours: (number | null)[];
  highest: { weekday: number; hour: number; powerW: number } | undefined;
}

/**
 * The mean power of each local hour of each weekday: its energy by the time for which that was measured.
 * @param values Wh by the hour.
 */
export function loadProfile({ t, values, measuredHours, zone }: Hours): LoadProfile {
  const cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ wh: 0, hours: 0 })));
  for (const [index, atMs] of t.entries()) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    // Whole days since the local Monday, also in a week in which clocks change.
    const weekday = Math.round((startOf("day", atMs, zone) - startOf("week", atMs, zone)) / dayMs);
    const cell = cells[weekday]?.[localHour(atMs, zone)];
    if (!cell) continue;
    cell.wh += value;
    cell.hours += measuredHours[index] ?? 0;
  }
  const mean = (list: readonly { wh: number; hours: number }[]) => {
    const hours = list.reduce((all, cell) => all + cell.hours, 0);
    return hours === 0 ? null : list.reduce((all, cell) => all + cell.wh, 0) / hours;
  };
  const week = cells.map((hours) => hours.map((cell) => mean([cell])));
  let highest: LoadProfile["highest"];
  for (const [weekday, hours] of week.entries()) {
    for (const [hour, powerW] of hours.entries()) {
      if (powerW !== null && powerW > (highest?.powerW ?? -1)) highest = { weekday, hour, powerW };
    }
  }
  return {
    week,
    hours: Array.from({ length: 24 }, (_, hour) => mean(cells.map((day) => day[hour]!))),
    highest,
  };
}

/** The weekdays on which anything was measured, with their hours: a period of one day has one. */
export function measuredDays(week: LoadProfile["week"]): { weekday: number; cells: (number | null)[] }[] {
  return week
    .map((cells, weekday) => ({ weekday, cells }))
    .filter(({ cells }) => cells.some((powerW) => powerW !== null));
}
