import { z } from "zod";

import { channelKinds } from "../channels/channel-kinds.ts";
import { warningSeverities } from "../warnings/warning-types.ts";
import { Warning } from "../warnings/warnings.schema.ts";
import { WorksBrief, WorksState } from "../works/works.schema.ts";
import { incidentCauses, incidentStates, logKinds, unknownKind } from "./incident-types.ts";
import { changeKinds } from "./likely-changes.ts";

const Person = z.object({ userId: z.string(), name: z.string().nullable().describe("Null: the account is gone") });
const at = z.iso.datetime();

const IncidentWorks = WorksBrief.extend({
  state: WorksState.extract(["planned", "active", "overrun"]),
  containers: z.int().describe("At how many of its containers there are such"),
});

/** Warnings with one cause, as far as the caller sees their containers. */
export const Incident = z
  .object({
    id: z.string(),
    state: z.enum(incidentStates).describe("calm: all is cleared, but not for a quarter of an hour yet"),
    cause: z
      .enum(incidentCauses)
      .describe(
        "operator, cluster: containers that went dark together; rule: one rule in one cluster; change: the same was done before; container: one that is dark, with its other warnings; cut: loads without power, with what else is warned of the power of their container; single: one warning",
      ),
    subject: z
      .object({ id: z.string(), name: z.string().nullable().describe("Null: it is gone") })
      .describe("The operator, cluster, rule or container of the cause; of a change its kind, and what it was"),
    content: z.string().describe("Name of the condition of its first warning"),
    containerId: z.string().describe("Of its first warning"),
    containerName: z.string(),
    zoneName: z.string().describe("Time zone of that container"),
    severity: z
      .enum(warningSeverities)
      .describe("Of the gravest that is open; of one that is over, the gravest it had"),
    beganAt: at,
    foundAt: at
      .nullable()
      .optional()
      .describe(
        "When it was raised by a rule that, when it was saved, found so already what its line says; null or left out: it became so later",
      ),
    calmAt: at.nullable().describe("When the last warning cleared; null: something is open"),
    resolvedAt: at.nullable(),
    open: z.int().describe("Warnings that are open"),
    total: z.int().describe("Warnings that it had"),
    containersOpen: z.int().describe("Containers with open warnings"),
    containerIds: z.array(z.string()).describe("Those with open warnings; 1,000 at most"),
    containersTotal: z.int().describe("Containers with warnings of it"),
    containersOf: z
      .int()
      .nullable()
      .describe("How many containers the operator or cluster has, as far as the caller sees them; null: neither"),
    darkOpen: z.int().describe("Containers that are dark now"),
    reopened: z.int().describe("How often it began again within an hour of being over"),
    worst: Warning.pick({
      id: true,
      containerName: true,
      content: true,
      attribute: true,
      value: true,
      raisedBy: true,
    }).describe(
      "Of its gravest warnings the first, open ones before others; of cut first that the loads have no power",
    ),
    works: IncidentWorks.nullable().describe(
      "Works at its containers with open warnings: of those under way what is to last longest, else what begins first; null: none is announced",
    ),
    isQuiet: z.boolean().describe("All that is open began during works: nobody is told"),
    quiet: z.int().describe("How many of the open warnings began during works"),
    acknowledgedBy: Person.nullable(),
    acknowledgedAt: at.nullable(),
    acknowledgedUntil: at.nullable().describe("Then it counts as not acknowledged again"),
    acknowledgeNote: z.string().nullable(),
    mutedUntil: at.nullable().describe("Until then the caller gets no message of it"),
    read: z
      .boolean()
      .describe("False: the caller was notified of it and has not read that; getWarningUnreadCount counts it once"),
  })
  .meta({ id: "Incident" });
export type Incident = z.infer<typeof Incident>;

const Title = z.object({ content: z.string(), containerName: z.string() });

const IncidentEntry = z.object({
  at,
  kind: z.enum([...logKinds, unknownKind]).describe("other: a later version of the portal wrote it"),
  by: Person.nullable().describe("Null: nobody, or not known"),
  data: z.object({
    cause: z.enum(incidentCauses).optional(),
    count: z.int().optional().describe("Warnings"),
    of: z
      .int()
      .optional()
      .describe(
        "Of how many open ones, where somebody acknowledged a part of them or took that back; left out: of all",
      ),
    severity: z.enum(warningSeverities).optional(),
    note: z.string().optional(),
    reason: z.string().optional(),
    incidentId: z.string().optional().describe("The other incident"),
    other: Title.optional().describe("What the other incident was called then"),
    isFrom: z.boolean().optional().describe("It came from the other incident; left out: it went there"),
    isPart: z.boolean().optional().describe("It became of what is part of the incident by now; left out: of itself"),
    part: Title.optional().describe("What that part was called"),
    notified: z
      .object({
        people: z
          .array(Person.extend({ channels: z.array(z.enum(channelKinds)) }))
          .describe("Ten at most, with the channels by which each was told"),
        total: z.int(),
      })
      .optional()
      .describe(
        "Of news: who was told outside the portal; to who does not see all of its containers only whether they were. Left out: nobody was. Of an escalation without anybody: nobody was left who did not know",
      ),
    step: z.int().optional(),
    containers: z
      .object({
        names: z.array(z.string()).describe("Five at most"),
        total: z.int(),
      })
      .optional()
      .describe("Which it is about, as far as the caller sees them; left out: all or none of those"),
  }),
});

const IncidentChange = z.object({
  kind: z.enum(changeKinds),
  what: z.string().describe("Version, sections of the configuration, output or reason"),
  outputName: z
    .string()
    .nullable()
    .describe(
      "What people call the output; null: nobody has named it, it is not called the same everywhere, or it is none",
    ),
  at: at.describe("The last time before the warnings"),
  by: Person.nullable().describe("Null: nobody, or not known"),
  containers: z.int().describe("At how many containers of the incident"),
});

export const IncidentDetail = z.object({
  incident: Incident,
  warnings: z
    .array(Warning)
    .describe("Open ones first, the gravest before others; then those that are over, newest first; 500 at most"),
  timeline: z
    .array(IncidentEntry)
    .describe(
      "Oldest first; the last 200, with the works that there were meanwhile at its containers. Who does not see all of its containers does not learn the count, severity, words, other incident and person, but of what they did themselves",
    ),
  changes: z.array(IncidentChange).describe("What was done within an hour before, most likely first; 10 at most"),
});
export type IncidentDetail = z.infer<typeof IncidentDetail>;
