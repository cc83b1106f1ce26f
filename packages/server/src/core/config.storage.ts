import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** How long readings are kept, in which form, and how much of the disk is left to others. */
export interface StorageConfig {
  /** So long after its end a day is sealed, s. */
  sealAfterS: number;
  /** So many days back single readings are kept. */
  rawDays: number;
  /** So many days back summaries are kept; not less than `rawDays`. */
  rollupDays: number;
  /** Least free space on the disk of the embedded database, the larger of both; 0 and 0: not watched. */
  diskMinFreePercent: number;
  diskMinFreeBytes: number;
  /** Room that is held for the embedded database in need; 0: none. */
  diskBallastBytes: number;
}

/** Charts of a month and their neighbours are never cut short. */
const fewestDays = 40;
const mostDays = 36_500;
const days = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.int().min(fewestDays).max(mostDays));
const mebibytes = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform((text) => Number(text) * 1024 * 1024);

export const storageSettings = {
  sealAfterS: {
    name: "SEAL_AFTER_S",
    fallback: "21600",
    shown: "21600",
    meaning: "seconds after its end, and after its last late frame, that a UTC day is compressed",
    expected: "a number of seconds from 0 to 8640000",
    schema: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .pipe(z.int().max(8_640_000)),
  },
  rawDays: {
    name: "RAW_DAYS",
    fallback: "3650",
    shown: "3650",
    meaning: "days that single readings are kept; older ones are dropped by months and not taken any more",
    expected: `a number of days from ${fewestDays} to ${mostDays}`,
    schema: days,
  },
  rollupDays: {
    name: "ROLLUP_DAYS",
    fallback: "7300",
    shown: "7300",
    meaning: "days that summaries by quarter hour are kept",
    expected: `a number of days from ${fewestDays} to ${mostDays}, not less than RAW_DAYS`,
    schema: days,
  },
  diskMinFreePercent: {
    name: "DISK_MIN_FREE_PERCENT",
    fallback: "5",
    shown: "5",
    meaning: "share of the embedded database's disk that is kept free; below it nothing new is stored",
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
