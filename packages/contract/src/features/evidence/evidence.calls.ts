import { z } from "zod";

import { type CallMap, Instant, noOutput } from "../../core/call.ts";
import { TicketRef } from "../tickets/ticket-chat.calls.ts";
import { evidenceFaults, evidenceLimits, evidenceParts, evidenceReasons } from "./evidence-parts.ts";

const { keptMs, againADay } = evidenceLimits;

export const EvidencePack = z
  .object({
    id: z.string(),
    version: z.int().describe("Counted for each ticket, and for each incident"),
    reason: z
      .enum(evidenceReasons)
      .describe("incident: people were notified of it; ticket: it was made; again: somebody asked for it"),
    askedAt: Instant,
    takenAt: Instant.nullable().describe("Null: it is being gathered"),
    sha256: z
      .string()
      .nullable()
      .describe("Of `manifest.json` of its file, as it stands in the audit log; hexadecimal"),
    bytes: z.int().describe("Of the files that the caller may have, before they are packed"),
    parts: z
      .array(
        z.object({
          name: z.enum(evidenceParts),
          fault: z.enum(evidenceFaults).nullable().describe("Why it is missing; null: it is there"),
          bytes: z.int(),
        }),
      )
      .describe("Those that the caller may have"),
  })
  .meta({ id: "EvidencePack" });

export const evidenceCalls = {
  evidenceList: {
    summary: `What was known of the container when a ticket was made, when people were notified of its incident, and whenever it was frozen again, newest first. Packs of incidents without a ticket are kept for ${keptMs / 86_400_000} days.`,
    access: "tickets",
    effect: "read",
    input: z.strictObject({ ticketId: TicketRef }),
    output: z.object({
      data: z.array(EvidencePack),
      mayTake: z.boolean().describe("There is a container of which evidence can be frozen"),
    }),
  },
  evidenceTake: {
    summary: `Freeze what is known of the container of a ticket again, as another version; at most ${againADay} within 24 hours. One that is being gathered is not asked for twice.`,
    access: "tickets",
    effect: "write",
    perMinute: 5,
    errors: ["disk_full"],
    input: z.strictObject({ ticketId: TicketRef }),
    output: z.object({ data: EvidencePack }),
  },
  evidenceFile: {
    summary:
      "A pack as a ZIP archive of JSON and drawings, with the parts that the caller may have, and a manifest with the SHA-256 of every file.",
    access: "tickets",
    effect: "read",
    answers: "file",
    perMinute: 30,
    input: z.strictObject({ ticketId: TicketRef, packId: z.string().min(1).max(64) }),
    output: noOutput,
  },
} satisfies CallMap;
