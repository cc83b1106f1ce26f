import { z } from "zod";

import { type ShownUnits, type UnitChoice, unitChoices } from "./unit-choices.ts";

/** The units that somebody reads and types in; calls and files keep their own. */
export const ShownUnitsSchema = z.strictObject({
  temperature: z.enum(unitChoices.temperature),
  wind: z.enum(unitChoices.wind),
} satisfies Record<UnitChoice, z.ZodType<ShownUnits[UnitChoice]>>);
