import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { ConfigFault, configStates, SeenVersions, setsSections } from "../../core/config-section.ts";
import { ConfigDocument, ConfigRefusal, WantedSections } from "./configuration.schema.ts";

const version = z.int().describe("Number of a version; versions only grow");

/** What the portal wants a container to run, what its controller reports, and how the two stand. */
export const Configuration = z.object({
  state: z.enum(configStates),
  wanted: z
    .object({
      version,
      doc: ConfigDocument,
      /** Null: it was taken over from the controller. Without a name when the account is gone. */
      by: z.object({ userId: z.string(), name: z.string().nullable() }).nullable(),
      at: Instant,
      /** It is not sent after that. */
      expiresAt: Instant,
      sentAt: Instant.nullable(),
    })
    .nullable(),
  reported: z
    .object({
      version,
      doc: ConfigDocument,
      at: Instant,
      /** It returns to what it had before then, unless the portal answers it over the new settings. */
      trialUntil: Instant.nullable(),
      refused: z
        .object({ version, reason: ConfigRefusal, fields: z.record(z.string(), ConfigFault).describe("By path") })
        .nullable(),
      reverted: z.object({ version, at: Instant }).nullable(),
    })
    .nullable(),
  agreed: ConfigDocument.describe("What both sides last had in common"),
  conflicts: z.array(z.string()).describe("Paths that both sides changed, to different values"),
});
export type Configuration = z.infer<typeof Configuration>;

export const configurationCalls = {
  getConfiguration: {
    summary: "What a container's controller is to run, what it says that it runs, and how the two stand.",
    ...readsContainer,
    output: z.object({ data: Configuration }),
  },
  setConfiguration: {
    summary:
      "Set sections of the configuration of a container. A section replaces the one that was wanted; others stay. It is sent at once or, for seven days, when the container connects, and counts when the controller reports it. What may cut the link is tried for five minutes and taken back by the controller itself. The sections `network` and `reboot` need a fresh confirmation.",
    ...setsSections,
    input: z.strictObject({
      containerId: ContainerId,
      seen: SeenVersions.optional(),
      ...WantedSections.shape,
    }),
    output: z.object({ data: Configuration }),
  },
} as const satisfies CallMap;
