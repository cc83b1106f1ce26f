import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

import type { FailSafe } from "@offgrid/contract/commands/commands.schema";
import type { BatteryAlarm } from "@offgrid/contract/devices/battery-alarms";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import type { WorksBrief } from "@offgrid/contract/works/works.schema";
import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";
import type { DeviceParameter } from "@offgrid/contract/device-types/parameters";
import type { DeviceKind } from "@offgrid/contract/devices/device-kinds";
import type { Device } from "@offgrid/contract/devices/device.schema";
import type { BackRange } from "@offgrid/contract/energy-state/energy-state.schema";
import type {
  BlackoutForecast,
  BlackoutState,
  ForecastProvider,
  SolarSource,
} from "@offgrid/contract/forecast/forecast.schema";
import type { SolarString, SolarTemplateFigures } from "@offgrid/contract/solar-template/solar-template.schema";
import type { MeasuredValue } from "@offgrid/contract/telemetry/device-reading.schema";

import type { PeopleTables } from "./tables.people.ts";

/** Between its two instants (epoch ms) no reading showed anything else of a container's loads. */
export interface LoadRun {
  kind: "cut" | "supplied" | "low";
  fromMs: number;
  toMs: number;
  /** Of a run that is low: how many readings showed it, as far as that matters. */
  count?: number;
  /** State of charge at its beginning, percent; null: not measured then. */
  soc: number | null;
  /** There were readings between its two instants. */
  hasMore?: true;
  /** The first and the last of those, as far as all of them are known. */
  innerMs?: [first: number, last: number];
  /** A late reading has parted it from what came before: it began earlier than `fromMs`, at a reading that was not kept. */
  beganEarlier?: true;
}

