import { z } from "zod";

import { Instant } from "./call.ts";

/** How the configuration of a container stands. It follows from the documents and is stored nowhere. */
export const configStates = [
  "no_report",
  "in_sync",
  "waiting",
  "sent",
  "trial",
  "rejected",
  "drifted",
  "conflict",
  "reverted",
  "lapsed",
] as const;
export type ConfigState = (typeof configStates)[number];

/**
 * Why a controller does not take a value:
 *
 * - `unsupported`: it cannot set this.
 * - `invalid`: the value is not possible there.
 */
export const ConfigFault = z.enum(["unsupported", "invalid"]);
export type ConfigFault = z.infer<typeof ConfigFault>;

/** The versions that a change of a configuration was made of. */
export const SeenVersions = z
  .strictObject({ wanted: z.int().min(0), reported: z.int().min(0) })
  .describe("The versions that the change was made of, 0 where there was none; refused when these are older");

/** The versions that a change of what an answer shows is made of. */
export const ShownVersions = z
  .object({ wanted: z.int(), reported: z.int() })
  .describe("The versions that a change is made of");

/** What all calls that ask a controller for sections of its configuration have in common. */
export const setsSections = {
  access: "configure",
  effect: "write",
  perMinute: 30,
  errors: ["config_changed", "config_on_trial", "works_by_other"],
} as const;

/** One section of a container's configuration: what is wanted, what its controller says that it runs, and how both stand. */
export function configSection<Section extends z.ZodType>(section: Section) {
  const version = z.int().describe("Of the whole configuration");
  return z.object({
    state: z.enum(configStates).describe("Of the whole configuration"),
    wanted: z
      .object({
        version,
        setting: section.nullable().describe("Null: nobody has asked for this section"),
        by: z.object({ userId: z.string(), name: z.string().nullable() }).nullable(),
        at: Instant,
        expiresAt: Instant,
      })
      .nullable(),
    reported: z
      .object({
        version,
        setting: section.nullable().describe("Null: the controller has no such section, or one that is not known here"),
        at: Instant,
      })
      .nullable(),
    faults: z.record(z.string(), ConfigFault).describe("Values that the controller did not take, by their name"),
  });
}
