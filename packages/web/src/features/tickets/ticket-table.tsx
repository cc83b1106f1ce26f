import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PriorityBadge, StatusBadge, TicketMarks } from "./ticket-marks.tsx";
import type { Ticket } from "./tickets.data.ts";
import { useTicketWords } from "./use-ticket-words.ts";

/** Tickets in rows; on a phone the cells of one stand below each other. */
export function TicketTable({ tickets, now }: { tickets: readonly Ticket[]; now: number }) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  return (
    <div className="og-card" style={{ paddingInline: 8, overflowX: "auto" }}>
      <table className="og-table og-cell-lines" aria-label={t("list")}>
        <thead>
          <tr>
            <th scope="col">{t("subject")}</th>
            <th scope="col">{t("status")}</th>
            <th scope="col">{t("priority")}</th>
            <th scope="col">{t("container")}</th>
            <th scope="col">{t("agent")}</th>
            <th scope="col">{t("updated")}</th>
          </tr>
        </thead>
        <tbody>
          {tickets.map((ticket) => (
            <tr key={ticket.id}>
              <th scope="row">
                <Link className="og-name-link og-strong og-anywhere" to="/tickets/$slug" params={{ slug: ticket.slug }}>
                  {ticket.subject}
                </Link>{" "}
                <span className="og-note">{ticket.slug}</span>
                <TicketMarks ticket={ticket} now={now} />
              </th>
              <td>
                <StatusBadge ticket={ticket} />
              </td>
              <td>
                <PriorityBadge ticket={ticket} />
              </td>
              <td>{ticket.container?.name ?? t("noContainer")}</td>
              <td>{ticket.agent === null ? t("nobody") : words.person(ticket.agent)}</td>
              <td>{words.age(ticket.updatedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
