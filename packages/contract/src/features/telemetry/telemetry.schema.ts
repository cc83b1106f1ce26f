import { z } from "zod";

import { devicesPerContainer, framesPerMessage, metricsPerContainer } from "../../core/constants.ts";
import { MetricName } from "../../core/metric-name.ts";
import { CommandFault, FailSafe } from "../commands/commands.schema.ts";
import { Device } from "../devices/device.schema.ts";

/** The messages of protocol.md. Times are epoch milliseconds in UTC. */

const Boot = z.string().min(1).max(32);
const Time = z.number();
export const StateMessage = z.object({
  online: z.boolean(),
  /** Birth number: counts up with each connection, so that an old will can be told apart from the current one. */
  bd: z.int().min(0),
  boot: Boot.optional(),
  ts: Time.optional(),
  software: z.string().max(64).optional(),
  config: z.int().optional(),
});
export type StateMessage = z.infer<typeof StateMessage>;

export const BirthMetric = z.object({
  n: MetricName,
  u: z.string().max(16).optional(),
  kind: z.enum(["gauge", "counter", "state"]).optional(),
  v: z.number().nullable().optional(),
});
export const BirthMessage = z.object({
  bd: z.int().min(0),
  boot: Boot,
  ts: Time,
  /** Version of the list of metrics; data messages refer to it. */
  mv: z.int().min(0),
  /** Metrics beyond the 512 are refused with the frames; the list itself is limited too. */
  metrics: z.array(BirthMetric).max(10_000),
  devices: z.array(Device).max(devicesPerContainer).default([]),
  capabilities: z.array(z.string().max(32)).max(32).default([]),
  /** Outputs that may do harm, by target, and whether it was proved that they fall to their safe state by themselves. */
  critical: z.record(z.string().max(64), FailSafe.catch("unproved")).default({}),
  /** Seconds between two frames, so that the portal knows when a value is stale. */
  every: z.number().positive().max(86_400).optional(),
});
export type BirthMessage = z.infer<typeof BirthMessage>;

/**
 * Frames as columns: a row of `v` per time in `t`, values in the order of the birth (`mv`) or of `m`. Cells are checked
 * one by one later, so that one bad cell does not cost the whole message.
 */
export const FrameColumns = z.object({
  boot: Boot,
  seq: z.int().min(0),
  mv: z.int().min(0).optional(),
  m: z.array(z.string().max(64)).max(metricsPerContainer).optional(),
  t: z.array(z.unknown()).min(1).max(framesPerMessage),
  v: z.array(z.unknown()).min(1).max(framesPerMessage),
});
export type FrameColumns = z.infer<typeof FrameColumns>;

/** The simple form: one instant with its values by name. */
export const SimpleFrame = z.object({ ts: z.unknown(), values: z.record(z.string(), z.unknown()) });
export type SimpleFrame = z.infer<typeof SimpleFrame>;

export const DataMessage = z.union([FrameColumns, SimpleFrame, z.array(SimpleFrame).min(1).max(framesPerMessage)]);
export type DataMessage = z.infer<typeof DataMessage>;

const Conflicts = {
  /** Readings that differ from what is stored for the same instant; the first value stays. */
  conflicts: z.int().optional(),
  /** Instants of the first of them. */
  conflictsAt: z.array(z.number()).optional(),
};

/** Sent after COMMIT, never before. */
export const AckMessage = z.union([
  z.object({ boot: z.string(), seqs: z.array(z.int()), ...Conflicts }),
  z.object({
    boot: z.string(),
    seq: z.int(),
    /** schema: not readable at all, or beyond what the database stores; points: some cells, such as one that its metric cannot have; time: impossible times; cap: too many metrics; metrics: unknown mv. */
    error: z.enum(["schema", "points", "time", "cap", "metrics"]),
    /** [row, column]; column -1 is the time itself. */
    bad: z.array(z.tuple([z.int(), z.int()])).optional(),
    ...Conflicts,
  }),
  /** For a simple publisher, which does not number its messages: the times of the stored frames or event. */
  z.object({
    ts: z.array(z.number()),
    error: z.string().optional(),
    /** What was refused: `frame` counts from 0 within the message; without `metric` the whole frame, without `frame` the metric. */
    bad: z.array(z.object({ frame: z.int().optional(), metric: z.string().optional() })).optional(),
    ...Conflicts,
  }),
]);
export type AckMessage = z.infer<typeof AckMessage>;

export const EventMessage = z.object({
  /**
   * Run that numbered the event. Together with `seq` it identifies the event for good: sent again, even after a
   * restart, it is the same event. Left out: the run of the last birth.
   */
  boot: Boot.optional(),
  seq: z.int().min(0),
  ts: Time,
  code: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/),
  level: z.enum(["info", "warning", "critical"]),
  device: z.string().max(64).optional(),
  data: z.record(z.string(), z.json()).default({}),
});
export type EventMessage = z.infer<typeof EventMessage>;

export const RebirthMessage = z.object({ reason: z.string().optional() });
export const TimeMessage = z.object({ now: Time });
export type TimeMessage = z.infer<typeof TimeMessage>;
export const WatchMessage = z.object({ until: Time });
export type WatchMessage = z.infer<typeof WatchMessage>;

export const CommandMessage = z.object({
  id: z.string().max(64),
  op: z.string().max(64),
  target: z.string().max(64),
  /** At most 4 KB as JSON. */
  args: z
    .record(z.string(), z.json())
    .refine((args) => JSON.stringify(args).length <= 4_096)
    .default({}),
  iat: Time,
  /** After this, by the portal's clock, the command must not be carried out. */
  exp: Time,
  /** The user, or "automation:" and its id. */
  by: z.string().max(64),
});
export type CommandMessage = z.infer<typeof CommandMessage>;
/** The states that a controller never takes back. */
export const CommandEnd = z.enum(["done", "failed", "expired", "refused"]);
export type CommandEnd = z.infer<typeof CommandEnd>;
export const CommandResultMessage = z.object({
  id: z.string().max(64),
  st: z.enum(["accepted", "duplicate", ...CommandEnd.options]),
  ts: Time,
  /** What was read back last. */
  value: z.json().optional(),
  error: CommandFault.nullable().optional(),
  /** With `duplicate`: what the first copy of the command came to; "accepted" while it is under way. */
  was: z.enum(["accepted", ...CommandEnd.options]).optional(),
});
export type CommandResultMessage = z.infer<typeof CommandResultMessage>;
