import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { BlackoutState } from "@offgrid/contract/forecast/forecast.schema";

import { ageMs, freshnessOf } from "../../ui/freshness.ts";
import type { SocBarProps } from "../container/soc-bar.tsx";

/** A battery below this, in percent, needs attention. */
export const lowSocPercent = 30;
/** Forecasts that see no end of the battery, as far as they reach. */
export const lastingStates: ReadonlySet<BlackoutState> = new Set(["safe", "charging"]);
/** Battery power under this, in W, is neither charging nor discharging. */
const idleBelowW = 10;
const forgottenMs = 90 * 86_400_000;

/** What is wrong with a container, from worst to least. */
export const troubleKinds = ["offline", "just_offline", "warnings", "low_soc", "clock", "stale"] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export interface Trouble {
  kind: TroubleKind;
  /** How long it has lasted, ms: silence or age of the values; absent: there never was anything. */
  forMs?: number;
  /** State of charge in percent, or the number of open warnings. */
  figure?: number;
}

/** Epoch ms of an instant of the wire; undefined: never. */
export function atMs(instant: string | null): number | undefined {
  return instant === null ? undefined : Date.parse(instant);
}

/** Are the row's values too old to say what is going on now? */
export function isStale(container: Pick<ContainerRow, "valuesAt" | "everyS">, nowMs: number): boolean {
  const level = freshnessOf(atMs(container.valuesAt), container.everyS, nowMs);
  return level === "stale" || level === "none";
}

/** What the battery does, in the words of SocBar. */
export function batteryState(
  { soc, batteryPower }: { soc: number | null | undefined; batteryPower: number | null | undefined },
  stale: boolean,
): SocBarProps["state"] {
  if (stale) return "stale";
  if (typeof soc === "number" && soc >= 99.5) return "full";
  if (typeof batteryPower !== "number" || Math.abs(batteryPower) < idleBelowW) return "idle";
  return batteryPower > 0 ? "charging" : "discharging";
}

/**
 * Everything that is wrong with a container, worst first. Old values of a silent container are not listed separately.
 */
export function troublesOf(container: ContainerRow, nowMs: number): Trouble[] {
  const troubles: Trouble[] = [];
  const seen = atMs(container.lastSeen);
  const stale = isStale(container, nowMs);
  if (container.status !== "online") troubles.push({ kind: container.status, ...lasting(seen, nowMs) });
  if (container.warnings > 0) troubles.push({ kind: "warnings", figure: container.warnings });
  if (container.soc !== null && container.soc < lowSocPercent)
    troubles.push({ kind: "low_soc", figure: container.soc });
  if (container.systemStatus === "clock") troubles.push({ kind: "clock" });
  if (stale && container.status === "online")
    troubles.push({ kind: "stale", ...lasting(atMs(container.valuesAt), nowMs) });
  return troubles;
}

function lasting(since: number | undefined, nowMs: number): { forMs?: number } {
  return since === undefined ? {} : { forMs: ageMs(since, nowMs) };
}

/**
 * Orders containers: the worst kind of problem first, within a kind the gravest; containers silent for three months
 * come last.
 */
export function compareWorst(one: ContainerRow, other: ContainerRow, nowMs: number): number {
  const [a, b] = [troubleWeight(one, nowMs), troubleWeight(other, nowMs)];
  return a.rank - b.rank || a.within - b.within || one.name.localeCompare(other.name);
}

/** How bad the worst trouble of a container is: by its kind, then within it; less is worse. */
export function troubleWeight(container: ContainerRow, nowMs: number): { rank: number; within: number } {
  const worst = troublesOf(container, nowMs)[0];
  if (!worst) return { rank: troubleKinds.length, within: 0 };
  if (worst.kind === "offline") {
    const forgotten = worst.forMs === undefined || worst.forMs > forgottenMs;
    if (forgotten) return { rank: troubleKinds.length + 1, within: 0 };
  }
  const within = worst.kind === "low_soc" ? (worst.figure ?? 0) : -(worst.forMs ?? worst.figure ?? 0);
  return { rank: troubleKinds.indexOf(worst.kind), within };
}
