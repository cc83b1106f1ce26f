import { z } from "zod";

import { type CallMap, noInput, noOutput } from "../../core/call.ts";
import { DeviceType, DeviceTypeId, DeviceTypeInput } from "./device-types.schema.ts";
import { parameterFaults } from "./parameters.ts";
import { fileCallBytes, fileFaults, longestFile, mostFileTypes } from "./types-file.ts";

const revision = z.int().min(0).describe("The one that was changed; 0: the type is new");
const value = z.json().nullable().describe("Null: it is not there");

/** What a file of types would do, or has done. */
export const DeviceTypeImport = z.object({
  faults: z
    .array(
      z.object({
        line: z.int().describe("From 1"),
        path: z.string().describe("Such as models.0.points; empty: the whole file"),
        fault: z.enum([...fileFaults, ...parameterFaults]),
        text: z.string().describe("A sentence in English"),
        type: z.string().nullable().describe("Name of the type that it is in; null: it is in none"),
        parameter: z.string().nullable().describe("Name of the parameter that it is in"),
        field: z.string().nullable().describe("Name of the field, as the file has it"),
        value: z.string().nullable().describe("What stands there; null: nothing does, or nothing wrong"),
        allowed: z.array(z.string()).describe("What might stand there; empty: too much to be listed"),
      }),
    )
    .describe("Where there are any, nothing is stored"),
  types: z.array(
    z.object({
      id: DeviceTypeId,
      name: z.string(),
      line: z.int(),
      change: z.enum(["new", "changed", "same"]),
      revision,
      differences: z
        .array(z.object({ path: z.string(), line: z.int().nullable(), before: value, after: value }))
        .describe("Of one that is changed; a parameter by its name"),
    }),
  ),
  isStored: z.boolean(),
});
export type DeviceTypeImport = z.output<typeof DeviceTypeImport>;

export const deviceTypeCalls = {
  getDeviceTypes: {
    summary: "The types of devices by name: what each measures, where its registers are, and which containers have it.",
    access: "view",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(DeviceType) }),
  },
  deviceTypeSave: {
    summary:
      "Make a type of device, or change one; a portal has 500 at most. A change of a revision that is not the newest is refused, and says who was first.",
    access: "device",
    effect: "write",
    perMinute: 60,
    input: DeviceTypeInput.safeExtend({ revision }),
    output: z.object({ data: z.object({ id: DeviceTypeId, revision }) }),
    errors: ["device_type_changed", "device_type_id_used", "device_types_full"],
  },
  deviceTypeDelete: {
    summary: "Delete a type that no device is of.",
    access: "device",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: DeviceTypeId, revision }),
    output: noOutput,
    errors: ["device_type_changed", "device_type_used"],
  },
  deviceTypeImport: {
    summary:
      "Read a file of types, in JSON or YAML. Without `dryRun: false` it only says what it would do. All of the file is stored, or of what `only` names, or nothing.",
    access: "device",
    effect: "write",
    perMinute: 30,
    bodyLimitBytes: fileCallBytes,
    input: z.strictObject({
      text: z.string().min(1).max(longestFile),
      dryRun: z.boolean().default(true),
      only: z
        .array(DeviceTypeId)
        .min(1)
        .max(mostFileTypes)
        .optional()
        .describe("Types of the file; the others are not stored. Left out: all of them"),
      seen: z
        .record(DeviceTypeId, revision)
        .refine((seen) => Object.keys(seen).length <= mostFileTypes)
        .optional()
        .describe("The revisions that the preview had; others are refused"),
    }),
    output: z.object({ data: DeviceTypeImport }),
    errors: ["device_type_changed", "device_types_full"],
  },
} as const satisfies CallMap;
