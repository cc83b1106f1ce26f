import { z } from "zod";

import { type LocaleCode, locales } from "../../core/constants.ts";
import { shownName } from "../../core/shown-name.ts";
import { ShownUnitsSchema } from "../../core/unit-choices.schema.ts";
import { longestSupportTime, timesFault, timeUnits } from "../tickets/support-hours.ts";
import { mailInOutcomes } from "../tickets/ticket-mail-in.ts";
import { ZoneName } from "../containers/containers.schema.ts";
import {
  longestSendingValue,
  type SendingField,
  sendingFields,
  sendingProblems,
  sendingServices,
} from "./sending-services.ts";
import { keptDays, longestCredit, longestManualUrl, longestTileUrl } from "./setting-limits.ts";
import { tileFault } from "./tile-address.ts";

const days = (fewest: number = keptDays.fewest) => z.int().min(fewest).max(keptDays.most);
const manualUrl = z
  .url({ protocol: /^https?$/ })
  .max(longestManualUrl)
  .nullable();

const minute = z
  .int()
  .min(0)
  .max(24 * 60);
/** When people of the portal answer tickets (`tickets/support-hours.ts`). */
const SupportHours = z
  .strictObject({
    zone: ZoneName,
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length)
      .readonly(),
    fromMinute: minute,
    toMinute: minute,
  })
  .refine(({ fromMinute, toMinute }) => fromMinute < toMinute, { path: ["toMinute"] });

const SupportTime = z.strictObject({ amount: z.int().min(1).max(longestSupportTime), unit: z.enum(timeUnits) });
const TimesOfPriority = z.strictObject({ answer: SupportTime, solution: SupportTime });
/** How long the first answer and the solution of a ticket may take, by its priority. */
const TicketTimes = z
  .strictObject({ urgent: TimesOfPriority, high: TimesOfPriority, medium: TimesOfPriority, low: TimesOfPriority })
  .superRefine((times, context) => {
    const fault = timesFault(times);
    if (fault === undefined) return;
    const message = "What is less grave has no less time than what is graver, and a solution no less than an answer.";
    context.addIssue({ code: "custom", path: [fault.priority, fault.timer], message });
  });

/** Raster tiles that are drawn over the portal's own world map, and whose they are. */
const MapTiles = z.strictObject({
  url: z
    .string()
    .max(longestTileUrl)
    .refine((url) => tileFault(url) === undefined, {
      error: "An address with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png.",
    }),
  credit: shownName(longestCredit).min(1).describe("Attribution that whoever makes the tiles requires"),
});
export type MapTiles = z.output<typeof MapTiles>;

/** Settings of the whole portal, which hold in all its processes at once. */
export const PortalSetting = z.object({
  portalName: shownName(64).min(1).describe("In page titles, in mails and in About"),
  supportEmail: z.email().max(254).describe("Behind Help, Support, and in mails"),
  /** The user manual of each language, in its own place; null: the one that comes with the portal. */
  manualUrls: z.strictObject({ en: manualUrl, fr: manualUrl } satisfies Record<LocaleCode, unknown>),
  language: z
    .enum(locales.map(({ code }) => code))
    .describe("Of visitors and new people who have chosen none; whoever has chosen one keeps it"),
  units: ShownUnitsSchema.describe(
    "In which screens show and take temperatures and wind to people who have chosen none; calls and files keep degC and m/s",
  ),
  mapTiles: MapTiles.nullable().describe("Null: the map that comes with the portal"),
  supportHours: SupportHours.describe("When tickets are answered; times that tickets take are counted in them"),
  ticketTimes: TicketTimes.describe("How much support time a ticket of a priority may take; a day is one of support"),
  registration: z.boolean().describe("People may make an account by themselves (`/auth/local/register`)"),
  chartLinks: z.boolean().describe("Charts may be shown to people without an account, by link"),
  rawDays: days().describe("Days that single readings are kept"),
  rollupDays: days().describe("Days that quarter-hour values are kept; at least `rawDays`"),
  eventDays: days().describe("Days that events are kept"),
  notificationDays: days().describe("Days that notifications are kept; at most `eventDays`"),
  auditDays: days(keptDays.fewestOfAudit).describe("Days that the audit is kept"),
});
export type PortalSetting = z.output<typeof PortalSetting>;
export type PortalSettingName = keyof PortalSetting;

