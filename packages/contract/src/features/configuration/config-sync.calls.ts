import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { setsSections } from "../../core/config-section.ts";
import { changedSides, syncDirections } from "./config-sync.ts";
import { Configuration } from "./configuration.calls.ts";
import { SectionKey } from "./configuration.schema.ts";

const sections = z.array(SectionKey).max(32);
const paths = z.array(z.string().min(3).max(128)).max(200);
const value = z.json().nullable().describe("Null: this side has none");
const Person = z.object({ userId: z.string(), name: z.string().nullable() }).nullable();

/** What is done by itself about values that changed on site. */
export const SyncRule = z.object({
  direction: z.enum(syncDirections).nullable().describe("Null: a person decides each time"),
  sections: z.array(z.string()),
  everyMinutes: z.int().describe("So long a change on site stands before the rule acts"),
  by: Person,
  at: Instant.nullable(),
  stoppedAt: Instant.nullable().describe(
    "Whoever laid it down had lost the right to change these settings by then: nothing is done until it is saved again",
  ),
});
export type SyncRule = z.infer<typeof SyncRule>;

export const syncMinutes = { from: 5, to: 10_080 } as const;

export const ContainerSetting = Configuration.extend({
  differences: z.array(
    z.object({
      path: z.string(),
      wanted: value,
      reported: value,
      agreed: value.describe("What both sides last had in common; null: nothing"),
      changed: z.enum(changedSides).describe("Since both sides had the same"),
    }),
  ),
  sections: z.array(
    z.object({
      name: z.string(),
      differing: z.int().min(0),
      wantedChange: z
        .object({ at: Instant, by: Person.describe("Null: it was taken over from the controller") })
        .nullable(),
      reportedChangeAt: Instant.nullable().describe("When the portal learned of it"),
    }),
  ),
  inSyncSince: Instant.nullable(),
  syncRule: SyncRule,
});
export type ContainerSetting = z.infer<typeof ContainerSetting>;

const question = z.strictObject({
  containerId: ContainerId,
  sections: sections.optional().describe("Left out: all sections"),
  except: paths.optional().describe("Paths for which the value of the other side counts"),
  dryRun: z.boolean().default(true).describe("Only say what would be done"),
  preview: z.string().max(64).optional().describe("`preview` of the dry run that is to be carried out"),
});

export const SyncReport = z.object({
  steps: z.array(z.object({ path: z.string(), direction: z.enum(syncDirections), from: value, to: value })),
  applied: z.int().min(0).describe("Steps that were carried out: none in a dry run"),
  conflicts: z.array(z.string()).describe("Paths that both sides changed, to different values, as it stands now"),
  preview: z.string().describe("Names these steps on this state of both sides"),
});
export type SyncReport = z.infer<typeof SyncReport>;

const sync = {
  ...setsSections,
  perMinute: 60,
  input: question,
  output: z.object({ data: SyncReport }),
} as const;

export const configSyncCalls = {
  getContainerSetting: {
    summary:
      "The configuration of a container as portal and controller have it, with each value that differs, who changed each section, and what is done about differences by itself.",
    ...readsContainer,
    output: z.object({ data: ContainerSetting }),
  },
  setSyncConfig: {
    summary:
      "Set what is done by itself about values that were changed on site: they are taken over, the portal's are sent again, or nothing until a person decides (`direction` null). Values that both sides changed always wait for a person. To have the section `network` or `reboot` sent by itself needs a fresh confirmation.",
    access: "configure",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({
      containerId: ContainerId,
      direction: z.enum(syncDirections).nullable(),
      sections,
      everyMinutes: z.int().min(syncMinutes.from).max(syncMinutes.to),
    }),
    output: z.object({ data: SyncRule }),
  },
  syncPortalToController: {
    ...sync,
    summary:
      "Send the portal's values to the controller again where they differ. A dry run by default; to carry it out, give `dryRun: false` and the `preview` of the dry run. Refused when anything has changed since. To send the section `network` or `reboot` needs a fresh confirmation.",
  },
  syncControllerToPortal: {
    ...sync,
    summary:
      "Take the controller's values over where they differ. A dry run by default; to carry it out, give `dryRun: false` and the `preview` of the dry run. Refused when anything has changed since.",
  },
} as const satisfies CallMap;
