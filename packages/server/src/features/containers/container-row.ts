import { alarmsBeside, type BatteryAlarm } from "@offgrid/contract/devices/battery-alarms";
import { countOpenWarnings } from "@offgrid/contract/containers/open-warnings";
import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { RowValue } from "@offgrid/contract/containers/row-metrics";
import { reserveOf } from "@offgrid/contract/power-cuts/cut-off";
import type { BlackoutBrief, BlackoutState } from "@offgrid/contract/forecast/forecast.schema";
import { batchS, staleAfterMs } from "@offgrid/contract/core/constants";
import type { BackRange, EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import type { WorksBrief } from "@offgrid/contract/works/works.schema";
import type { z } from "zod";

import { type EnergyInputs, energyStateOf } from "../energy-state/energy-state.ts";
import type { LoadRun } from "../../core/tables.ts";
import { protectionSocOf } from "../energy-state/kept-off.ts";
import { containerStatus } from "./container-status.ts";
import type { Now } from "../../core/now.ts";
import { localDay } from "@offgrid/contract/core/zone-time";

/** What lists read of a container: its row and, if it ever made contact, its latest state. */
export interface StoredContainer {
  id: string;
  name: string;
  serialNumber: string;
  latitude: number | null;
  longitude: number | null;
  address: string | null;
  zoneName: string;
  clusterId: string | null;
  /** Its name. */
  cluster: string | null;
  simOperator: string | null;
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
  offlineAfterS: number;
  justOfflineS: number;
  /** Seconds by which the controller's clock is off; null: it is right. */
  clockOffsetS: number | null;
  /** As last forecast; null: never. */
  blackoutState: BlackoutState | null;
  blackoutAt: Date | null;
  /** That it expects no cut, and yet how likely one is, 0..1; null: none is, or there is no such forecast. */
  countsOff: boolean | null;
  cutChance: number | null;
  /** With one chance in four it comes before this, as ISO 8601; null: not so likely, or not known. */
  cutEarly: string | null;
  cutEarliest: string | null;
  staysAhead: boolean | null;
  /** When loads that are (or will be) cut are expected to have power again. */
  backAt: Date | null;
  /** Around `backAt`. */
  back: BackRange | null;
  /** When a part of them that is cut is. */
  partBackAt: Date | null;
  /** While they are cut, or are expected to be: what their forecast lacks to tell that. */
  lacks: EnergyInputs["lacks"];
  /** Had the loads no power when that was forecast? Null: never forecast. */
  wasCut: boolean | null;
  /** Has one ever reported? Null: nothing has been received yet. */
  hasGenerator: boolean | null;
  /** Percent; null: nobody has set it. */
  reserveSoc: number | null;
  /** Below which its load protection cuts loads, percent; null: it has none, or it is not known. */
  protectionSoc: number | null;
  /** Since when the loads have had no power; null: they have it, or nothing is known. */
  cutSince: Date | null;
  /** The newest readings that showed the loads cut. */
  cutAt: Date | null;
  /** While they are cut: power of what may run all the same, with the epoch ms at which it was measured. */
  stillOn: EnergyInputs["stillOn"];
  /** Outputs that protection has switched off, with since when, epoch ms; null: none. */
  cutOutputs: EnergyInputs["cutOutputs"];
  /** What people call its outputs; in lists only where some are cut. Null: nobody has named any. */
  outputNames: OutputNames | null;
  /** Where there are any: what switches its loads, as last measured. */
  switches: EnergyInputs["switches"];
  /** Learned from the last cut, percent. */
  cutSoc: number | null;
  /** As the battery reports it, Wh, where no forecast says how long it lasts. */
  capacityWh: number | null;
  /** Of containers that have one: whether it is on and its power, with the epoch ms at which they were measured. */
  generator: EnergyInputs["generator"];
  /** Of containers whose forecast counts on that their generator starts by itself. */
  generatorStart: EnergyInputs["generatorStart"];
  /** Of the last day; null: they had power all the time. */
  loadRuns: readonly LoadRun[] | null;
  /** Epoch ms of the values that are stale beside the newest. */
  olderAt: Partial<Record<RowValue, number>> | null;
  /** What is wrong with its battery; null: nothing. */
  alarms: BatteryAlarm[] | null;
  /** What rules have raised and is not over; null: nothing. */
  openWarnings: ListRow["openWarnings"];
  /** Works that are under way. */
  works: WorksBrief | null;
  /** Null: it is in service. */
  retiredAt: Date | null;
}

/** In addition, what only a single container's screens read. */
export interface StoredContainerDetail extends StoredContainer {
  uuid: string | null;
  /** Of `energyDay`. */
  energyMeasuredS: number | null;
  createdAt: Date;
  configVersion: number | null;
  devices: ContainerInfoV4["devices"] | null;
  capabilities: string[] | null;
  liveValues: Record<string, [value: number, atMs: number]> | null;
  clockSince: Date | null;
  metricsRefusedAt: Date | null;
  refused: number | null;
  quarantined: number | null;
  conflicts: number | null;
  /** The local day that the bytes were counted on. */
  trafficDay: string | null;
  dayDownBytes: number | null;
  dayUpBytes: number | null;
  countedAt: Date | null;
  pendingCommands: number;
  /** The next ones; their instants as PostgreSQL writes them in JSON. */
  plannedWorks: WorksBrief | null;
  retiredReason: string;
}

export interface Moment {
  now: Now;
  portalStartedAtMs: number;
}

export type ListRow = Readonly<z.input<typeof ContainerRow>>;

/** One line of the container list. */
export function toContainerRow(stored: StoredContainer, moment: Moment, favorite: boolean): ListRow {
  const status = statusOf(stored, moment);
  const { loadWh, solarWh } = energyToday(stored, moment);
  return {
    containerId: stored.id,
    id: stored.id,
    name: stored.name,
    version: stored.software,
    status,
    isOnline: status === "online",
    lastSeen: stored.lastContactAt?.toISOString() ?? null,
    serialNumber: stored.serialNumber,
    systemStatus: stored.clockOffsetS !== null ? "clock" : stored.lastContactAt ? "ok" : "unknown",
    soc: stored.soc,
    solarPower: stored.solarPower,
    loadPower: stored.loadPower,
    batteryPower: stored.batteryPower,
    valuesAt: stored.at?.toISOString() ?? null,
    olderAt: olderAt(stored),
    energy: energyOf(stored, moment.now),
    energyConsumption: loadWh,
    solarGeneration: solarWh,
    blackout: blackoutOf(stored, moment.now),
    everyS: expectedEveryS(stored),
    location: locationOf(stored),
    address: stored.address,
    zoneName: stored.zoneName,
    cluster: stored.cluster,
    clusterId: stored.clusterId,
    simOperator: stored.simOperator,
    reserveSoc: reserveOfStored(stored),
    alarms: alarmsOf(stored),
    warnings: countOpenWarnings({ ...stored, alarms: alarmsOf(stored) }),
    openWarnings: stored.openWarnings,
    works: stored.works,
    favorite,
    retiredAt: stored.retiredAt?.toISOString() ?? null,
  };
}

/** Everything about one container; the older versions of the call include less of it. */
export function toInfo(
  stored: StoredContainerDetail,
  moment: Moment & { earliestMs: number },
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
    everyS: expectedEveryS(stored),
    energyToday: { ...energyToday(stored, moment), coverage: coverageToday(stored, moment.now.ms) },
    quality: {
      clockOffsetS: stored.clockOffsetS,
      clockSince: stored.clockSince?.toISOString() ?? null,
      metricsRefusedAt: stored.metricsRefusedAt?.toISOString() ?? null,
      refused: stored.refused ?? 0,
      quarantined: stored.quarantined ?? 0,
      conflicts: stored.conflicts ?? 0,
      earliest: new Date(moment.earliestMs).toISOString(),
    },
    dataToday: dataToday(stored, moment),
    forecast: blackoutOf(stored, moment.now),
    energy: energyOf(stored, moment.now),
    outputNames: stored.outputNames ?? {},
    reserveSoc: reserveOfStored(stored),
    warnings: countOpenWarnings({ ...stored, alarms: alarmsOf(stored) }),
    openWarnings: stored.openWarnings,
    pendingCommands: stored.pendingCommands,
    works: stored.works,
    plannedWorks: stored.plannedWorks && inUtc(stored.plannedWorks),
    favorite: favorites.has(stored.id),
    retiredAt: stored.retiredAt?.toISOString() ?? null,
    retiredReason: stored.retiredReason,
  };
}

