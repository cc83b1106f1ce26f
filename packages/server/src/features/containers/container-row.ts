import type { ContainerInfoV4, SiteRow } from "@offgrid/contract/containers/containers.schema";
import type { z } from "zod";

import { containerStatus } from "../../core/container-status.ts";
import { dateText, localDate } from "../../core/zone-time.ts";

/** What lists read of a container: its row and, where it was ever heard of, its latest state. */
export interface StoredContainer {
  id: string;
  name: string;
  serialNumber: string;
  latitude: number | null;
  longitude: number | null;
  address: string | null;
  zoneName: string;
  software: string | null;
  at: Date | null;
  soc: number | null;
  solarPower: number | null;
  loadPower: number | null;
  batteryPower: number | null;
  everyS: number | null;
  energyDay: string | null;
  solarWh: number | null;
  loadWh: number | null;
  linked: boolean | null;
  lastContactAt: Date | null;
  clockAhead: boolean | null;
  warnings: number;
}

/** Besides, what only a single container's screens read. */
export interface StoredContainerDetail extends StoredContainer {
  uuid: string | null;
  createdAt: Date;
  configVersion: number | null;
  devices: ContainerInfoV4["devices"] | null;
  capabilities: string[] | null;
  liveValues: Record<string, [value: number, atMs: number]> | null;
}

export interface Moment {
  nowMs: number;
  portalStartedAtMs: number;
}

const defaultEveryS = 60;

/** One line of the container list. */
export function toSiteRow(
  stored: StoredContainer,
  moment: Moment,
  favorites: ReadonlySet<string>,
): z.input<typeof SiteRow> {
  const status = statusOf(stored, moment);
  const energy = energyToday(stored, moment.nowMs);
  return {
    containerId: stored.id,
    id: stored.id,
    name: stored.name,
    version: stored.software,
    isOnline: status === "online",
    status,
    lastSeen: stored.lastContactAt?.toISOString() ?? null,
    serialNumber: stored.serialNumber,
    systemStatus: stored.clockAhead ? "clock" : stored.lastContactAt ? "ok" : "unknown",
    soc: stored.soc,
    solarPower: stored.solarPower,
    loadPower: stored.loadPower,
    batteryPower: stored.batteryPower,
    valuesAt: stored.at?.toISOString() ?? null,
    everyS: stored.everyS ?? defaultEveryS,
    energyConsumption: energy.loadWh,
    solarGeneration: energy.solarWh,
    location: locationOf(stored),
    address: stored.address,
    zoneName: stored.zoneName,
    cluster: null,
    warnings: stored.warnings,
    favorite: favorites.has(stored.id),
  };
}

/** Everything about one container; the older versions of the call name less of it. Coverage is still to be filled in. */
export function toInfo(
  stored: StoredContainerDetail,
  moment: Moment,
  favorites: ReadonlySet<string>,
): z.input<typeof ContainerInfoV4> {
  const status = statusOf(stored, moment);
  return {
    containerId: stored.id,
    id: stored.id,
    name: stored.name,
    serialNumber: stored.serialNumber,
    uuid: stored.uuid,
    status,
    isOnline: status === "online",
    lastSeen: stored.lastContactAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    location: locationOf(stored),
    address: stored.address,
    zoneName: stored.zoneName,
    version: stored.software,
    configVersion: stored.configVersion,
    devices: stored.devices ?? [],
    capabilities: stored.capabilities ?? [],
    values: toValues(stored),
    everyS: stored.everyS ?? defaultEveryS,
    energyToday: { ...energyToday(stored, moment.nowMs), coverage: 0 },
    forecast: null,
    warnings: stored.warnings,
    pendingCommands: 0,
    favorite: favorites.has(stored.id),
  };
}

/** Latest values with the instants at which they were measured. */
export function toValues(
  stored: Pick<StoredContainerDetail, "liveValues">,
): Record<string, { value: number; at: string }> {
  const entries = Object.entries(stored.liveValues ?? {});
  return Object.fromEntries(
    entries.map(([name, [value, atMs]]) => [name, { value, at: new Date(atMs).toISOString() }]),
  );
}

export function statusOf(stored: Pick<StoredContainer, "linked" | "lastContactAt">, moment: Moment) {
  const link = { linked: stored.linked ?? false, lastContactAt: stored.lastContactAt };
  return containerStatus(link, moment.nowMs, moment.portalStartedAtMs);
}

/** Yesterday's energy is not today's: it counts only on the day that it was summed for. */
function energyToday(stored: StoredContainer, nowMs: number): { solarWh: number | null; loadWh: number | null } {
  if (stored.energyDay !== dateText(localDate(stored.zoneName, nowMs))) return { solarWh: null, loadWh: null };
  return { solarWh: stored.solarWh, loadWh: stored.loadWh };
}

function locationOf({ latitude, longitude }: StoredContainer): { lat: number; long: number } | null {
  return latitude === null || longitude === null ? null : { lat: latitude, long: longitude };
}
