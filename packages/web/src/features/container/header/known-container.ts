import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, valueAt } from "../../../domain/containers/container-facts.ts";
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
    alarms: alarmsNow(info.values, info.everyS),
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
