import { z } from "zod";

import { metricsPerContainer } from "../../core/constants.ts";
import { MetricName } from "../../core/metric-name.ts";

/** Operation of the command by which a controller is asked for a test read; its target is the id of the device. */
export const testReadOp = "device.read";
/** What a controller announces that can be asked for one. */
export const testReadCapability = "test_read";

/**
 * Why a value could not be read:
 *
 * - `no_connection`: there is no connection to the device.
 * - `timeout`: the device did not answer in time.
 * - `illegal_address`: the device has nothing at this address.
 * - `not_implemented`: the device does not know this kind of request.
 * - `refused`: the device refused for another reason.
 * - `bad_answer`: what came was no answer to the request.
 * - `no_value`: the device gave no valid value, and its driver does not know why.
 */
export const readingFaults = [
  "no_connection",
  "timeout",
  "illegal_address",
  "not_implemented",
  "refused",
  "bad_answer",
  "no_value",
] as const;
export const ReadingFault = z.enum(readingFaults);
export type ReadingFault = z.infer<typeof ReadingFault>;

/**
 * Why a controller read nothing at all:
 *
 * - `clock`: it does not know the portal's time, so it cannot tell whether the request has expired.
 * - `expired`: the request came too late.
 * - `busy`: it reads a device for another request.
 * - `no_device`: it has no such device, or one whose driver reads it only together with the others.
 * - `left_out`: it does not read this device, as somebody set it.
 * - `device_error`: its driver failed.
 */
export const testReadFaults = ["clock", "expired", "busy", "no_device", "left_out", "device_error"] as const;
export const TestReadFault = z.enum(testReadFaults);
export type TestReadFault = z.infer<typeof TestReadFault>;

export const MeasuredValue = z.object({
  n: MetricName,
  u: z.string().max(16).optional(),
  /** In the unit; null: `error` says why there is none. */
  v: z.number().nullable(),
  /** As it stands in the register, before scaling; left out where the driver has no registers. */
  raw: z.number().optional(),
  error: ReadingFault.optional(),
});
export type MeasuredValue = z.infer<typeof MeasuredValue>;

/** What a device said when it was read once, beside the frames. It is no part of the history. */
export const TestReadMessage = z.object({
  /** Of the command that asked for it. */
  id: z.string().max(64),
  ts: z.number(),
  /** Null: it was read, as far as `values` says. */
  error: TestReadFault.nullable().default(null),
  values: z.array(MeasuredValue).max(metricsPerContainer).default([]),
});
export type TestReadMessage = z.infer<typeof TestReadMessage>;