/** The tables as Kysely sees them: camelCase here, snake_case in the database. Kept in step with migrations by hand. */
export interface Tables extends PeopleTables {
  container: {
    id: string;
    name: string;
    serialNumber: string;
    uuid: string | null;
    latitude: number | null;
    longitude: number | null;
    address: string | null;
    zoneName: Generated<string>;
    secretHash: Buffer;
    previousSecretHash: Buffer | null;
    previousSecretUntil: Date | null;
    /** When a controller first signed in with the present secret beside the one before. */
    secretUsedAt: Generated<Date | null>;
    createdAt: Generated<Date>;
    clusterId: Generated<string | null>;
    /** Works that are under way. */
    works: JSONColumnType<WorksBrief> | null;
    notes: Generated<string>;
    contacts: Generated<unknown>;
    kitId: string | null;
    inventoryId: string | null;
    assets: Generated<unknown>;
    removedAt: Date | null;
    /** Null: it is in service. */
    retiredAt: Date | null;
    /** In the words of whoever retired it; "": without any. */
    retiredReason: Generated<string>;
    /** Silence after which it counts as lost. */
    offlineAfterS: Generated<number>;
    /** Silence up to which one that is lost is just offline. */
    justOfflineS: Generated<number>;
    silenceVersion: Generated<number>;
  };
  cluster: { id: string; name: string; createdBy: string | null; createdAt: Generated<Date> };
  kit: {
    id: string;
    name: string;
    pvWp: number | null;
    batteryWh: number | null;
    inverterW: number | null;
    panels: number | null;
    strings: number | null;
    reserveSoc: number | null;
    maxLoadW: number | null;
    createdAt: Generated<Date>;
  };
  solarTemplate: {
    id: string;
    name: string;
    strings: JSONColumnType<SolarString[]>;
    tilt: number | null;
    azimuth: number | null;
    loss: number;
    limitW: number | null;
    provider: SolarTemplateFigures["provider"];
    revision: Generated<number>;
    createdAt: Generated<Date>;
  };
  deviceType: {
    id: string;
    name: string;
    maker: string;
    model: string | null;
    kind: DeviceKind;
    parameters: JSONColumnType<DeviceParameter[]>;
    revision: Generated<number>;
    savedBy: string | null;
    savedAt: Date;
  };
  testRead: {
    id: string;
    containerId: string;
    deviceId: string;
    deviceNumber: string;
    typeId: string;
    userId: string;
    state: "queued" | "sent" | "read" | "failed";
    reason: string | null;
    answer: JSONColumnType<MeasuredValue[]> | null;
    askedAt: Date;
    expiresAt: Date;
    answeredAt: Date | null;
  };
  containerUser: { containerId: string; userId: string };
  /** A view: who is entitled to which container, and whether they see it now. */
  containerScope: { userId: string; containerId: string; mayView: boolean };
  containerWatch: { containerId: string; until: Date };
  roleLease: { role: string; term: number; since: Date; holder: string };
  containerMetric: {
    containerId: string;
    slot: number;
    name: string;
    unit: string | null;
    kind: string | null;
  };
  metricList: { containerId: string; boot: string; mv: number; names: string[]; seenAt: Date };
  frame: { containerId: string; at: Date; receivedAt: Date; v: (number | null)[] };
  rollupDay: {
    containerId: string;
    slot: number;
    /** Days since 1970-01-01 UTC. */
    day: number;
    counts: Buffer;
    sums: Buffer;
    mins: Buffer;
    maxs: Buffer;
    firsts: Buffer;
    lasts: Buffer;
    times: Buffer;
    steps: Buffer;
    areas: Buffer | null;
  };
  rollupDirty: {
    containerId: string;
    day: number;
    /** One digit per quarter hour of the day, 1 where frames arrived since it was summarised. */
    quarters: string;
    mark: number;
    since: Date;
  };
  containerLatest: {
    containerId: string;
    at: Date | null;
    liveValues: JSONColumnType<Record<string, [value: number, atMs: number]>>;
    /** Told from `liveValues`. */
    hasGenerator: GeneratedAlways<boolean>;
    soc: number | null;
    solarPower: number | null;
    loadPower: number | null;
    batteryPower: number | null;
    everyS: Generated<number>;
    energyDay: string | null;
    solarWh: number | null;
    loadWh: number | null;
    energyMeasuredS: Generated<number>;
    linked: Generated<boolean>;
    birthNumber: number | null;
    boot: string | null;
    /** When its run was seen first. */
    bootedAt: Date | null;
    lastContactAt: Date | null;
    software: string | null;
    configVersion: number | null;
    devices: JSONColumnType<Device[]>;
    capabilities: JSONColumnType<string[]>;
    critical: JSONColumnType<Record<string, FailSafe>> | null;
    cutSince: Date | null;
    cutAt: Date | null;
    suppliedAt: Date | null;
    cutSoc: number | null;
    backSoc: number | null;
    beganSoc: number | null;
    pastCuts: JSONColumnType<{ fromMs: number; toMs: number; soc: number; backSoc: number | null }[]> | null;
    loadRuns: JSONColumnType<LoadRun[]> | null;
    olderAt: JSONColumnType<Record<string, number>> | null;
    alarms: BatteryAlarm[] | null;
    cutOutputs: JSONColumnType<Record<string, { sinceMs: number }>> | null;
  };
  containerQuality: {
    containerId: string;
    clockOffsetS: number | null;
    clockSince: Date | null;
    clockToldAt: Date | null;
    refused: Generated<number>;
    quarantined: Generated<number>;
    conflicts: Generated<number>;
    metricsRefusedAt: Date | null;
  };
  containerTraffic: {
    containerId: string;
    downBytes: number;
    upBytes: number;
    day: string;
    dayDownBytes: number;
    dayUpBytes: number;
    countedAt: Date;
  };
  outsideProblem: { service: string; problem: string; at: Date; retryAt: Date };
  outsideAnswer: { key: string; body: JSONColumnType<object>; fetchedAt: Date };
  forecastSetting: {
    containerId: string;
    provider: ForecastProvider;
    resourceId: string | null;
    capacity: number;
    tilt: number;
    azimuth: number;
    loss: number;
    limitW: number | null;
    reserveSoc: number | null;
    solarTemplateId: string | null;
  };
  /** What lists read of it; the rest is `ConfigRow`. */
  containerConfig: { containerId: string; protectionSoc: Generated<number | null> };
  outputNames: { containerId: string; names: JSONColumnType<OutputNames> };
  simCard: SimCard & { containerId: string };
  energyPrice: {
    containerId: string;
    currency: string;
    fuelPricePerLitre: number | null;
    litresPerHour: number | null;
    litresPerKwh: number | null;
    gridPricePerKwh: number | null;
  };
  containerForecast: {
    containerId: string;
    computedAt: Date;
    state: BlackoutState;
    likelyAt: Date | null;
    backAt: Date | null;
    back: JSONColumnType<BackRange> | null;
    isCut: Generated<boolean>;
    isAhead: Generated<boolean>;
    cutOutputs: string[] | null;
    partBackAt: Date | null;
    detail: JSONColumnType<BlackoutForecast>;
  };
  forecastPast: { containerId: string; madeAt: Date; soc: number[]; solar: number[]; source: SolarSource };
  rejectedPart: {
    id: Generated<number>;
    containerId: string;
    at: Generated<Date>;
    topic: string;
    reason: string;
    detail: string | null;
  };
  event: {
    id: string;
    /** Null: it concerns a person, and no container. */
    containerId: string | null;
    at: Date;
    receivedAt: Generated<Date>;
    code: string;
    level: string;
    device: string | null;
    data: JSONColumnType<Record<string, unknown>>;
    boot: string | null;
    seq: number | null;
  };
  notification: {
    id: string;
    userId: string;
    eventId: string;
    kind: "event" | "warning";
    createdAt: Generated<Date>;
    readAt: Date | null;
    notifiedAt: Generated<Date>;
    incidentId: string | null;
  };
}
