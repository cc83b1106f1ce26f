import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { configSection, SeenVersions, setsSections } from "../../core/config-section.ts";
import { RebootObstacle, RebootSection } from "./reboots.schema.ts";

/** When a controller restarts by itself, on both sides, and what came of the last time. */
export const RebootSchedule = z.object({
  ...configSection(RebootSection).shape,
  zoneName: z.string().describe("By whose clocks the time is meant"),
  next: Instant.nullable().describe("By the plan that the controller says it follows; null: it follows none"),
  last: z
    .object({
      due: Instant,
      at: Instant.describe("When it was carried out or given up"),
      skipped: RebootObstacle.nullable().describe("Why there was none; null: the controller restarted"),
    })
    .nullable()
    .describe("The last planned restart that its controller has reported"),
});
export type RebootSchedule = z.infer<typeof RebootSchedule>;

export const rebootScheduleCalls = {
  getRebootSchedule: {
    summary: "When the controller of a container restarts by itself: as it was asked for, and as it does.",
    ...readsContainer,
    output: z.object({ data: RebootSchedule }),
  },
  updateRebootSchedule: {
    summary:
      "Set on which days and at what time the controller of a container restarts by itself, by the clocks of the container. It does so with the portal or without it, unless an output is locked, somebody works there, a command is being carried out or an upgrade is under way; what holds for 15 minutes skips that restart. The setting goes with the configuration of the container, waits up to seven days for it, and counts when the controller reports it. It needs a fresh confirmation, as a restart does.",
    ...setsSections,
    input: z.strictObject({ containerId: ContainerId, schedule: RebootSection, seen: SeenVersions.optional() }),
    output: z.object({ data: RebootSchedule }),
  },
} as const satisfies CallMap;
