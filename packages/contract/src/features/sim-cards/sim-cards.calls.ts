import { z } from "zod";

import { type CallMap, ContainerId, readsContainer } from "../../core/call.ts";
import { DataBudget, SimCard } from "./sim-cards.schema.ts";

const SimCardAnswer = z.object({
  data: z.object({
    card: SimCard.nullable().describe("Null: nobody has recorded one"),
    budget: DataBudget,
  }),
});

export const simCardCalls = {
  simCardGet: {
    summary: "The SIM card of a container, and how much of its data bundle was used since it was renewed.",
    ...readsContainer,
    output: SimCardAnswer,
  },
  simCardSave: {
    summary: "Record the SIM card of a container, or remove the record.",
    access: "configure",
    effect: "write",
    errors: ["sim_card_used"],
    input: z.strictObject({
      containerId: ContainerId,
      card: SimCard.nullable().describe("Null: the record is removed"),
    }),
    output: SimCardAnswer,
  },
} satisfies CallMap;
