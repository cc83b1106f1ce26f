import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const ticketsAudit: readonly AuditGroup[] = [
  {
    actions: ["ticketCreate", "ticketUpdate", "ticketTextSave", "ticketTextDelete", "evidence_frozen", "evidenceFile"],
    kinds: {
      ...{ status: "tickets:statuses", priority: "tickets:priorities", category: "tickets:categories" },
      ...{ waitingFor: "tickets:waitingFor", closeReason: "tickets:closeReason", closeCause: "tickets:closeCause" },
      duplicateOf: "id",
    },
    names: {
      ...{ status: "tickets:fields.status", agent: "tickets:fields.agent", priority: "tickets:fields.priority" },
      ...{ category: "tickets:fields.category", subject: "tickets:fields.subject" },
      ...{ waitingFor: "tickets:fields.waitingFor", waitingUntil: "tickets:fields.waitingUntil" },
      ...{ closeReason: "tickets:fields.closeReason", closeCause: "tickets:fields.closeCause" },
      duplicateOf: "tickets:fields.duplicateOf",
    },
  },
  { actions: ["evidence_frozen"], kinds: { reason: "tickets:evidence.reason" } },
];
