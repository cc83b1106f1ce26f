import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { EnergyBalance, EnergyQuestion, FleetOrigins } from "./charts.schema.ts";

export const energyBalanceCalls = {
  getEnergyBalance: {
    summary:
      "Energy of a container over a range by where it came from and where it went, each with how much was measured.",
    access: "view",
    effect: "read",
    input: EnergyQuestion.omit({ containerIds: true, ownDays: true }).extend({
      containerId: z.string().min(1).max(64),
    }),
    output: z.object({ data: EnergyBalance }),
  },
  getConsumptionOrigins: {
    summary:
      "Energy used by the loads over a range by where it came from, summed over containers; for up to 60 of them.",
    access: "view",
    effect: "read",
    input: EnergyQuestion,
    output: z.object({ data: FleetOrigins }),
  },
} satisfies CallMap;
