import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { hoursAheadText } from "@offgrid/contract/core/duration-text";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import { cutTime } from "../energy-state/energy-words.ts";
import { useEnergyWords } from "../energy-state/use-energy-words.ts";
import { useBlackout } from "../blackout/blackout.data.ts";
import { isCutLoad } from "./cut-loads.ts";
import { type Flow, isFlowing, type Readings } from "./flow-balance.ts";
import { type FlowNote, isAllLoads } from "./flow-words.ts";
import { isNight } from "./nights.ts";
import { batteryTimeLeft } from "./time-left.ts";

const cutLevels = ["cut", "cut_partly"] as const;

/** Why branches carry nothing, whether loads are cut or the inverter is in fault, and how long batteries last. */
export function useFlowFacts(info: ContainerInfoV4, flow: Flow, readings: Readings, atMs: number, isLive: boolean) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const latest = (metric: string) => (isLive ? info.values[metric]?.value : undefined);
  const { data: blackout } = useBlackout(info);
  const words = useEnergyWords();
  const cutLevel = isLive ? cutLevels.find((one) => one === info.energy.level) : undefined;
  const since = cutTime({ energy: info.energy, zone: info.zoneName, now: atMs }, words);
  const cut = cutLevel && { title: words.t(`word.${cutLevel}`), since };
  const notes: Record<string, FlowNote> = {};
  const remaining: Record<string, string> = {};
  const hasFault = latest("inverter.state") === 4;
  const dark = info.location !== null && isNight(info.location, atMs);
  for (const branch of flow.branches) {
    const { id, kind, powerW } = branch;
    if (kind === "load" && hasFault) notes[id] = "fault";
    if (isFlowing(branch) || powerW === undefined) continue;
    if (kind === "load" && isLive && !isAllLoads(branch) && isCutLoad(id, info)) notes[id] = "cut";
    if (kind === "solar" && dark) notes[id] = "night";
    if (kind === "generator" && latest("generator.on") === 0) notes[id] = "off";
    if (kind === "grid" && latest("grid.on") === 0) notes[id] = "absent";
  }
  const level = isLive ? info.energy.level : undefined;
  const left = batteryTimeLeft(readings, info.values["battery.capacity"]?.value, blackout?.data.cutOff, level);
  if (left) remaining["battery"] = t(left.until, { time: hoursAheadText(left.hours, locale) });
  const limits = { reservePercent: info.reserveSoc, energy: isLive ? info.energy : undefined };
  return { notes, remaining, hasFault, cut, limits };
}
