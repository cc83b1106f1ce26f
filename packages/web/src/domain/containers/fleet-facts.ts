import type { ContainerStatus, ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, isStale, type Trouble, troublesOf, troubleWeight } from "./container-facts.ts";

/** How many containers are in each state; a container with open warnings counts in its state too. */
export type FleetCounts = Record<ContainerStatus | "warning", number>;

export function countStates(containers: readonly ContainerRow[]): FleetCounts {
  const counts: FleetCounts = { online: 0, just_offline: 0, offline: 0, warning: 0 };
  for (const container of containers) {
    counts[container.status] += 1;
    if (container.warnings > 0) counts.warning += 1;
  }
  return counts;
}

/** A figure of several containers and what it is based on. */
export interface FleetFigure {
  /** Absent: no container has one now. */
  value?: number;
  /** Containers that it counts; those without a value or with old ones are left out. */
  counted: number;
  of: number;
  /** Age of the oldest part, epoch ms. */
  at?: number;
  everyS: number;
}

/** Power now (W) or energy of today (Wh) summed over containers. Negatives count as 0. */
export function sumOf(
  containers: readonly ContainerRow[],
  field: "solarGeneration" | "energyConsumption" | "solarPower" | "loadPower",
  nowMs: number,
): FleetFigure {
  const counted = containers.filter((container) => container[field] !== null && !isStale(container, nowMs));
  const value = counted.reduce((sum, container) => sum + Math.max(0, container[field] ?? 0), 0);
  return { ...basisOf(counted, containers.length), ...(counted.length > 0 ? { value } : {}) };
}

export interface SocSpread extends FleetFigure {
  /** `value` is the median, percent. */
  lowest?: { container: ContainerRow; percent: number };
  /** Every counted state of charge, percent, rising. */
  percents: number[];
  /** How many of them are below the reserve of their container. */
  belowReserve: number;
}

/** How full the batteries of some containers are. */
export function socSpread(containers: readonly ContainerRow[], nowMs: number): SocSpread {
  const counted = containers
    .flatMap((container) =>
      container.soc === null || isStale(container, nowMs) ? [] : [{ container, percent: container.soc }],
    )
    .sort((one, other) => one.percent - other.percent);
  const percents = counted.map(({ percent }) => percent);
  const belowReserve = counted.filter(({ container, percent }) => percent < container.reserveSoc).length;
  const basis = basisOf(
    counted.map(({ container }) => container),
    containers.length,
  );
  const lowest = counted[0];
  if (!lowest) return { ...basis, percents, belowReserve };
  const middle = (percents.length - 1) / 2;
  const value = (percents[Math.floor(middle)]! + percents[Math.ceil(middle)]!) / 2;
  return { ...basis, value, lowest, percents, belowReserve };
}

function basisOf(counted: readonly ContainerRow[], of: number): FleetFigure {
  let at = Infinity;
  let everyS = 60;
  for (const container of counted) {
    at = Math.min(at, atMs(container.valuesAt) ?? 0);
    everyS = Math.max(everyS, container.everyS);
  }
  return { counted: counted.length, of, everyS, ...(counted.length > 0 ? { at } : {}) };
}

/** A container that needs someone, and why: worst reason first, never none. */
export interface Need {
  container: ContainerRow;
  troubles: Trouble[];
}

/** Containers that need attention, worst first. */
export function needsAttention(containers: readonly ContainerRow[], nowMs: number): Need[] {
  const troubled = containers.filter((container) => troublesOf(container, nowMs).length > 0);
  return sortWorst(troubled, nowMs).map((container) => ({ container, troubles: troublesOf(container, nowMs) }));
}

/** Order of the grid: favourites first, then worst first. */
export function gridOrder(containers: readonly ContainerRow[], nowMs: number): ContainerRow[] {
  const worst = sortWorst(containers, nowMs);
  return [...worst.filter((container) => container.favorite), ...worst.filter((container) => !container.favorite)];
}

const names = new Intl.Collator();

/** In the order of `compareWorst`; each is looked at once, so that thousands take no time. */
function sortWorst(containers: readonly ContainerRow[], nowMs: number): ContainerRow[] {
  return containers
    .map((container) => ({ container, weight: troubleWeight(container, nowMs) }))
    .sort(
      (one, other) =>
        one.weight.rank - other.weight.rank ||
        one.weight.within - other.weight.within ||
        names.compare(one.container.name, other.container.name),
    )
    .map(({ container }) => container);
}
