import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { SeenVersions, setsSections, ShownVersions } from "../../core/config-section.ts";
import { Command, LightNumber, OutputLock, OutputWhy, setsOutput } from "../commands/commands.schema.ts";
import { outputKinds, outputTargets } from "../devices/output-kinds.ts";
import { LightPlan } from "./street-lights.schema.ts";

/** A street light: how it is to shine, and how it does. */
export const StreetLight = z.object({
  light: LightNumber,
  target: z.enum(outputTargets("street_light")),
  wanted: LightPlan.nullable().describe("What was asked for; null: nobody has set anything"),
  running: LightPlan.nullable().describe("What its controller says it follows; null: nothing"),
  level: z.number().nullable().describe("As it was measured last, in percent; null: never"),
  levelAt: Instant.nullable(),
  why: OutputWhy.nullable().describe("Why it has its level; null: its controller has not said"),
  lock: OutputLock,
  last: Command.nullable().describe("The last command that was to set its level, open or ended"),
});
export type StreetLight = z.infer<typeof StreetLight>;

/** The street lights of a container. */
export const StreetLights = z.object({
  place: z
    .object({
      zoneName: z.string(),
      latitudeDeg: z.number().nullable().describe("In degrees, positive north"),
      longitudeDeg: z.number().nullable().describe("In degrees, positive east"),
    })
    .describe("Without a position, only fixed times can be used"),
  seen: ShownVersions,
  lights: z.array(StreetLight),
});
export type StreetLights = z.infer<typeof StreetLights>;

export const streetLightCalls = {
  getStreetLight: {
    summary:
      "The street lights of a container: how each is to shine, what its controller follows, its level as measured, and its last command.",
    ...readsContainer,
    output: z.object({ data: StreetLights }),
  },
  setStreetLight: {
    summary:
      "Set how street lights shine by themselves: off, on, from sunset to sunrise, or by steps of fixed times and times of the sun. Lights that are left out stay as they are set. It goes with the configuration of the container, waits up to seven days for it, and counts when the controller reports it.",
    ...setsSections,
    input: z.strictObject({
      containerId: ContainerId,
      lights: z
        .array(z.strictObject({ light: LightNumber, ...LightPlan.shape }))
        .min(1)
        .max(outputKinds.street_light.numbers.length)
        .superRefine((lights, { addIssue }) => {
          for (const [place, { light }] of lights.entries())
            if (lights.findIndex((one) => one.light === light) < place)
              addIssue({ code: "custom", path: [place, "light"], message: "Please name each light once." });
        }),
      seen: SeenVersions.optional(),
    }),
    output: z.object({ data: StreetLights }),
  },
  setStreetLightLevel: {
    summary:
      "Set the level of a street light now. It stays until its schedule asks for another level, four hours at most. The answer says that the command waits to be sent, not that the light shines; `commandGet` and the person's live topic say what becomes of it.",
    ...setsOutput,
    input: z.strictObject({
      containerId: ContainerId,
      light: LightNumber,
      level: z.int().min(0).max(100).describe("In percent; 0 switches it off."),
    }),
  },
} as const satisfies CallMap;
