import { z } from "zod";

import { EnergyState } from "../energy-state/energy-state.schema.ts";
import { BlackoutBrief } from "../forecast/forecast.schema.ts";
import { batteryAlarms } from "../devices/battery-alarms.ts";
import { Device, ValueAt } from "../devices/device.schema.ts";
import { reservedContainerIds, screenClientPrefix } from "./containers.ids.ts";
import { OutputNames } from "../output-names/output-names.schema.ts";
import { WorksBrief } from "../works/works.schema.ts";
import { eventLevels } from "../notifications/notification-types.ts";
import { rowValues } from "./row-metrics.ts";

/** Id of a container: also its MQTT user name, so it is short and plain. */
export const ContainerId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{2,35}$/)
  .refine((id) => !reservedContainerIds.includes(id), { error: "This word is a page of the portal." })
  .refine((id) => !id.startsWith(screenClientPrefix), { error: "An id does not begin with portal-." });

export const ContainerStatus = z.enum(["online", "just_offline", "offline"]);
export type ContainerStatus = z.infer<typeof ContainerStatus>;

export const Location = z.object({
  lat: z.number().min(-90).max(90).describe("Degrees north"),
  long: z.number().min(-180).max(180).describe("Degrees east"),
});
export type Location = z.infer<typeof Location>;

/** IANA name of a time zone, such as Asia/Kathmandu. */
export const ZoneName = z.string().min(1).max(64).refine(isZone, { error: "This is not a known time zone." });

const knownZones = new Set<string>();

/** Intl is slow to look up a zone. Unknown names are not kept, nor each spelling of one, so that callers cannot fill the memory. */
function isZone(name: string): boolean {
  const key = name.toLowerCase();
  if (knownZones.has(key)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    knownZones.add(key);
    return true;
  } catch {
    return false;
  }
}

const OpenWarnings = z
  .object({
    count: z.int().min(1),
    worst: z.enum(eventLevels),
    attributes: z
      .array(z.string())
      .optional()
      .describe("What they look at: metrics, mostly. Left out: nothing is named"),
  })
  .nullable()
  .describe("What rules have raised and is not over; null: nothing");

const retiredAt = z.iso
  .datetime()
  .nullable()
  .describe(
    "Since when it has been out of service: no warnings, in no total, its controller refused; null: in service",
  );

/** One line of the container list. */
export const ContainerRow = z.object({
  containerId: z.string(),
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  isOnline: z.boolean(),
  status: ContainerStatus,
  /** Null: never seen. */
  lastSeen: z.iso.datetime().nullable(),
  serialNumber: z.string(),
  /** The worst that the controller reports about itself; "clock" when its clock is wrong. */
  systemStatus: z.enum(["ok", "clock", "unknown"]),
  soc: z.number().nullable().describe("Percent"),
  solarPower: z.number().nullable().describe("W, now"),
  loadPower: z.number().nullable().describe("W, now"),
  batteryPower: z.number().nullable().describe("W, now; positive while charging"),
  /** When the newest live values were measured. */
  valuesAt: z.iso.datetime().nullable(),
  /** When those were measured that are stale beside the newest, as where a sensor has stopped; the others: `valuesAt`. */
  olderAt: z.partialRecord(z.enum(rowValues), z.iso.datetime()),
  energy: EnergyState,
  everyS: z
    .number()
    .describe(
      "Seconds after which new values are expected while nobody watches: the controller's interval, but at least `batchS`, since it then sends in batches. A value older than three of these is stale",
    ),
  energyConsumption: z.number().nullable().describe("Wh since the container's local midnight"),
  solarGeneration: z.number().nullable().describe("Wh since the container's local midnight"),
  location: Location.nullable(),
  address: z.string().nullable(),
  zoneName: z.string(),
  /** Name of its cluster. */
  cluster: z.string().nullable(),
  clusterId: z.string().nullable(),
  simOperator: z.string().nullable().describe("Operator of its SIM card; null: none is recorded"),
  /** As last computed, at most a quarter of an hour ago; null: not yet computed. */
  blackout: BlackoutBrief.nullable(),
  reserveSoc: z
    .number()
    .describe(
      "State of charge that should not be used up, percent: as set for the forecast, or `defaultReserveSoc`, and never below the highest charge at which its loads are cut, as by its load protection",
    ),
  alarms: z
    .array(z.enum(batteryAlarms))
    .describe(
      "What is wrong with its battery by the battery's own reports, but for what an open warning looks at already; of a silent container, when it sent last",
    ),
  warnings: z.int().describe("Open warnings, `alarms` among them"),
  openWarnings: OpenWarnings,
  works: WorksBrief.nullable().describe("Works that are under way; null: none"),
  favorite: z.boolean(),
  retiredAt,
});
export type ContainerRow = z.infer<typeof ContainerRow>;

