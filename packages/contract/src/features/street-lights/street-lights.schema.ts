import { z } from "zod";

import { Moment } from "../../core/moments.schema.ts";
import { lightModes, mostSteps } from "./light-level.ts";

const levelMessage = "Please fill a level: 0 to 100 %.";
const litMessage = "Please fill a level: 1 to 100 %.";
const stepsMessage = `Please fill 1 to ${mostSteps} steps.`;
const wattsMessage = "Please fill the power of the lamp: 1 to 2000 W.";

const LightStep = z.strictObject({
  at: Moment.describe("When the light takes this level: by the clocks of the place, or by its sun"),
  level: z.int({ error: levelMessage }).min(0, levelMessage).max(100, levelMessage),
});

/** How a street light is to shine. */
export const LightPlan = z
  .strictObject({
    mode: z.enum(lightModes).describe("auto: from sunset to sunrise; schedule: by its steps"),
    level: z
      .int({ error: litMessage })
      .min(1, litMessage)
      .max(100, litMessage)
      .describe("In the modes on and auto, in percent"),
    steps: z.array(LightStep).max(mostSteps, stepsMessage).describe("Of the mode schedule; others keep them"),
    ratedW: z
      .number({ error: wattsMessage })
      .min(1, wattsMessage)
      .max(2_000, wattsMessage)
      .optional()
      .describe("What the lamp draws at its full level, in W"),
  })
  .superRefine(({ mode, steps }, { addIssue }) => {
    if (mode === "schedule" && steps.length === 0) addIssue({ code: "custom", path: ["steps"], message: stepsMessage });
  });

/** Plans by the number of the light. Their times are those of the section `place`. */
export const StreetLightsSection = z.strictObject({
  light1: LightPlan.optional(),
  light2: LightPlan.optional(),
  light3: LightPlan.optional(),
  light4: LightPlan.optional(),
});
export type StreetLightsSection = z.infer<typeof StreetLightsSection>;
