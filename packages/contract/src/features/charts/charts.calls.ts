import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { ChartAnswer, ChartQuestion, EnergyAnswer, EnergyQuestion } from "./charts.schema.ts";

export const chartCalls = {
  getChartData: {
    summary: "Points of up to 20 series over a range, raw or grouped in local time.",
    access: "view",
    effect: "read",
    ahead: true,
    input: ChartQuestion,
    output: z.object({ data: ChartAnswer }),
  },
  getGeneration: {
    summary: "Solar energy over a range, summed over containers.",
    access: "view",
    effect: "read",
    ahead: true,
    input: EnergyQuestion,
    output: z.object({ data: EnergyAnswer }),
  },
  getConsumption: {
    summary: "Energy used by the loads over a range, summed over containers.",
    access: "view",
    effect: "read",
    ahead: true,
    input: EnergyQuestion,
    output: z.object({ data: EnergyAnswer }),
  },
} satisfies CallMap;
