import { Button } from "@mantine/core";
import { type TicketStatus, ticketStatuses } from "@offgrid/contract/tickets/ticket-types";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { PriorityBadge, TicketMarks } from "./ticket-marks.tsx";
import { filtersOf, type Ticket, useTickets } from "./tickets.data.ts";
import type { TicketsSearch } from "./tickets.search.ts";
import { useTicketWords } from "./use-ticket-words.ts";

interface BoardProps {
  search: TicketsSearch;
  now: number;
  /** Shows all of a status as a table. */
  onAll: (status: TicketStatus) => void;
}

/** Tickets in a column for each status, or in the one that is asked for; on a phone one below the other. */
export function TicketBoard({ search, now, onAll }: BoardProps) {
  const { status: wanted } = filtersOf(search);
  const shown = wanted === undefined ? ticketStatuses : [wanted];
  return (
    <div className="og-grid" style={{ ...columns(220), alignItems: "start" }}>
      {shown.map((status) => (
        <Column key={status} status={status} search={search} now={now} onAll={onAll} />
      ))}
    </div>
  );
}

function Column({ status, search, now, onAll }: BoardProps & { status: TicketStatus }) {
  const { t } = useTranslation("tickets");
  const tickets = useTickets(search, status);
  const count = tickets.data?.counts[status];
  return (
    <section className="og-card og-close-stack" aria-labelledby={`tickets-${status}`} style={{ padding: 12 }}>
      <h2 className="og-title" id={`tickets-${status}`}>
        {t(`statuses.${status}`)} {count !== undefined && <span className="og-note">{count}</span>}
      </h2>
      <Async
        of={quiet(tickets)}
        height={160}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="og-note og-flush">{t("noneHere")}</p>}
      >
        {({ data, total }) => (
          <>
            <ul className="og-plain-list og-lined">
              {data.map((ticket) => (
                <li key={ticket.id}>
                  <TicketCard ticket={ticket} now={now} />
                </li>
              ))}
            </ul>
            {total > data.length && (
              <Button variant="subtle" size="xs" onClick={() => onAll(status)}>
                {t("showAll", { count: total })}
              </Button>
            )}
          </>
        )}
      </Async>
    </section>
  );
}

export function TicketCard({ ticket, now }: { ticket: Ticket; now: number }) {
  const words = useTicketWords(now);
  const { slug, subject, container, agent, createdAt } = ticket;
  return (
    <article className="og-close-stack og-tight" style={{ paddingBlock: 8 }}>
      <Link className="og-name-link og-strong og-anywhere" to="/tickets/$slug" params={{ slug }}>
        {subject}
      </Link>
      <div className="og-line og-fine">
        <PriorityBadge ticket={ticket} />
        <span className="og-note og-anywhere">
          {[slug, container?.name, agent && words.person(agent), words.age(createdAt)].filter(Boolean).join(" · ")}
        </span>
      </div>
      <TicketMarks ticket={ticket} now={now} />
    </article>
  );
}
