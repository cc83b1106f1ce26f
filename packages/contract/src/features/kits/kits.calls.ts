import { z } from "zod";

import { type CallMap, ContainerId, noInput, noOutput } from "../../core/call.ts";
import { shownName } from "../../core/shown-name.ts";
import { kitTaken } from "./kit-differences.ts";

const KitId = z.string().min(1).max(64);
const figure = (most: number) => z.number().positive().max(most).nullable().default(null);

/** What a template of installed equipment says; null: not known. */
export const KitFigures = z.strictObject({
  name: shownName(64).min(1),
  pvWp: figure(10_000_000).describe("Peak power of all panels, W"),
  batteryWh: figure(100_000_000).describe("Capacity of the battery, Wh"),
  inverterW: figure(10_000_000).describe("Rated power of the inverter, W"),
  panels: z.int().min(1).max(100_000).nullable().default(null),
  strings: z.int().min(1).max(10_000).nullable().default(null),
  limits: z
    .strictObject({
      reserveSoc: z.number().min(0).max(100).nullable().default(null).describe("Charge not to be used up, percent"),
      maxLoadW: figure(10_000_000).describe("What all loads together may take, W"),
    })
    .default({ reserveSoc: null, maxLoadW: null }),
});
export type KitFigures = z.output<typeof KitFigures>;

/** What a container takes from its kit; null: not known. */
const KitTaken = z.strictObject({
  pvWp: z.number().nullable().describe("Peak power of the panels, W"),
  reserveSoc: z.number().nullable().describe("Percent"),
});
export type KitTaken = z.output<typeof KitTaken>;

export const Kit = z.object({
  id: KitId,
  ...KitFigures.shape,
  /** Those of its containers that the caller sees, by name. */
  containers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      has: KitTaken.describe("What is set of it; a reserve of null is `defaultReserveSoc`"),
      wanted: KitTaken.describe("What it would have if the kit were applied again"),
      differs: z.array(z.enum(kitTaken)).describe("What of it is not in force as the kit says now"),
    }),
  ),
  isUsed: z.boolean().describe("Some container has it, seen by the caller or not, in service or retired"),
});
export type Kit = z.output<typeof Kit>;

/** What a kit would make of a container. */
export const KitChange = z.object({
  containerId: z.string(),
  name: z.string(),
  kit: z.string().nullable().describe("Name of the kit that it has"),
  before: KitTaken,
  after: KitTaken,
});
export type KitChange = z.output<typeof KitChange>;

const containerIds = z.array(ContainerId).min(1).max(200);

export const kitCalls = {
  kitGet: {
    summary: "The kits, which are templates of installed equipment, by name, each with its containers in service.",
    access: "view",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(Kit) }),
  },
  kitSet: {
    summary: "Make a kit.",
    access: "kit",
    effect: "write",
    input: KitFigures,
    output: z.object({ data: z.object({ id: KitId }) }),
    errors: ["kit_name_used"],
  },
  kitUpdate: {
    summary: "Change a kit. What its containers took from it stays until it is applied again.",
    access: "kit",
    effect: "write",
    input: z.strictObject({ id: KitId, ...KitFigures.shape }),
    output: noOutput,
    errors: ["kit_name_used"],
  },
  kitDelete: {
    summary: "Delete a kit that no container has.",
    access: "kit",
    effect: "write",
    input: z.strictObject({ id: KitId }),
    output: noOutput,
    errors: ["kit_used"],
  },
} satisfies CallMap;

export const kitApplyCalls = {
  kitPreview: {
    summary: "What a kit would change of these containers.",
    access: "kit",
    effect: "read",
    input: z.strictObject({ id: KitId, containerIds }),
    output: z.object({ data: z.array(KitChange), kit: KitTaken.describe("What the kit says") }),
    errors: ["container_retired"],
  },
  kitApply: {
    summary:
      "Give containers a kit, with its peak power and reserve where it has them, which needs the permission to configure them too. Panels of a container that follows a solar template stay as that says.",
    access: "kit",
    effect: "write",
    input: z.strictObject({
      id: KitId,
      containerIds,
      kit: KitTaken.describe("What the kit says as the caller knows it"),
    }),
    output: noOutput,
    errors: ["template_changed", "container_retired"],
  },
} satisfies CallMap;
