import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { hoursAheadText } from "@offgrid/contract/core/duration-text";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import { useBlackout } from "../blackout/blackout.data.ts";
import { type Flow, isFlowing, type Readings } from "./flow-balance.ts";
import type { FlowNote } from "./flow-words.ts";
import { isNight } from "./nights.ts";
import { batteryTimeLeft } from "./time-left.ts";

/** Why branches carry nothing, whether the inverter is in fault, and how long batteries last. */
export function useFlowFacts(info: ContainerInfoV4, flow: Flow, readings: Readings, atMs: number, isLive: boolean) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const latest = (metric: string) => (isLive ? info.values[metric]?.value : undefined);
  const { data: blackout } = useBlackout(info);
  const notes: Record<string, FlowNote> = {};
  const remaining: Record<string, string> = {};
  const hasFault = latest("inverter.state") === 4;
  const dark = info.location !== null && isNight(info.location, atMs);
  for (const branch of flow.branches) {
    const { id, kind, powerW } = branch;
    if (kind === "load" && hasFault) notes[id] = "fault";
    if (isFlowing(branch) || powerW === undefined) continue;
    if (kind === "solar" && dark) notes[id] = "night";
    if (kind === "generator" && latest("generator.on") === 0) notes[id] = "off";
    if (kind === "grid" && latest("grid.on") === 0) notes[id] = "absent";
  }
  const level = isLive ? info.energy.level : undefined;
  const left = batteryTimeLeft(readings, info.values["battery.capacity"]?.value, blackout?.data.cutOff, level);
  if (left) remaining["battery"] = t(left.until, { time: hoursAheadText(left.hours, locale) });
  return { notes, remaining, hasFault };
}
