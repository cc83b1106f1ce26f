import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";

import { PriorityBadge, StatusBadge, TicketMarks } from "./ticket-marks.tsx";
import type { Ticket } from "./tickets.data.ts";
import { useTicketWords } from "./use-ticket-words.ts";

/** On a phone it names what it has, and is left out where it has nothing. */
function Cell({ name, children }: { name: string; children: ReactNode }) {
  const isPhone = useIsPhone();
  const isEmpty = children === undefined || children === null;
  if (isPhone && isEmpty) return null;
  return (
    <td>
      {isPhone && <span className="og-note">{name} </span>}
      {isEmpty ? missing : children}
    </td>
  );
}

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
              <Cell name={t("container")}>{ticket.container?.name}</Cell>
              <Cell name={t("agent")}>{ticket.agent && words.person(ticket.agent)}</Cell>
              <Cell name={t("updated")}>{words.age(ticket.updatedAt)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