/** What its battery reports, but for what a warning looks at already: nobody counts one cause twice. */
function alarmsOf({ alarms, openWarnings }: Pick<StoredContainer, "alarms" | "openWarnings">): BatteryAlarm[] {
  return alarmsBeside(alarms ?? [], openWarnings?.attributes);
}

function inUtc(works: WorksBrief): WorksBrief {
  const iso = (text: string) => new Date(text).toISOString();
  return { ...works, since: iso(works.since), until: iso(works.until) };
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

export function statusOf(
  stored: Pick<StoredContainer, "linked" | "lastContactAt" | "offlineAfterS" | "justOfflineS">,
  moment: Moment,
) {
  const link = { ...stored, linked: stored.linked ?? false };
  return containerStatus(link, moment.now, moment.portalStartedAtMs);
}

/** While nobody watches, a controller sends in batches, however often it measures. */
export function expectedEveryS({ everyS }: Pick<StoredContainer, "everyS">): number {
  return Math.max(everyS ?? batchS, batchS);
}

/**
 * Share of the day so far that was measured, 0..1, by the gap rule of ingest. What has passed since the newest reading is
 * not expected yet while the next one is not late, or the first minutes of a day would always be half measured.
 */
export function coverageToday(
  stored: Pick<StoredContainerDetail, "zoneName" | "energyDay" | "energyMeasuredS" | "at" | "everyS">,
  nowMs: number,
): number {
  const { startMs, date } = localDay(stored.zoneName, nowMs);
  if (stored.energyDay !== date) return 0;
  const newestMs = Math.min(nowMs, stored.at?.getTime() ?? 0);
  const expectedToMs = nowMs - newestMs > staleAfterMs(expectedEveryS(stored)) ? nowMs : newestMs;
  return Math.min(1, (1_000 * (stored.energyMeasuredS ?? 0)) / Math.max(1, expectedToMs - startMs));
}

/** Yesterday's energy is not today's: it counts only on the day that it was summed for. */
function energyToday(stored: StoredContainer, { now }: Moment): { solarWh: number | null; loadWh: number | null } {
  if (stored.energyDay === null || stored.energyDay !== now.date(stored.zoneName))
    return { solarWh: null, loadWh: null };
  return { solarWh: stored.solarWh, loadWh: stored.loadWh };
}

/** Where nothing flowed in or out since midnight, the sum is zero. */
function dataToday(stored: StoredContainerDetail, moment: Moment): z.input<typeof ContainerInfoV4>["dataToday"] {
  if (!stored.countedAt) return null;
  const isToday = stored.trafficDay === moment.now.date(stored.zoneName);
  return {
    receivedBytes: isToday ? (stored.dayDownBytes ?? 0) : 0,
    sentBytes: isToday ? (stored.dayUpBytes ?? 0) : 0,
    at: stored.countedAt.toISOString(),
  };
}

/** The remaining hours count down between two forecasts, too. */
function blackoutOf({ blackoutState, blackoutAt, cutChance }: StoredContainer, now: Now): BlackoutBrief | null {
  if (blackoutState === null) return null;
  // The cut that was expected before it went blind is a matter of the state of energy.
  if (blackoutState === "blind") return { state: blackoutState, likely: null, hours: null };
  const hours = blackoutAt && hoursLeft(blackoutAt, now);
  // That of a cut that is expected belongs to the state of energy.
  const chance = cutChance === null || blackoutAt !== null ? {} : { chance: cutChance };
  return { state: blackoutState, likely: blackoutAt?.toISOString() ?? null, hours, ...chance };
}

const hundredthMs = 36_000;

/** To the hundredth: rows are then the same for half a minute. */
function hoursLeft(at: Date, now: Now): number {
  const hundredths = Math.max(0, Math.round((at.getTime() - now.ms) / hundredthMs));
  // A half is rounded up, so it still counts.
  if (hundredths > 0) now.changesAt(at.getTime() - (hundredths - 0.5) * hundredthMs + 1);
  return hundredths / 100;
}

function olderAt({ olderAt: older }: StoredContainer): Partial<Record<RowValue, string>> {
  if (!older) return noneOlder;
  return Object.fromEntries(Object.entries(older).map(([name, ms]) => [name, new Date(ms).toISOString()]));
}

const noneOlder = {};

/** How the container is supplied: the same in lists, on its page and beside its forecast. */
export function energyOf(stored: StoredContainer, now: Now): EnergyState {
  return energyStateOf(energyInputsOf(stored), now);
}

/** What its energy state depends on. */
function energyInputsOf(stored: StoredContainer): EnergyInputs {
  const { olderAt: older, at, soc } = stored;
  const socAt = older?.soc === undefined ? at : new Date(older.soc);
  return {
    cutSince: stored.cutSince,
    cutAt: stored.cutAt,
    loadRuns: stored.loadRuns ?? [],
    soc,
    // The instant of other values says nothing about a charge that was never received.
    socAt: soc === null ? null : socAt,
    // A power that was measured long ago does not say that the battery charges now.
    batteryPower: older?.batteryPower === undefined ? stored.batteryPower : null,
    everyS: expectedEveryS(stored),
    reserveSoc: reserveOfStored(stored),
    blackoutState: stored.blackoutState,
    blackoutAt: stored.blackoutAt,
    countsOff: stored.countsOff ?? false,
    cutChance: stored.cutChance,
    cutEarlyAt: toDate(stored.cutEarly),
    cutEarliestAt: toDate(stored.cutEarliest),
    staysAhead: stored.staysAhead ?? false,
    backAt: stored.backAt,
    back: stored.back,
    partBackAt: stored.partBackAt,
    lacks: stored.lacks,
    wasCut: stored.wasCut ?? false,
    hasGenerator: stored.hasGenerator ?? false,
    stillOn: stored.stillOn,
    generator: stored.generator,
    generatorStart: stored.generatorStart,
    cutOutputs: stored.cutOutputs,
    outputNames: stored.outputNames,
    switches: stored.switches,
    cutSoc: stored.cutSoc,
    setReserveSoc: stored.reserveSoc,
    capacityWh: stored.capacityWh,
    newestAt: at,
  };
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** The charge that should not be used up, by all that is known of what cuts its loads. */
function reserveOfStored({ reserveSoc, protectionSoc, cutOutputs, switches, cutSoc, soc, cutSince }: StoredContainer) {
  return reserveOf({
    reserveSoc,
    cutSoc,
    soc,
    isCut: cutSince !== null,
    protectionSoc: protectionSocOf(protectionSoc, cutOutputs, (metric) => switches?.[metric]?.[0]),
  });
}

function locationOf({ latitude, longitude }: StoredContainer): { lat: number; long: number } | null {
  return latitude === null || longitude === null ? null : { lat: latitude, long: longitude };
}
