import { Button } from "@mantine/core";
import { type TicketStatus, ticketStatuses } from "@offgrid/contract/tickets/ticket-types";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { BoardColumn } from "./board-column.tsx";
import { firstColumn } from "./board-moves.ts";
import { ChoiceButtons } from "./choice-buttons.tsx";
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

/** Tickets in a column for each status, or in the one that is asked for; on a phone one of them at a time. */
export function TicketBoard({ search, now, onAll }: BoardProps) {
  const { status: wanted } = filtersOf(search);
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<TicketStatus>();
  const counts = useTickets(search, wanted ?? chosen ?? "Unassigned").data?.counts;
  // Once, so that it does not turn to another column by itself while somebody reads.
  if (isPhone && chosen === undefined && counts !== undefined) setChosen(firstColumn(counts));
  const one = wanted ?? (isPhone ? (chosen ?? "Unassigned") : undefined);
  const shown = one === undefined ? ticketStatuses : [one];
  const mover = useMover();
  const moves = useBoardMoves({ mover, now, onChange: changeTicket });
  return (
    <>
      {isPhone && wanted === undefined && <StatusTabs search={search} shown={shown[0]} onShow={setChosen} />}
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

interface TabsProps {
  search: TicketsSearch;
  shown: TicketStatus | undefined;
  onShow: (status: TicketStatus) => void;
}

/** The columns with how many tickets each has: one below the other, the last would be far away. */
function StatusTabs({ search, shown = "Unassigned", onShow }: TabsProps) {
  const { t } = useTranslation("tickets");
  const counts = useTickets(search, shown).data?.counts;
  const word = (status: TicketStatus) =>
    [t(`statuses.${status}`), counts?.[status]].filter((part) => part !== undefined);
  return (
    <ChoiceButtons
      label={t("status")}
      options={ticketStatuses.map((status) => ({ value: status, label: word(status).join(" ") }))}
      value={shown}
      onChoose={onShow}
    />
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
