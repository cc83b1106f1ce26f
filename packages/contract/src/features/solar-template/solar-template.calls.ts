import { z } from "zod";

import { type CallMap, ContainerId, noInput, noOutput } from "../../core/call.ts";
import {
  MeasuredMonth,
  PanelChange,
  SolarTemplate,
  SolarTemplateFigures,
  SolarTemplateId,
  YieldAnswer,
  YieldQuestion,
} from "./solar-template.schema.ts";

const containerIds = z.array(ContainerId).min(1).max(200);

export const solarTemplateCalls = {
  solarTemplateList: {
    summary: "The templates of solar arrays, by name, each with its containers and what differs at them.",
    access: "view",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(SolarTemplate) }),
  },
  solarTemplateSave: {
    summary:
      "Make a template of a solar array, or change one: its containers keep what they took from it until it is applied again.",
    access: "kit",
    effect: "write",
    input: z.strictObject({ id: SolarTemplateId.optional(), ...SolarTemplateFigures.shape }),
    output: z.object({ data: z.object({ id: SolarTemplateId }) }),
    errors: ["solar_template_name_used"],
  },
  solarTemplateDelete: {
    summary: "Delete a template of a solar array that no container has.",
    access: "kit",
    effect: "write",
    input: z.strictObject({ id: SolarTemplateId }),
    output: noOutput,
    errors: ["solar_template_used"],
  },
  solarTemplateYield: {
    summary:
      "What an array gives in each month of the year at a place, by the model of clear sky and radiation that forecasts use.",
    access: "view",
    effect: "read",
    perMinute: 60,
    input: YieldQuestion,
    output: z.object({ data: YieldAnswer.nullable().describe("Null: the container has no position") }),
  },
  solarTemplateMeasured: {
    summary: "What the panels of a container gave in the last twelve months beside what a template lets expect there.",
    access: "view",
    effect: "read",
    perMinute: 60,
    input: z.strictObject({ id: SolarTemplateId, containerId: ContainerId }),
    output: z.object({
      data: z
        .array(MeasuredMonth)
        .nullable()
        .describe(
          "From the first month on in which something was measured; oldest first. Null: the container has no position",
        ),
    }),
  },
  solarTemplatePreview: {
    summary: "What a template would change of the panels of these containers.",
    access: "kit",
    effect: "read",
    input: z.strictObject({ id: SolarTemplateId, containerIds }),
    output: z.object({ data: z.array(PanelChange), revision: z.int().describe("Of the template") }),
    errors: ["container_retired"],
  },
  solarTemplateApply: {
    summary:
      "Set the panels of containers as a template says, which needs the permission to configure them too. Reserve and Solcast site of a container stay.",
    access: "kit",
    effect: "write",
    input: z.strictObject({
      id: SolarTemplateId,
      containerIds,
      revision: z.int().describe("Of the template as the caller knows it"),
    }),
    output: noOutput,
    errors: ["template_changed", "container_retired"],
  },
  solarTemplateLeave: {
    summary: "Containers do not follow their template any more; their panels stay as they are.",
    access: "kit",
    effect: "write",
    input: z.strictObject({ containerIds }),
    output: noOutput,
  },
} satisfies CallMap;