/** What may be changed: each setting alone; null: as it is where nobody has changed it. */
export const PortalSettingChanges = z.strictObject(
  Object.fromEntries(
    Object.entries(PortalSetting.shape).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as { [Name in PortalSettingName]: z.ZodOptional<z.ZodNullable<(typeof PortalSetting.shape)[Name]>> },
);
export type PortalSettingChanges = z.output<typeof PortalSettingChanges>;

const bytes = z.int().nonnegative();
const instant = z.iso.datetime().nullable();

const fieldNames = Object.values(sendingFields).flat();

/** Where a service has what it sends with: from the environment, from people of the portal, or from nobody. */
const source = z.enum(["environment", "portal", "none"]);

/** What the portal sends with, without its secrets. */
export const SendingServiceState = z.object({
  service: z.enum(sendingServices),
  source: source.describe("None: people of the portal have removed it"),
  isOn: z.boolean().describe("Something goes out by it"),
  changedAt: instant.describe("When people of the portal set or removed it; null: they did not"),
  isInEnvironment: z.boolean().describe("The environment has one, which would hold if nobody had changed it"),
  fields: z.array(
    z.object({
      name: z.enum(fieldNames),
      isSet: z.boolean(),
      isSecret: z.boolean(),
      shown: z.string().nullable().describe("Its value; of a secret address only the server, of other secrets null"),
      setAt: instant.describe("Of a secret that people of the portal gave"),
    }),
  ),
});
export type SendingServiceState = z.output<typeof SendingServiceState>;

const sendingValue = z
  .string()
  .trim()
  .max(longestSendingValue)
  .regex(/^[^\p{Cc}]*$/u)
  .nullable()
  .optional();
export const SendingServiceChange = z.strictObject({
  service: z.enum(sendingServices),
  source: source.describe("Environment: undo what people have changed; none: nothing goes out by it any more"),
  values: z
    .strictObject(
      Object.fromEntries(fieldNames.map((name) => [name, sendingValue])) as Record<SendingField, typeof sendingValue>,
    )
    .optional()
    .describe("With the source portal: fields of this service; absent ones stay, null or empty ones are removed"),
});

/** How the portal and what it depends on are. */
export const PortalHealth = z.object({
  versions: z.object({
    front: z.string(),
    mqtt: z.string(),
    rest: z.string(),
    node: z.string(),
    postgres: z.string(),
    schema: z.int().describe("Number of the last migration"),
  }),
  processes: z.int().describe("Of this portal that are connected to the database"),
  /** Those that this portal uses; each with when it answered last, and what went wrong since. */
  services: z.array(
    z.object({
      service: z.enum(["open_meteo", "openweather", "solcast", "strapi"]),
      isOn: z.boolean(),
      answeredAt: instant,
      problem: z
        .object({
          kind: z.enum(["unreachable", "rate_limited", "refused", "broken"]),
          at: z.iso.datetime(),
          retryAt: z.iso.datetime(),
        })
        .nullable(),
    }),
  ),
  /** What the portal sends with: what came of the last message or test of each, by this portal's present settings. */
  sending: z.array(
    z.object({
      service: z.enum(sendingServices),
      isOn: z.boolean(),
      doneAt: instant.describe("When it last took a message or a test"),
      failedAt: instant.describe("Null: nothing has failed since"),
      problem: z.enum(sendingProblems).nullable(),
    }),
  ),
  /** Backups of the night, and the weekly trial of one in a database that is made for it. */
  backup: z.object({
    isOn: z.boolean(),
    doneAt: instant,
    bytes: z.number().nullable().describe("Of the last good one"),
    failedAt: instant.describe("Null: nothing has failed since the last good one"),
    failure: z.string().nullable(),
    triedAt: instant,
    trialFailedAt: instant.describe("Null: nothing has failed since the last good trial"),
    trialFailure: z.string().nullable(),
  }),
  mail: z.object({
    /** Files: mails are written to a folder, and nobody receives them; none: the server was removed, and mails wait. */
    way: z.enum(["server", "files", "none"]),
    sentAt: instant,
    waiting: z.int(),
    waitingSince: instant,
    failure: z.string().nullable().describe("Why the one that waits longest was not accepted"),
    /** Null: nobody answers tickets by mail. */
    comesIn: z
      .object({
        address: z.string().describe("As addresses of tickets begin and end"),
        hasTls: z.boolean(),
        last: z
          .object({ at: z.iso.datetime(), outcome: z.enum(mailInOutcomes) })
          .nullable()
          .describe("The last mail that came in; of those that came to nothing for 30 days"),
        taken: z.int().describe("Mails of the last 30 days that were written into tickets"),
        refused: z.int().describe("Mails of the last 30 days that were refused"),
      })
      .nullable(),
  }),
  data: z.object({
    isEmbedded: z.boolean().describe("The database is the portal's own"),
    databaseBytes: bytes,
    largest: z.array(z.object({ table: z.string(), bytes })).describe("The largest tables, with all their months"),
    containers: z.int(),
    readingsFrom: instant.describe("Beginning of the month of the oldest readings; null: there are none"),
    /** Of the disk of the portal's own database; null: the database is elsewhere. */
    disk: z.object({ sizeBytes: bytes, freeBytes: bytes }).nullable(),
  }),
});
export type PortalHealth = z.output<typeof PortalHealth>;
