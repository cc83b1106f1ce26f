import type { ChartGroup, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import { dateText, localDate, startOfLocalDay } from "@offgrid/contract/core/zone-time";

import type { ChartContainer } from "../chart-containers.store.ts";
import { type Groups, type Range, boundedGroups, rangeOf } from "../chart-range.ts";

/** The groups of a question about energy; only energy within the range counts, also in those at its ends. */
export interface EnergyGroups extends Groups {
  range: Range;
  zone: string;
  groupBy: Exclude<ChartGroup, "raw">;
  nowMs: number;
}

/** Containers whose groups have the same edges, and which group of the question each of these is. */
export interface FleetPart {
  groups: EnergyGroups;
  containers: readonly ChartContainer[];
  /** By group; undefined: the question does not ask for its date. */
  places: readonly (number | undefined)[];
}

type Question = Omit<EnergyQuestion, "containerIds">;

/** @param containers Their zone is that of the groups, if they share one and none is asked for. */
export function energyGroups(question: Question, containers: readonly ChartContainer[], nowMs: number): EnergyGroups {
  const zones = new Set(containers.map(({ zoneName }) => zoneName));
  const zone = question.zone ?? (zones.size === 1 ? ([...zones][0] as string) : "UTC");
  return groupsOf(rangeOf(question, nowMs, zone), question.groupBy, zone, nowMs);
}

/**
 * The parts of a fleet: one, or where each container's own days are asked for, one for each of their zones.
 * @throws Refusal("bad_input") where own hours are asked for: they have no date to be told apart by.
 */
export function fleetParts(
  question: Question,
  groups: EnergyGroups,
  containers: readonly ChartContainer[],
): readonly FleetPart[] {
  const { t, range, zone, groupBy, nowMs } = groups;
  if (question.ownDays && (groupBy === "hour" || groupBy === "15m")) {
    throw new Refusal("bad_input", {
      fields: { ownDays: "Hours are the same for all; choose days or longer groups." },
    });
  }
  if (!question.ownDays) return [{ groups, containers, places: t.map((_, group) => group) }];
  const places = new Map(t.map((atMs, group) => [dateAt(atMs, zone), group]));
  const zones = [...new Set(containers.map(({ zoneName }) => zoneName))];
  return zones.flatMap((own) => {
    const within = ownRange(range, zone, own);
    if (within.fromMs >= within.toMs) return [];
    const theirs = groupsOf(within, groupBy, own, nowMs);
    return [
      {
        groups: theirs,
        containers: containers.filter(({ zoneName }) => zoneName === own),
        places: theirs.t.map((atMs) => places.get(dateAt(atMs, own))),
      },
    ];
  });
}

function groupsOf(range: Range, groupBy: EnergyGroups["groupBy"], zone: string, nowMs: number): EnergyGroups {
  return { ...groupsWithin(range, boundedGroups(range, groupBy, zone)), zone, groupBy, nowMs };
}

/** Of the groups at the ends of a range, the part within it. */
export function groupsWithin(range: Range, { edges, t }: Groups): Groups & { range: Range } {
  return { edges: edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs)), t, range };
}

/**
 * The same dates in another zone, from its own midnights. An end that is no midnight is an instant, such as the present,
 * and stays one; where it has another date already, or not yet, the dates that are asked for end or begin before.
 */
export function ownRange({ fromMs, toMs }: Range, zone: string, own: string): Range {
  const first = startOfLocalDay(own, localDate(zone, fromMs));
  const last = localDate(zone, toMs - 1);
  const end = startOfLocalDay(own, { ...last, day: last.day + 1 });
  return {
    fromMs: isMidnight(fromMs, zone) ? first : Math.max(fromMs, first),
    toMs: isMidnight(toMs, zone) ? end : Math.min(toMs, end),
  };
}

function isMidnight(atMs: number, zone: string): boolean {
  return startOfLocalDay(zone, localDate(zone, atMs)) === atMs;
}

function dateAt(atMs: number, zone: string): string {
  return dateText(localDate(zone, atMs));
}
