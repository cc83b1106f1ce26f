import { z } from "zod";

import { deviceKindNames } from "../devices/device-kinds.ts";
import { type DeviceParameter, parameterKinds, registerAreas } from "./parameters.ts";
import { formatOf, mostFileTypes } from "./types-file.ts";

/** What a file of device types must be. Keys that it does not know are refused: a slip must not be lost in silence. */

const Point = z
  .strictObject({
    at: z.strictObject({ area: z.enum(registerAreas), address: z.int() }).optional(),
    as: z.enum(["bool", "int16", "uint16", "int32", "uint32", "float32"]).optional(),
    words: z.enum(["high-first", "low-first"]).default("high-first"),
    scale: z.number().default(1),
    unit: z.string().max(16),
    kind: z.enum(parameterKinds),
    write: z.boolean().default(false),
  })
  .superRefine(({ at, as, words }, { addIssue }) => {
    if (at && !as) addIssue({ code: "custom", path: ["as"], message: "must be there where `at` is" });
    if (as && !at) addIssue({ code: "custom", path: ["at"], message: "must be there where `as` is" });
    if (words === "low-first" && !as?.endsWith("32"))
      addIssue({ code: "custom", path: ["words"], message: "is for values of 32 bits" });
  });

const Model = z.strictObject({
  model: z.string(),
  name: z.string(),
  maker: z.string(),
  announced: z.string().optional(),
  kind: z.enum(deviceKindNames),
  protocol: z.literal("modbus").optional(),
  numbering: z.literal("offset").optional(),
  points: z.record(z.string(), Point),
});
type Model = z.output<typeof Model>;

/** One model, a list of them, or an object with the list `models`. */
export const TypesFile = z.strictObject({ models: z.array(Model).min(1).max(mostFileTypes) });

/** @returns What the model says as a type, not checked yet. */
export function typeInputOf({ model: id, name, maker, announced, kind, points }: Model) {
  return {
    id,
    name,
    maker,
    model: announced ?? null,
    kind,
    parameters: Object.entries(points).map(
      ([point, { at, as, words, scale, unit, kind: measures, write }]): DeviceParameter => ({
        name: point,
        unit,
        scale,
        register: at && as ? { ...at, format: formatOf(as, words) } : null,
        kind: measures,
        access: write ? "read_write" : "read",
      }),
    ),
  };
}
