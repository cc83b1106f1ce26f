import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, valueAt } from "../../domain/containers/container-facts.ts";

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
  | "warnings"
  | "favorite"
> {
  forecast: ContainerInfoV4["forecast"];
  /** Percent; undefined: never measured. */
  soc: { value: number; atMs: number | undefined } | undefined;
}

export function ofInfo(info: ContainerInfoV4): KnownContainer {
  const soc = info.values["battery.soc"];
  return { ...info, soc: soc && { value: soc.value, atMs: atMs(soc.at) } };
}

export function ofRow(row: ContainerRow): KnownContainer {
  const soc = row.soc === null ? undefined : { value: row.soc, atMs: valueAt(row, "soc") };
  return { ...row, forecast: row.blackout, soc };
}
