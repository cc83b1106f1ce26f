import type { BatteryAlarm } from "@offgrid/contract/devices/battery-alarms";
import { idleBelowW, isBatteryFull } from "@offgrid/contract/devices/battery-levels";
import { containerLink } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { countOpenWarnings } from "@offgrid/contract/containers/open-warnings";
import type { RowValue } from "@offgrid/contract/containers/row-metrics";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";

import { ageMs, freshnessOf } from "../../ui/freshness.ts";
import type { ChargeState } from "../container/charge-marks.ts";
import { type BadLevel, badLevels, energyWithin, isBad } from "../energy-state/energy-rank.ts";

const forgottenMs = 90 * 86_400_000;
/** Loads that were cut so many times within a day need someone, also while they have power. */
const oftenCut = 2;

/**
 * What is wrong with a container, from worst to least: the order of what needs attention, of every list, of the map and of
 * the search. Loads that are or will be cut come before what people called critical, and that before all other states.
 */
export const troubleKinds = [
  "cut",
  "cut_partly",
  "cut_ahead",
  "rule_critical",
  "generator_ahead",
  "below_reserve",
  "cut_often",
  "unknown",
  "stale",
  "offline",
  "just_offline",
  "battery",
  "rule_warning",
  "clock",
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export interface Trouble {
  kind: TroubleKind;
  /** How long it has lasted, ms: silence or age of the values; absent: there never was anything, or that is not known. */
  forMs?: number;
  /** What the battery reports. */
  alarm?: BatteryAlarm;
  /** The number of cuts, or of open warnings. */
  figure?: number;
}

export function isEnergyTrouble(kind: TroubleKind): kind is BadLevel {
  return (badLevels as readonly TroubleKind[]).includes(kind);
}

/** Epoch ms of an instant of the wire; undefined: never. */
export function atMs(instant: string | null): number | undefined {
  return instant === null ? undefined : Date.parse(instant);
}

/** Are all of the row's values too old to say what is going on now? */
export function isStale(container: Pick<ContainerRow, "valuesAt" | "everyS">, nowMs: number): boolean {
  return isOld(atMs(container.valuesAt), container.everyS, nowMs);
}

/** When a value of a row was measured, epoch ms: a sensor that has stopped is older than the others. Undefined: never. */
export function valueAt(container: Pick<ContainerRow, "valuesAt" | "olderAt">, field: RowValue): number | undefined {
  return atMs(container.olderAt[field] ?? container.valuesAt);
}

/** Is one value of a row too old to say what is going on now? */
export function isValueStale(
  container: Pick<ContainerRow, "valuesAt" | "olderAt" | "everyS">,
  field: RowValue,
  nowMs: number,
): boolean {
  return isOld(valueAt(container, field), container.everyS, nowMs);
}

/** Was a container never connected? There is nothing to know of it yet, and nothing that went wrong. */
export function isNeverSeen(container: Pick<ContainerRow, "status" | "lastSeen">): boolean {
  return containerLink(container) === "never";
}

/** The state of energy as which a container counts; undefined: it was never connected, which is said in its place. */
export function countedLevel(container: Pick<ContainerRow, "status" | "lastSeen" | "energy">): EnergyLevel | undefined {
  return isNeverSeen(container) ? undefined : container.energy.level;
}

/** Is any value that a row shows too old to say what is going on now? */
export function hasOldValue(container: ContainerRow, nowMs: number): boolean {
  if (isStale(container, nowMs)) return true;
  const stopped = Object.keys(container.olderAt) as RowValue[];
  return stopped.some((field) => container[field] !== null && isValueStale(container, field, nowMs));
}

function isOld(at: number | undefined, everyS: number, nowMs: number): boolean {
  const level = freshnessOf(at, everyS, nowMs);
  return level === "stale" || level === "none";
}

/** What the battery does, in the words of SocBar; a power that is not known says nothing of it. */
export function batteryState(
  { soc, batteryPower }: { soc: number | null | undefined; batteryPower: number | null | undefined },
  stale: boolean,
): ChargeState {
  if (stale) return "stale";
  if (typeof soc === "number" && isBatteryFull(soc, batteryPower)) return "full";
  if (typeof batteryPower !== "number") return "unmeasured";
  if (Math.abs(batteryPower) < idleBelowW) return "idle";
  return batteryPower > 0 ? "charging" : "discharging";
}

/**
 * Everything that is wrong with a container, worst first. Why its charge is not known is said once: it is silent, or sends
 * no values, or none of the charge.
 * @param knownMs When containers were last known: values that grew old only since say nothing about theirs.
 */
export function troublesOf(container: ContainerRow, nowMs: number, knownMs = nowMs): Trouble[] {
  const troubles: Trouble[] = [];
  const { level, at, ended } = container.energy;
  const { status } = container;
  const isOnline = status === "online";
  const stale = isOnline && isStale(container, knownMs);
  if (isBad(level) && level !== "unknown") troubles.push({ kind: level });
  // The sentence on an unknown state names them too.
  else if (ended && ended.count >= oftenCut && level !== "unknown")
    troubles.push({ kind: "cut_often", figure: ended.count });
  if (stale) troubles.push({ kind: "stale", ...lasting(atMs(container.valuesAt), nowMs) });
  else if (isOnline && level === "unknown" && !isFirstCharge(container))
    troubles.push({ kind: level, ...lasting(atMs(at), nowMs) });
  if (!isOnline) troubles.push({ kind: status, ...lasting(atMs(container.lastSeen), nowMs) });
  troubles.push(...container.alarms.map((alarm) => ({ kind: "battery", alarm }) as const));
  troubles.push(...warningTrouble(container));
  if (container.systemStatus === "clock") troubles.push({ kind: "clock" });
  const rankOf = ({ kind }: Trouble) => troubleKinds.indexOf(kind);
  return troubles.length > 1 ? troubles.sort((one, other) => rankOf(one) - rankOf(other)) : troubles;
}

/** What rules have raised; what only informs needs nobody. The number is that of all open warnings, as everywhere. */
function warningTrouble(container: ContainerRow): Trouble[] {
  const { openWarnings } = container;
  if (!openWarnings || openWarnings.worst === "info") return [];
  const kind = openWarnings.worst === "critical" ? "rule_critical" : "rule_warning";
  return [{ kind, figure: countOpenWarnings(container) }];
}

/** The first charge that came has not been told of yet in its state of energy. */
function isFirstCharge({ energy, soc }: ContainerRow): boolean {
  return energy.at === null && soc !== null;
}

function lasting(since: number | undefined, nowMs: number): { forMs?: number } {
  return since === undefined ? {} : { forMs: ageMs(since, nowMs) };
}

/** How bad something is: by its kind, a place in `troubleKinds`, then within it; less is worse. */
export interface TroubleWeight {
  rank: number;
  within: number;
}

/** How bad the worst trouble of a container is. Containers silent for three months come last. */
export function troubleWeight(container: ContainerRow, nowMs: number): TroubleWeight {
  return weightOf(container, troublesOf(container, nowMs), nowMs);
}

/** The same, of those of its troubles that are told of. */
export function weightOf(container: ContainerRow, [worst]: readonly Trouble[], nowMs: number): TroubleWeight {
  if (!worst) return { rank: troubleKinds.length, within: 0 };
  if (isForgotten(container, nowMs)) return { rank: troubleKinds.length + 1, within: 0 };
  const rank = troubleKinds.indexOf(worst.kind);
  if (worst.kind === "below_reserve") return { rank, within: container.soc ?? 0 };
  if (isEnergyTrouble(worst.kind) && worst.kind !== "unknown") return { rank, within: energyWithin(container.energy) };
  return { rank, within: -(worst.forMs ?? worst.figure ?? container.alarms.length) };
}

/** Which of two is worse, for sorting. */
export function worseOf(one: TroubleWeight, other: TroubleWeight): number {
  return one.rank - other.rank || (one.within < other.within ? -1 : Number(one.within > other.within));
}

/** Offline for three months, or never seen. */
function isForgotten(container: ContainerRow, nowMs: number): boolean {
  const seen = atMs(container.lastSeen);
  return (
    isNeverSeen(container) || (container.status === "offline" && seen !== undefined && ageMs(seen, nowMs) > forgottenMs)
  );
}

/** What the loads of a container draw, or another of its values; undefined where it is not measured, or was too long ago to say. */
export function loadNow(
  load: { value: number; atMs: number | undefined } | undefined,
  everyS: number,
  now: number,
): number | undefined {
  return load?.atMs !== undefined && freshnessOf(load.atMs, everyS, now) !== "stale" ? load.value : undefined;
}
