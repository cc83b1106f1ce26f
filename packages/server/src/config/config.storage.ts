import { z } from "zod";

import { earliestFrameMs } from "@offgrid/contract/core/constants";
import { keptDays } from "@offgrid/contract/settings/setting-limits";

import type { Setting } from "./config.setting.ts";

/** How long readings are kept, in which form, and how much of the disk is left free. */
export interface StorageConfig {
  /** Public keys by which releases of the controller program must be signed, 32 bytes in Base64url each. */
  releaseKeys: readonly string[];
  /** How long after its end a day is sealed, s. */
  sealAfterS: number;
  /** Readings before this are not accepted, epoch ms. */
  earliestMs: number;
  /** For how many days single readings are kept. */
  rawDays: number;
  /** For how many days rollups are kept; at least `rawDays`. */
  rollupDays: number;
  /** For how many days audit, events and notifications are kept, in whole months; events at least as long as those. */
  auditDays: number;
  eventDays: number;
  notificationDays: number;
  /** Minimum free space on the disk of the embedded database, the larger of both; 0 and 0: not watched. */
  diskMinFreePercent: number;
  diskMinFreeBytes: number;
  /** Room reserved for the embedded database in an emergency; 0: none. */
  diskBallastBytes: number;
}

const earliestDate = new Date(earliestFrameMs).toISOString().slice(0, 10);
const { fewest: fewestDays, most: mostDays } = keptDays;
const days = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.int().min(fewestDays).max(mostDays));
/** The database itself keeps the audit of so many days (migration 0035). */
const fewestAuditDays = keptDays.fewestOfAudit;
const mebibytes = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform((text) => Number(text) * 1024 * 1024);

export const storageSettings = {
  releaseKeys: {
    name: "RELEASE_KEYS",
    fallback: undefined,
    shown: "unset: none",
    meaning: "public keys that sign releases of the controller program, two at most; without one, none can be added",
    expected: "one or two keys as `npm run controller:key` prints them, separated by a comma",
    schema: z
      .string()
      .transform((text) => text.split(",").filter(Boolean))
      .pipe(z.array(z.string().regex(/^[\w-]{43}$/)).max(2))
      .optional(),
  },
  sealAfterS: {
    name: "SEAL_AFTER_S",
    fallback: "21600",
    shown: "21600",
    meaning: "seconds between the end of a UTC day, or its last late frame, and its compression",
    expected: "a number of seconds from 0 to 8640000",
    schema: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .pipe(z.int().max(8_640_000)),
  },
  earliestMs: {
    name: "EARLIEST",
    fallback: earliestDate,
    shown: earliestDate,
    meaning: "first UTC day of which readings are accepted; a clock that shows an earlier one is wrong",
    expected: "a day such as 2015-01-01 that is over",
    schema: z.iso
      .date()
      .transform((date) => Date.parse(date))
      .refine((ms) => ms >= 0 && ms < Date.now()),
  },
  rawDays: {
    name: "RAW_DAYS",
    fallback: "3650",
    shown: "3650",
    meaning: "days that single readings are kept; older ones are dropped by month and no longer accepted",
    expected: `a number of days from ${fewestDays} to ${mostDays}`,
    schema: days,
  },
  rollupDays: {
    name: "ROLLUP_DAYS",
    fallback: "7300",
    shown: "7300",
    meaning: "days that quarter-hour rollups are kept",
    expected: `a number of days from ${fewestDays} to ${mostDays}, not less than RAW_DAYS`,
    schema: days,
  },
  auditDays: {
    name: "AUDIT_DAYS",
    fallback: "1095",
    shown: "1095",
    meaning: "days that the audit is kept; older lines are dropped by month, their seals stay",
    expected: `a number of days from ${fewestAuditDays} to ${mostDays}`,
    schema: days.pipe(z.int().min(fewestAuditDays)),
  },
  eventDays: {
    name: "EVENT_DAYS",
    fallback: "1095",
    shown: "1095",
    meaning: "days that events are kept; older ones are dropped by month",
    expected: `a number of days from ${fewestDays} to ${mostDays}`,
    schema: days,
  },
  notificationDays: {
    name: "NOTIFICATION_DAYS",
    fallback: "365",
    shown: "365",
    meaning: "days that notifications are kept; older ones are dropped by month",
    expected: `a number of days from ${fewestDays} to ${mostDays}, not more than EVENT_DAYS`,
    schema: days,
  },
  diskMinFreePercent: {
    name: "DISK_MIN_FREE_PERCENT",
    fallback: "5",
    shown: "5",
    meaning: "percentage of the embedded database's disk that is kept free; below it nothing new is stored",
    expected: "a number from 0 to 50",
    schema: z
      .string()
      .regex(/^\d{1,2}(\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().max(50)),
  },
  diskMinFreeBytes: {
    name: "DISK_MIN_FREE_MB",
    fallback: "1024",
    shown: "1024",
    meaning: "the same in MiB; the larger of both counts",
    expected: "a whole number of MiB, 0 for none",
    schema: mebibytes,
  },
  diskBallastBytes: {
    name: "DISK_BALLAST_MB",
    fallback: "64",
    shown: "64",
    meaning: "size in MiB of the file that gives the embedded database room to start on a full disk",
    expected: "a whole number of MiB, 0 for none",
    schema: mebibytes,
  },
} satisfies Record<string, Setting>;
