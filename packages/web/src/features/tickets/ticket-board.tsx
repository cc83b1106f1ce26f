import { Button } from "@mantine/core";
import { type TicketStatus, ticketStatuses } from "@offgrid/contract/tickets/ticket-types";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { BoardColumn } from "./board-column.tsx";
import { TicketCard } from "./ticket-card.tsx";
import type { Change } from "./ticket-moves.tsx";
import { filtersOf, type Ticket, updateTicket, useMover, useTickets } from "./tickets.data.ts";
import type { TicketsSearch } from "./tickets.search.ts";
import { type BoardMoves, useBoardMoves } from "./use-board-moves.ts";

const CloseDialog = lazy(async () => ({ default: (await import("./close.dialog.tsx")).CloseDialog }));

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
  const mover = useMover();
  const moves = useBoardMoves({ mover, now, onChange: changeTicket });
  return (
    <>
      <div className="og-grid" style={columns(220)}>
        {shown.map((status) => (
          <Column key={status} {...{ status, search, now, onAll, moves }} />
        ))}
      </div>
      {moves.closing && (
        <LaterDialog onClose={moves.keepOpen}>
          <CloseDialog
            ticket={moves.closing}
            handles={mover?.handles === true}
            onEnd={moves.close}
            onClose={moves.keepOpen}
          />
        </LaterDialog>
      )}
    </>
  );
}

/** Whoever changes what somebody else has just changed is told, and sees it. */
const changeTicket = (ticket: Ticket, wanted: Parameters<Change>[0]) =>
  updateTicket({ id: ticket.id, version: ticket.version, ...wanted });

interface ColumnProps extends BoardProps {
  status: TicketStatus;
  moves: BoardMoves;
}

function Column({ status, search, now, onAll, moves }: ColumnProps) {
  const { t } = useTranslation("tickets");
  const tickets = useTickets(search, status);
  return (
    <BoardColumn status={status} count={tickets.data?.counts[status]} moves={moves}>
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
                  <TicketCard ticket={ticket} now={now} moves={moves} />
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
    </BoardColumn>
  );
}
