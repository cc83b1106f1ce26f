import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { configStates, SeenVersions, setsSections, ShownVersions } from "../../core/config-section.ts";
import { offlineBounds, offlineFaults } from "./offline-bounds.ts";

const within = ({ from, to }: { from: number; to: number }) =>
  z.int().min(from, `Please fill ${from} to ${to} seconds.`).max(to, `Please fill ${from} to ${to} seconds.`);

const times = {
  offlineAfterSeconds: within(offlineBounds.offlineAfterSeconds).describe(
    "Silence after which a container no longer counts as online",
  ),
  justOfflineSeconds: within(offlineBounds.justOfflineSeconds).describe(
    "Silence up to which it is just offline, and from then on offline",
  ),
};

/** When a container that is silent counts as lost. */
export const OfflineSetting = z.object({
  keepAliveSeconds: z
    .number()
    .nullable()
    .describe("Seconds between two signs of life, as the section `keepAlive` is wanted; null: nobody has said"),
  runningKeepAliveSeconds: z.number().nullable().describe("As the controller says that it runs; null: it has not said"),
  state: z.enum(configStates).describe("Of the whole configuration, which has the signs of life"),
  seen: ShownVersions,
  offlineAfterSeconds: z.int(),
  justOfflineSeconds: z.int(),
  timesVersion: z.int().describe("Of these two, which are no part of the configuration: counts their changes"),
});
export type OfflineSetting = z.infer<typeof OfflineSetting>;

/** How many of the last frames are shown. */
export const lastArrivals = 20;

/** When a frame was measured, and when the portal had it. */
export const Arrival = z.object({
  at: Instant.describe("When the controller measured it"),
  receivedAt: Instant.describe("When it came; long after, where the controller sent it later"),
});
export type Arrival = z.infer<typeof Arrival>;

export const offlineSettingCalls = {
  getLastArrivals: {
    summary: "The last frames that came of a container: when each was measured, and when the portal had it.",
    ...readsContainer,
    output: z.object({ data: z.array(Arrival).max(lastArrivals).describe("Newest first") }),
  },
  getOfflineSetting: {
    summary: "How often the controller of a container gives a sign of life, and when a silent one counts as lost.",
    ...readsContainer,
    output: z.object({ data: OfflineSetting }),
  },
  saveOfflineSetting: {
    summary:
      "Set when a silent container counts as lost, which counts at once and everywhere. `keepAliveSeconds` is the value `linkSeconds` of the section `keepAlive`: where it is another one, it goes with the configuration of the container, and is tried like any change of it.",
    ...setsSections,
    input: z
      .strictObject({
        containerId: ContainerId,
        keepAliveSeconds: z.int().min(1).max(60).optional().describe("Left out: it stays as it is"),
        ...times,
        seen: SeenVersions.optional(),
        timesSeen: z
          .int()
          .min(0)
          .optional()
          .describe("The version of the two times that the change was made of; refused when it is older"),
      })
      .superRefine((given, { addIssue }) => {
        const fault = offlineFaults(given).justOfflineSeconds;
        const message = "Please fill more seconds than after which the container counts as lost.";
        if (fault === "order") addIssue({ code: "custom", path: ["justOfflineSeconds"], message });
      }),
    output: z.object({ data: OfflineSetting }),
  },
} as const satisfies CallMap;
