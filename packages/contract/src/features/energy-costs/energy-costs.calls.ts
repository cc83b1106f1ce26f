import { z } from "zod";

import { type CallMap, ContainerId, readsContainer } from "../../core/call.ts";
import { range } from "../charts/charts.schema.ts";
import { priceLimits } from "./price-limits.ts";

const upTo = (most: number) => z.number().min(0).max(most);

/** What energy that is bought costs at a container; null where nobody has set it. */
export const EnergyPrices = z.strictObject({
  /** Of all prices, by ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  fuelPricePerLitre: upTo(priceLimits.fuelPricePerLitre).nullable().describe("Price of a litre of fuel"),
  litresPerHour: upTo(priceLimits.litresPerHour)
    .nullable()
    .describe("Litres that the generator uses in each hour it runs"),
  litresPerKwh: upTo(priceLimits.litresPerKwh)
    .nullable()
    .describe("Litres that it uses for each kWh, added to those by the hour"),
  gridPricePerKwh: upTo(priceLimits.gridPricePerKwh).nullable().describe("Price of a kWh from the grid"),
});
export type EnergyPrices = z.infer<typeof EnergyPrices>;

export const energyCostCalls = {
  getEnergyCosts: {
    summary:
      "How long the generator of a container ran over a range, about how much fuel it used, and what that and the grid cost.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ContainerId, ...range }),
    output: z.object({
      data: z.object({
        /** Null: none is measured here. */
        generator: z
          .object({
            hours: z.number().nullable().describe("Run time, hours; null: whether it runs is not measured"),
            wh: z.number().nullable().describe("Wh that it gave; null: not measured"),
            fuelL: z
              .number()
              .nullable()
              .describe("Litres, estimated; null: its use is not set, or what it is counted by not measured"),
            cost: z.number().nullable().describe("Of that fuel, in the currency of the prices"),
          })
          .nullable(),
        /** Null: none is measured here. */
        grid: z
          .object({
            wh: z.number().describe("Wh that came from it"),
            cost: z.number().nullable().describe("In the currency of the prices"),
          })
          .nullable(),
        coverage: z.number().describe("Share of the range up to now in which the run time was measured, 0..1"),
        /** Null: nobody has set any. */
        prices: EnergyPrices.nullable(),
      }),
    }),
  },
  getEnergyPrices: {
    summary: "Get what fuel and grid cost at a container, and how much fuel its generator uses.",
    ...readsContainer,
    /** Null: nobody has set any. */
    output: z.object({ data: EnergyPrices.nullable() }),
  },
  setEnergyPrices: {
    summary: "Set what fuel and grid cost at a container, and how much fuel its generator uses.",
    access: "configure",
    effect: "write",
    input: z.strictObject({ containerId: ContainerId, prices: EnergyPrices }),
    output: z.object({ data: EnergyPrices }),
  },
} satisfies CallMap;
