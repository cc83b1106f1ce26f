import { type ContainerLink, containerLink, containerLinks } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { type WarningsOpen, worstOpenWarning } from "@offgrid/contract/containers/open-warnings";
import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import { type EventLevel, eventLevels } from "@offgrid/contract/notifications/notification-types";

import { type ChargeMarks, chargeMarks } from "../container/charge-marks.ts";
import {
  atMs,
  countedLevel,
  isNeverSeen,
  isStale,
  isValueStale,
  type Trouble,
  troublesOf,
  troubleWeight,
  valueAt,
  worseOf,
} from "./container-facts.ts";

/**
 * How many containers are in each state: each counts once in that of its energy, which is its worst, and once in that of
 * its link; of those, how many have open warnings, and where somebody works. One that was never connected counts as that
 * and in no state of energy, so that either kind adds up to all of them with it.
 */
export type FleetCounts = Record<ContainerLink | "warning" | "works" | EnergyLevel, number>;

export function countStates(containers: readonly ContainerRow[]): FleetCounts {
  const states = [...containerLinks, "warning", "works", ...energyLevels] as const;
  const counts = Object.fromEntries(states.map((state) => [state, 0])) as FleetCounts;
  for (const container of containers) {
    counts[containerLink(container)] += 1;
    const level = countedLevel(container);
    if (level) counts[level] += 1;
    if (container.warnings > 0) counts.warning += 1;
    if (container.works) counts.works += 1;
  }
  return counts;
}

/** How grave the gravest open warning of some containers is; undefined: none is open. */
export function worstWarningOf(containers: readonly WarningsOpen[]): EventLevel | undefined {
  const found = new Set(containers.map(worstOpenWarning));
  return eventLevels.findLast((level) => found.has(level));
}

/** How many warnings are open at some containers together. */
export function openWarningsOf(containers: readonly Pick<ContainerRow, "warnings">[]): number {
  return containers.reduce((total, { warnings }) => total + warnings, 0);
}

/** A figure of several containers and what it is based on. */
export interface FleetFigure {
  /** Absent: no container has one now. */
  value?: number;
  /** Containers whose present values it counts; those without a value or with old ones are not among them. */
  counted: number;
  /** Those whose energy is in the sum as it was when they fell silent. */
  late?: number;
  of: number;
  /** Age of the oldest part, epoch ms. */
  at?: number;
  everyS: number;
}

type Summed = "solarGeneration" | "energyConsumption" | "solarPower" | "loadPower";

const isPower = (field: Summed): field is "solarPower" | "loadPower" => field === "solarPower" || field === "loadPower";

/** Does a sum of present values count a container: has it one of its own that is not old? */
export function isCounted(container: ContainerRow, field: Summed, nowMs: number): boolean {
  if (container[field] === null) return false;
  return !(isPower(field) ? isValueStale(container, field, nowMs) : isStale(container, nowMs));
}

/**
 * Power now (W) or energy of today (Wh) summed over containers. Negatives count as 0. What a container had counted today
 * before it fell silent stays in the sum of energies: it was generated, and a late container must not make a sum fall.
 */
export function sumOf(containers: readonly ContainerRow[], field: Summed, nowMs: number): FleetFigure {
  const measuredAt = (container: ContainerRow) =>
    isPower(field) ? valueAt(container, field) : atMs(container.valuesAt);
  const counted = containers.filter((container) => isCounted(container, field, nowMs));
  const summed = isPower(field) ? counted : containers.filter((container) => container[field] !== null);
  const value = summed.reduce((sum, container) => sum + Math.max(0, container[field] ?? 0), 0);
  const late = summed.length - counted.length;
  return {
    ...basisOf(counted, containers.length, measuredAt),
    ...(summed.length > 0 ? { value } : {}),
    ...(late > 0 ? { late } : {}),
  };
}

export interface SocSpread extends FleetFigure {
  /** `value` is the median, percent. */
  lowest?: { container: ContainerRow; percent: number };
  /** Every counted state of charge, percent, rising, with its marks. */
  charges: ({ percent: number } & ChargeMarks)[];
  /** Those that it does not count: without a charge, or with an old one. */
  leftOut: ContainerRow[];
}

/** How full the batteries of some containers are. */
export function socSpread(containers: readonly ContainerRow[], nowMs: number): SocSpread {
  const counted = containers
    .flatMap((container) =>
      container.soc === null || isValueStale(container, "soc", nowMs) ? [] : [{ container, percent: container.soc }],
    )
    .sort((one, other) => one.percent - other.percent);
  const charges = counted.map(({ container, percent }) => ({
    percent,
    ...chargeMarks(percent, { reservePercent: container.reserveSoc, energy: container.energy }),
  }));
  const basis = basisOf(
    counted.map(({ container }) => container),
    containers.length,
    (container) => valueAt(container, "soc"),
  );
  const isIn = new Set(counted.map(({ container }) => container));
  const leftOut = containers.filter((container) => !isIn.has(container));
  const lowest = counted[0];
  if (!lowest) return { ...basis, charges, leftOut };
  const middle = (counted.length - 1) / 2;
  const value = (counted[Math.floor(middle)]!.percent + counted[Math.ceil(middle)]!.percent) / 2;
  return { ...basis, value, lowest, charges, leftOut };
}

function basisOf(
  counted: readonly ContainerRow[],
  of: number,
  measuredAt: (container: ContainerRow) => number | undefined,
): FleetFigure {
  let at = Infinity;
  let everyS = 60;
  for (const container of counted) {
    at = Math.min(at, measuredAt(container) ?? 0);
    everyS = Math.max(everyS, container.everyS);
  }
  return { counted: counted.length, of, everyS, ...(counted.length > 0 ? { at } : {}) };
}

/** A container that needs someone, and why: worst reason first, never none. */
export interface Need {
  container: ContainerRow;
  troubles: Trouble[];
}

/**
 * Containers that need attention, worst first; not those that were never connected, of which nothing is known yet.
 * @param knownMs When containers were last known (`useKnownMs`); durations are counted to the present all the same.
 */
export function needsAttention(containers: readonly ContainerRow[], nowMs: number, knownMs = nowMs): Need[] {
  const needs = worstFirst(containers, knownMs).map((container) => ({
    container,
    troubles: isNeverSeen(container) ? [] : troublesOf(container, nowMs, knownMs),
  }));
  return needs.filter(({ troubles }) => troubles.length > 0);
}

/** Order of the grid: the worst kind of trouble first, and favourites first among those that have the same. */
export function gridOrder(containers: readonly ContainerRow[], nowMs: number): ContainerRow[] {
  const place = new Map(worstFirst(containers, nowMs).map((container, index) => [container, index]));
  const rank = new Map(containers.map((container) => [container, troubleWeight(container, nowMs).rank]));
  return containers.toSorted(
    (one, other) =>
      rank.get(one)! - rank.get(other)! ||
      Number(other.favorite) - Number(one.favorite) ||
      place.get(one)! - place.get(other)!,
  );
}

const names = new Intl.Collator();

/** The worst first, equals by their names; each is looked at once, so that thousands take no time. */
export function worstFirst<Row extends ContainerRow>(containers: readonly Row[], nowMs: number): Row[] {
  return containers
    .map((container) => ({ container, weight: troubleWeight(container, nowMs) }))
    .sort((one, other) => worseOf(one.weight, other.weight) || names.compare(one.container.name, other.container.name))
    .map(({ container }) => container);
}
