import { Badge, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { UnreadBadge } from "../../domain/notifications/unread-badge.tsx";
import { type Ticket, useMayHandle } from "./tickets.data.ts";
import { dueColors, priorityColors, statusColors, useTicketWords } from "./use-ticket-words.ts";

export function StatusBadge({ ticket: { status } }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  return (
    <Badge variant="outline" color={statusColors[status]} tt="none" miw="max-content">
      {t(`statuses.${status}`)}
    </Badge>
  );
}

export function PriorityBadge({ ticket: { priority } }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  return (
    <Badge size="sm" variant="outline" color={priorityColors[priority]} tt="none" miw="max-content">
      {t(`priorities.${priority}`)}
    </Badge>
  );
}

/** What somebody has to do about a ticket: read it, answer it, and until when. */
export function TicketMarks({ ticket, now }: { ticket: Ticket; now: number }) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const due = words.due(ticket);
  const mayHandle = useMayHandle();
  const waiting = words.waiting(ticket);
  // The same state is work for one side, and news for the other.
  const isTheirTurn = !mayHandle && ticket.isWaiting && ticket.waitingFor === "customer" && !ticket.needsReply;
  return (
    <Group gap={8}>
      {ticket.unread > 0 && <UnreadBadge word={t("unread", { count: ticket.unread })} />}
      {ticket.needsReply && !mayHandle && <span className="og-note">{t("supportsTurn")}</span>}
      {((ticket.needsReply && mayHandle) || isTheirTurn) && (
        <Badge size="sm" variant="outline" color="var(--og-amber)" tt="none" miw="max-content">
          {t(isTheirTurn ? "yourTurn" : "needsReply")}
        </Badge>
      )}
      {waiting !== undefined && !isTheirTurn && <span className="og-note">{waiting}</span>}
      {due !== undefined && due.state !== "paused" && (
        <span className="og-note" style={{ color: dueColors[due.state] }}>
          {due.text}
        </span>
      )}
    </Group>
  );
}
