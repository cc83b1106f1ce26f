import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useMediaQuery } from "@mantine/hooks";

import { formatTime } from "../../../core/time.ts";
import { atMs, loadNow, valueAt } from "../../../domain/containers/container-facts.ts";
import type { EnergyFacts } from "../../../domain/energy-state/energy-words.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { alarmsNow } from "../values/alarms-now.ts";

/** What the header says of a container: all of it is in the list too, which is often here before its page is. */
export interface KnownContainer extends Pick<
  ContainerRow,
  | "containerId"
  | "name"
  | "status"
  | "lastSeen"
  | "energy"
  | "everyS"
  | "reserveSoc"
  | "zoneName"
  | "version"
  | "alarms"
  | "openWarnings"
  | "works"
  | "favorite"
  | "retiredAt"
> {
  forecast: ContainerInfoV4["forecast"];
  /** Undefined: not known here. */
  plannedWorks?: ContainerInfoV4["plannedWorks"];
  /** Percent; undefined: never measured. */
  soc: { value: number; atMs: number | undefined } | undefined;
  /** W; undefined: never measured. */
  load: { value: number; atMs: number | undefined } | undefined;
  /** W, positive while charging; undefined: never measured. */
  battery: { value: number; atMs: number | undefined } | undefined;
}

export function knownFromInfo(info: ContainerInfoV4): KnownContainer {
  const latest = (metric: string) => {
    const reading = info.values[metric];
    return reading && { value: reading.value, atMs: atMs(reading.at) };
  };
  return {
    ...info,
    alarms: alarmsNow(info),
    soc: latest("battery.soc"),
    load: latest("load.power"),
    battery: latest("battery.power"),
  };
}

export function knownFromRow(row: ContainerRow): KnownContainer {
  const latest = (name: "soc" | "loadPower" | "batteryPower") => {
    const value = row[name];
    return value === null ? undefined : { value, atMs: valueAt(row, name) };
  };
  return {
    ...row,
    forecast: row.blackout,
    soc: latest("soc"),
    load: latest("loadPower"),
    battery: latest("batteryPower"),
  };
}

/** What the sentence on its energy is told from. */
export function energyFactsOf(known: KnownContainer, now: number): EnergyFacts {
  return {
    energy: known.energy,
    soc: known.soc?.value,
    reserveSoc: known.reserveSoc,
    loadW: loadNow(known.load, known.everyS, now),
    zone: known.zoneName,
    everyS: known.everyS,
    isOnline: known.status === "online",
    isNever: known.lastSeen === null,
    now,
  };
}

/** The container's last contact, in its own local time. */
export function useSeenAt(known: KnownContainer | undefined): string | undefined {
  const locale = useLocale();
  const seen = known && atMs(known.lastSeen);
  return seen === undefined || !known ? undefined : formatTime(seen, "dateTime", known.zoneName, locale);
}

/** Is the window so narrow that the header says only what is wrong, and the rest unfolds? Paper unfolds nothing. */
export function useIsFolded(): boolean {
  return useMediaQuery("screen and (max-width: 599px)", undefined, { getInitialValueInEffect: false });
}
