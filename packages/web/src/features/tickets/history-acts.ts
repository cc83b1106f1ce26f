import type { Evidence } from "./evidence.data.ts";
import type { Ticket, TicketHistory, TicketPerson } from "./tickets.data.ts";

/** What somebody did at one time: it is read as one line, however many fields it changed. */
export interface Act {
  at: string;
  /** Null: the portal, or somebody whose account is gone. */
  by: TicketPerson | null;
  byMessage: boolean;
  byMail?: boolean;
  changes: TicketHistory["data"];
  /** Instead of changes. */
  what?: { kind: "created" } | { kind: "frozen"; version: number };
}

/** The whole history of a ticket, oldest first: its creation, what was changed, and when its evidence was frozen. Pure. */
export function actsOf(
  ticket: Pick<Ticket, "createdAt" | "author">,
  changes: TicketHistory["data"],
  packs: Evidence["data"],
): Act[] {
  const created: Act = {
    at: ticket.createdAt,
    by: ticket.author,
    byMessage: false,
    changes: [],
    what: { kind: "created" },
  };
  const frozen = packs.flatMap(({ takenAt, version }): Act[] =>
    takenAt === null
      ? []
      : [{ at: takenAt, by: null, byMessage: false, changes: [], what: { kind: "frozen", version } }],
  );
  const changed: Act[] = [];
  for (const change of changes) {
    const last = changed.at(-1);
    const isSame =
      last?.at === change.at && last.by?.userId === change.by?.userId && last.byMessage === change.byMessage;
    if (isSame) last.changes = [...last.changes, change];
    else
      changed.push({
        at: change.at,
        by: change.by,
        byMessage: change.byMessage,
        byMail: change.byMail,
        changes: [change],
      });
  }
  return [created, ...[...changed, ...frozen].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))];
}
