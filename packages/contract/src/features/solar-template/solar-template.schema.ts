import { z } from "zod";

import { shownName } from "../../core/shown-name.ts";
import { ForecastProvider, forecastFields } from "../forecast/forecast.schema.ts";
import { mostStrings, panelFigures } from "./panel-figures.ts";

export const SolarTemplateId = z.string().min(1).max(64);

/** Panels of one kind that are wired in series. */
export const SolarString = z.strictObject({
  panels: z.int().min(1).max(1_000),
  panelWp: z.number().positive().max(5_000).describe("Peak power of one panel, W"),
});
export type SolarString = z.output<typeof SolarString>;

/** What a template says of an array in its place; the peak power of its strings comes to it. */
const planeFields = {
  tilt: forecastFields.tilt.nullable().describe("From the horizontal, degrees; null: as usual at the place"),
  azimuth: forecastFields.azimuth
    .nullable()
    .describe("Direction that the panels face, clockwise from north, degrees; null: towards the equator"),
  loss: forecastFields.loss,
  limitW: forecastFields.limitW
    .unwrap()
    .nullable()
    .describe("What inverter or charge controller let through at most, W"),
};

export const SolarTemplateFigures = z.strictObject({
  name: shownName(64).min(1),
  strings: z.array(SolarString).min(1).max(mostStrings),
  ...planeFields,
  provider: ForecastProvider.exclude(["solcast"]).describe(
    "Where the forecast of its containers comes from; auto asks Solcast where a container has a site there",
  ),
});
export type SolarTemplateFigures = z.output<typeof SolarTemplateFigures>;

export const PanelSetting = z.object({
  capacity: z.number().describe("Peak power of all strings, W"),
  tilt: z.number().describe("Degrees"),
  azimuth: z.number().describe("Degrees"),
  loss: z.number().describe("Percent"),
  limitW: z.number().nullable().describe("W; null: nothing limits them"),
  provider: ForecastProvider,
});
export type PanelSetting = z.output<typeof PanelSetting>;

export const SolarTemplate = z.object({
  id: SolarTemplateId,
  ...SolarTemplateFigures.shape,
  capacity: z.number().describe("Peak power of all strings, W"),
  revision: z.int().describe("One more with each change"),
  /** Those of its containers that the caller sees, by name. */
  containers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      has: PanelSetting.nullable().describe("What is set of its panels; null: nothing is"),
      wanted: PanelSetting.describe("What would be set if the template were applied again"),
      differs: z.array(z.enum(panelFigures)).describe("What of its panels is not as the template says now"),
    }),
  ),
  isUsed: z.boolean().describe("Some container has it, seen by the caller or not, in service or retired"),
});
export type SolarTemplate = z.output<typeof SolarTemplate>;

/** What a template would make of a container's panels. */
export const PanelChange = z.object({
  containerId: z.string(),
  name: z.string(),
  before: PanelSetting.nullable().describe("Null: nobody has set its panels, and forecasts guess them"),
  after: PanelSetting,
});
export type PanelChange = z.output<typeof PanelChange>;

/** An array whose yield is asked for, as it is stored or as it is being typed. */
export const YieldQuestion = z.strictObject({
  capacity: forecastFields.capacity,
  ...planeFields,
  place: z.union([
    z.strictObject({ containerId: z.string().min(1).max(64) }),
    z.strictObject({ lat: z.number().min(-90).max(90), long: z.number().min(-180).max(180) }),
  ]),
});

export const MonthYield = z.object({
  month: z.int().min(1).max(12),
  clearWh: z.number().describe("Wh, with a clear sky on all of its days"),
  usualWh: z.number().describe("Wh, with an ordinary mixture of clear and cloudy days"),
});
export type MonthYield = z.output<typeof MonthYield>;

export const YieldAnswer = z.object({
  place: z.object({ lat: z.number().describe("Degrees"), long: z.number().describe("Degrees") }),
  tilt: z.number().describe("That was counted with, degrees"),
  azimuth: z.number().describe("That was counted with, degrees"),
  usualShare: z.number().describe("Light of an ordinary day, as a part of that of a clear one"),
  months: z.array(MonthYield).length(12),
});
export type YieldAnswer = z.output<typeof YieldAnswer>;

export const MeasuredMonth = z.object({
  from: z.iso.datetime().describe("Begin of the month at the container"),
  wh: z.number().nullable().describe("What was measured, Wh; null: nothing was"),
  clearWh: z
    .number()
    .describe("Wh that the template gives with a clear sky in the whole month, or as far as it has gone"),
  coverage: z.number().min(0).max(1).describe("Part of the hours of light in which the panels were measured"),
  heldBack: z
    .number()
    .min(0)
    .max(1)
    .describe("Part of those measured hours in which a full battery took less than there was"),
  share: z
    .number()
    .nullable()
    .describe(
      "What came in the other measured hours, as a part of what a clear sky gives in them; null: too few hours",
    ),
});
export type MeasuredMonth = z.output<typeof MeasuredMonth>;
