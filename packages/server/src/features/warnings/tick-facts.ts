import type { DataBudget } from "@offgrid/contract/sim-cards/sim-cards.schema";
import type { NeighbourDay } from "@offgrid/contract/warnings/neighbour-days";
import type { WarningForecast, WarningTick } from "@offgrid/contract/warnings/read-condition";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningCondition, WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { listDataBudgets } from "../sim-cards/sim-cards.store.ts";
import * as judged from "./judged.store.ts";
import { byContainer } from "./pairs.store.ts";
import { readNeighbourDays } from "./neighbours.store.ts";

/** What rules are judged by that does not come with frames. */
export interface TickFacts {
  instantsOf(containerId: string, nowMs: number): WarningTick["instantsOf"];
  forecastOf(containerId: string): WarningForecast | undefined;
  bundleOf(containerId: string): WarningTick["bundle"];
  /** @param ownerId Whose rule it is: only neighbours that this person sees count. */
  neighboursOf(containerId: string, ownerId: string): readonly NeighbourDay[];
}

/** Forecasts are made each quarter of an hour; one that is much older says nothing about now. */
export const oldForecastMs = 2 * 3_600_000;

/** A rule at a container. */
export interface TickPair {
  containerId: string;
  ownerId: string;
  zoneName: string;
  rule: WarningRule;
}

/** Reads only what these rules look at. */
export async function readTickFacts(tx: Db, pairs: readonly TickPair[], nowMs: number): Promise<TickFacts> {
  const containerIds = [...new Set(pairs.map(({ containerId }) => containerId))];
  const rules = [...new Set(pairs.map(({ rule }) => rule))];
  const all = rules.flatMap(({ conditions }) => conditions);
  const reading = (reads: (typeof warningTypes)[WarningCondition["type"]]["reads"]) =>
    all.filter(({ type }) => warningTypes[type].reads === reads);
  const [counted, commanded] = [reading("events"), reading("commands")];
  const fromMs = nowMs - Math.max(0, ...[...counted, ...commanded].map(windowMs));
  const codes = [...new Set(counted.flatMap(({ attributes }) => attributes))];
  const events = byContainer(await judged.readEvents(tx, containerIds, codes, fromMs));
  const commands = byContainer(commanded.length > 0 ? await judged.readFailedCommands(tx, containerIds, fromMs) : []);
  const forecasts = byContainer(
    reading("forecast").length > 0 ? await judged.readForecasts(tx, containerIds, nowMs - oldForecastMs) : [],
  );
  const neighbours = await readNeighbours(tx, pairs, nowMs);
  const bundled = pairs.filter(({ rule }) => looksAtBundle(rule)).map(({ containerId }) => containerId);
  const budgets = await listDataBudgets(tx, [...new Set(bundled)], nowMs);
  return {
    bundleOf: (containerId) => bundleOf(budgets.get(containerId)),
    neighboursOf: (containerId, ownerId) => neighbours.get(keyOf({ containerId, ownerId })) ?? [],
    instantsOf: (containerId, atMs) => (condition) => {
      const isEvent = condition.type === "event";
      const { attributes } = condition;
      const own = (isEvent ? events : commands).get(containerId) ?? [];
      return own
        .filter(
          (one) =>
            one.atMs > atMs - windowMs(condition) &&
            (attributes.includes(one.name) || (!isEvent && attributes.length === 0)),
        )
        .map((one) => one.atMs);
    },
    forecastOf: (containerId) => {
      const found = forecasts.get(containerId)?.[0];
      if (!found) return undefined;
      const { atMs, hours, lowestSoc, chance } = found;
      return { atMs, values: { hours_to_reserve: hours, lowest_soc: lowestSoc, chance } };
    },
  };
}

export function looksAtBundle({ conditions }: WarningRule): boolean {
  return conditions.some(({ type }) => type === "bundle");
}

/** Undefined: the container has none. */
export function bundleOf(budget: DataBudget | undefined): WarningTick["bundle"] {
  const { bundleBytes = null, usedBytes = null, projectedBytes = null } = budget ?? {};
  if (bundleBytes === null) return undefined;
  const shareOf = (bytes: number | null) => (bytes === null ? null : (100 * bytes) / bundleBytes);
  return { data_used: shareOf(usedBytes), data_projected: shareOf(projectedBytes) };
}

const keyOf = ({ containerId, ownerId }: Pick<TickPair, "containerId" | "ownerId">) => `${containerId} ${ownerId}`;

async function readNeighbours(
  tx: Db,
  pairs: readonly TickPair[],
  nowMs: number,
): Promise<Map<string, readonly NeighbourDay[]>> {
  const comparing = pairs.filter(({ rule }) => neighbourDaysNeeded([rule]) > 0);
  const asked = [...new Map(comparing.map((pair) => [keyOf(pair), pair])).values()];
  const toDay = dayOf(nowMs) - 1;
  const fromDay = toDay - neighbourDaysNeeded(comparing.map(({ rule }) => rule));
  const found = await readNeighbourDays(tx, asked, { fromDay, toDay });
  return new Map(asked.map((pair, place) => [keyOf(pair), found[place] ?? []]));
}

/** So many days that do not count may lie between those that do. */
const sparesPerDay = 2;
const spareDays = 8;

/** How many days back rules have to look at neighbours; 0: they do not. */
export function neighbourDaysNeeded(rules: readonly WarningRule[]): number {
  const days = rules.flatMap(({ conditions }) =>
    conditions
      .filter(({ type }) => type === "neighbours")
      .map(({ duration, critical }) => Math.max(duration, critical?.duration ?? 0) / 86_400),
  );
  return days.length === 0 ? 0 : spareDays + sparesPerDay * Math.ceil(Math.max(...days));
}

export function windowMs({ window = 0 }: WarningCondition): number {
  return window * 1_000;
}
