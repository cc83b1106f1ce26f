import type { WarningForecast, WarningTick } from "@offgrid/contract/warnings/read-condition";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningCondition, WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import * as judged from "./judged.store.ts";

/** What rules are judged by that does not come with frames. */
export interface TickFacts {
  instantsOf(containerId: string, nowMs: number): WarningTick["instantsOf"];
  forecastOf(containerId: string): WarningForecast | undefined;
}

/** Forecasts are made each quarter of an hour; one that is much older says nothing about now. */
export const oldForecastMs = 2 * 3_600_000;

/** Reads only what these rules look at. */
export async function readTickFacts(
  tx: Db,
  containerIds: readonly string[],
  rules: readonly WarningRule[],
  nowMs: number,
): Promise<TickFacts> {
  const all = rules.flatMap(({ conditions }) => conditions);
  const reading = (reads: (typeof warningTypes)[WarningCondition["type"]]["reads"]) =>
    all.filter(({ type }) => warningTypes[type].reads === reads);
  const [counted, commanded] = [reading("events"), reading("commands")];
  const fromMs = nowMs - Math.max(0, ...[...counted, ...commanded].map(windowMs));
  const codes = [...new Set(counted.flatMap(({ attributes }) => attributes))];
  const events = await judged.readEvents(tx, containerIds, codes, fromMs);
  const commands = commanded.length > 0 ? await judged.readFailedCommands(tx, containerIds, fromMs) : [];
  const forecasts =
    reading("forecast").length > 0 ? await judged.readForecasts(tx, containerIds, nowMs - oldForecastMs) : [];
  return {
    instantsOf: (containerId, atMs) => (condition) => {
      const isEvent = condition.type === "event";
      const { attributes } = condition;
      return (isEvent ? events : commands)
        .filter(
          (one) =>
            one.containerId === containerId &&
            one.atMs > atMs - windowMs(condition) &&
            (attributes.includes(one.name) || (!isEvent && attributes.length === 0)),
        )
        .map((one) => one.atMs);
    },
    forecastOf: (containerId) => {
      const found = forecasts.find((one) => one.containerId === containerId);
      if (!found) return undefined;
      const { atMs, hours, lowestSoc, chance } = found;
      return { atMs, values: { hours_to_reserve: hours, lowest_soc: lowestSoc, chance } };
    },
  };
}

export function windowMs({ window = 0 }: WarningCondition): number {
  return window * 1_000;
}
