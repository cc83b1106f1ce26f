import { z } from "zod";

import { type CallMap, Instant, noOutput } from "../../core/call.ts";
import { longestLockReason } from "../../core/constants.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen } from "../../core/shown-name.ts";
import { Works } from "./works.schema.ts";

const ContainerRef = z.string().min(1).max(64);
const WorksRef = z.string().min(1).max(64);
const Reason = z.string().trim().min(1).max(longestLockReason).regex(oneLine).refine(isSeen, {
  error: "A reason has no invisible characters: it has to be read by others.",
});

export const worksCalls = {
  maintenanceSet: {
    summary:
      "Announce works at a container, from now or from a later instant on, or with `worksId` move the end of announced ones. While they are under way, commands of everybody else to this container are refused, and its controller, once it knows of them (`knowledge`), switches nothing on by itself. They last a week at most, begin within 90 days, and do not overlap others (`holder` says whose).",
    access: "control",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({
      containerId: ContainerRef,
      worksId: WorksRef.optional(),
      reason: Reason,
      /** Left out: now. Of announced works the beginning stays. */
      startsAt: Instant.optional(),
      endsAt: Instant,
    }),
    output: z.object({ data: Works }),
    errors: ["works_by_other"],
  },
  maintenanceEnd: {
    summary:
      "End works that are under way, or cancel planned ones. Those of another person need a fresh confirmation and a reason.",
    access: "control",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ containerId: ContainerRef, worksId: WorksRef, reason: Reason.optional() }),
    output: noOutput,
  },
  maintenanceList: {
    summary: "Works at a container: the planned ones, those under way, and the last that are over, newest first.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ContainerRef }),
    output: z.object({ data: z.array(Works) }),
  },
} satisfies CallMap;