/** V1: identity. */
export const ContainerInfo = z.object({
  containerId: z.string(),
  id: z.string(),
  name: z.string(),
  serialNumber: z.string(),
  uuid: z.string().nullable(),
  status: ContainerStatus,
  isOnline: z.boolean(),
  lastSeen: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
/** V2: V1 with place, time zone, versions. */
export const ContainerInfoV2 = z.object({
  ...ContainerInfo.shape,
  location: Location.nullable(),
  address: z.string().nullable(),
  zoneName: z.string(),
  version: z.string().nullable(),
  configVersion: z.int().nullable().describe("Of the controller's configuration; counted by the controller"),
});
/** V3: V2 with devices and latest values with their times. */
export const ContainerInfoV3 = z.object({
  ...ContainerInfoV2.shape,
  devices: z.array(Device),
  capabilities: z.array(z.string()),
  values: z.record(z.string(), ValueAt),
  everyS: z
    .number()
    .describe("As in the list: while nobody watches. `registerLive` gives the interval while someone does"),
});
/** What is wrong with what a container sends. */
export const DataQuality = z.object({
  clockOffsetS: z
    .number()
    .nullable()
    .describe(
      "Seconds by which the controller's clock is ahead of the portal's, negative when it is behind; null: it is right. Values are stored under the time that the controller gives, or refused where that time is impossible, and are not shown as live",
    ),
  clockSince: z.iso.datetime().nullable(),
  /** When a metric first exceeded the 512 of a container; its values are refused. */
  metricsRefusedAt: z.iso.datetime().nullable(),
  refused: z.int().describe("Messages so far that were refused in part"),
  quarantined: z.int().describe("Frames so far with an impossible time: before EARLIEST or more than a day ahead"),
  /** EARLIEST: frames of earlier times are refused. */
  earliest: z.iso.datetime(),
  conflicts: z
    .int()
    .describe("Readings so far that differed from what was stored for their instant; the stored ones stayed"),
});

/** V4: V3 with today's energy and data, the quality of the data, the battery forecast, and what is open. */
export const ContainerInfoV4 = z.object({
  ...ContainerInfoV3.shape,
  energyToday: z.object({
    solarWh: z.number().nullable(),
    loadWh: z.number().nullable(),
    coverage: z.number().describe("Share of today so far that was measured, 0..1"),
  }),
  quality: DataQuality,
  /** Bytes over the air since the container's local midnight: all MQTT traffic, and releases that it loads. Null: it has never connected. */
  dataToday: z
    .object({
      receivedBytes: z.number(),
      sentBytes: z.number(),
      /** Up to when they are counted. */
      at: z.iso.datetime(),
    })
    .nullable(),
  forecast: BlackoutBrief.nullable(),
  energy: EnergyState,
  outputNames: OutputNames,
  reserveSoc: z.number().describe("As in the list"),
  warnings: z.int().describe("As in the list"),
  openWarnings: OpenWarnings,
  pendingCommands: z.int().describe("Commands that have not ended"),
  works: WorksBrief.nullable().describe("As in the list"),
  plannedWorks: WorksBrief.nullable().describe("The next works that are planned; null: none"),
  favorite: z.boolean(),
  retiredAt,
  retiredReason: z.string().describe("In the words of whoever retired it"),
});
export type ContainerInfoV4 = z.infer<typeof ContainerInfoV4>;
