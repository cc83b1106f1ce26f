import { isBetween, nextMoment } from "../../core/moments.ts";
import type { WarningSeverity } from "../warnings/warning-types.ts";

/** When a channel may speak, by the clocks of its person's place. */
export interface ChannelHours {
  /** As 07:00. */
  from: string;
  to: string;
  /** 1 is Monday; left out: every day. */
  days?: readonly number[] | undefined;
  /** IANA name. */
  zoneName: string;
  /** What is critical is told at any hour. */
  exceptCritical: boolean;
}

/** May a channel with these hours speak now? Without hours it always may. */
export function maySpeak(hours: ChannelHours | null, severity: WarningSeverity, atMs: number): boolean {
  if (!hours || (hours.exceptCritical && severity === "critical")) return true;
  const { from, to, days, zoneName } = hours;
  return isBetween({ time: from }, { time: to }, days, { zoneName }, atMs) ?? true;
}

/** When such hours begin next. */
export function nextHours({ from, days, zoneName }: ChannelHours, atMs: number): number {
  return nextMoment({ time: from }, { zoneName }, atMs, days) ?? atMs;
}
