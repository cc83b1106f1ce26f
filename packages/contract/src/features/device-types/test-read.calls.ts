import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { readingFaults, testReadFaults } from "../telemetry/device-reading.schema.ts";
import { DeviceTypeId } from "./device-types.schema.ts";
import { testReadObstacles, testReadStates } from "./test-read.ts";

const containerId = z.string().min(1).max(64);
const deviceId = z.string().min(1).max(64);

/** One value of a test read. */
const ReadValue = z.object({
  metric: z.string(),
  unit: z.string().nullable().describe("Null: its controller has not said it"),
  value: z.number().nullable().describe("In the unit; null: `fault` says why there is none"),
  raw: z.number().nullable().describe("As it stands in the register, before scaling; null: there is none"),
  fault: z
    .enum([...readingFaults, "not_measured", "other_unit"])
    .nullable()
    .describe(
      "`not_measured`: its controller measures no such metric of it; `other_unit`: in another unit than the type",
    ),
});
export type ReadValue = z.output<typeof ReadValue>;

export const TestRead = z.object({
  testReadId: z.string(),
  containerId,
  containerName: z.string(),
  deviceId,
  state: z.enum(testReadStates),
  reason: z
    .enum([...testReadFaults, "offline", "rights", "no_answer"])
    .nullable()
    .describe("Why it failed"),
  askedAt: Instant,
  expiresAt: Instant.describe("Until then an answer is waited for"),
  answeredAt: Instant.nullable().describe("When the answer of its controller came; null: none has"),
  parameters: z
    .array(ReadValue.extend({ name: z.string().describe("Of the parameter, as its type has it") }))
    .describe("Those of the type as it is now, in its order; empty while there is no answer"),
  others: z.array(ReadValue).describe("What the device measures besides"),
});
export type TestRead = z.output<typeof TestRead>;

export const TestReadDevices = z.object({
  obstacle: z.enum(testReadObstacles).nullable().describe("Why no device of the container can be read now"),
  devices: z
    .array(
      z.object({
        id: deviceId,
        name: z.string().nullable().describe("What people call it; null: nobody has named it"),
        maker: z.string().nullable(),
        model: z.string().nullable(),
        address: z.string().nullable().describe("Host and port at which its controller reaches it; null: not known"),
        isOfType: z.boolean(),
      }),
    )
    .describe("Those of the type first, then those of its kind"),
});
export type TestReadDevices = z.output<typeof TestReadDevices>;

export const testReadCalls = {
  getTestReadDevices: {
    summary: "The devices of a container that could be read to try a type out, and what is in the way now.",
    access: "device",
    effect: "read",
    input: z.strictObject({ typeId: DeviceTypeId, containerId }),
    output: z.object({ data: TestReadDevices }),
  },
  testReadDevice: {
    summary:
      "Ask the controller of a container to read one device once, to try a type out. Nothing is written to the equipment, and the values are no part of the history. An answer is waited for half a minute; a container has one test read at a time (`holder` says whose).",
    access: "device",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ typeId: DeviceTypeId, containerId, deviceId }),
    output: z.object({ data: z.object({ testReadId: z.string() }) }),
    errors: ["test_read_offline", "test_read_unsupported", "test_read_open"],
  },
  getTestRead: {
    summary:
      "How far a test read is that the caller asked for, and what the device said, beside the parameters of the type. Kept for an hour.",
    access: "device",
    effect: "read",
    input: z.strictObject({ testReadId: z.string().min(1).max(64) }),
    output: z.object({ data: TestRead }),
  },
} as const satisfies CallMap;
