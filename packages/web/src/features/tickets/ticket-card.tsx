import { ActionIcon, Menu, Text } from "@mantine/core";
import { ticketStatuses } from "@offgrid/contract/tickets/ticket-types";
import { IconArrowsExchange } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useIsPhone } from "../../ui/use-list-search.ts";
import { PriorityBadge, TicketMarks } from "./ticket-marks.tsx";
import type { Ticket } from "./tickets.data.ts";
import type { BoardMoves } from "./use-board-moves.ts";
import { useTicketWords } from "./use-ticket-words.ts";

interface Props {
  ticket: Ticket;
  now: number;
  moves: BoardMoves;
}

/** A ticket on the board: dragged into another column, or sent there by its menu or by Alt with an arrow key. */
export function TicketCard({ ticket, now, moves }: Props) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const mayMove = moves.mayMove(ticket);
  const isDragged = moves.dragged?.id === ticket.id;
  const canDrag = !useIsPhone() && mayMove;
  const { slug, subject, container, agent, updatedAt } = ticket;
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || by === undefined || !mayMove) return;
    event.preventDefault();
    moves.step(ticket, by);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu does the same
    <article
      className="og-close-stack og-tight"
      style={{ paddingBlock: 8, ...(canDrag && { cursor: "grab" }), ...(isDragged && { opacity: 0.5 }) }}
      draggable={canDrag}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", subject);
        moves.drag(ticket);
      }}
      onDragEnd={() => moves.drag(undefined)}
      onKeyDown={onKey}
    >
      <div className="og-row og-top" style={{ justifyContent: "space-between" }}>
        <Text span inherit lineClamp={2} title={subject} className="og-least">
          <Link
            className="og-name-link og-strong og-anywhere"
            to="/tickets/$slug"
            params={{ slug }}
            draggable={false}
            {...(mayMove && { "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight" })}
          >
            {subject}
          </Link>
        </Text>
        {mayMove && <CardMenu ticket={ticket} moves={moves} />}
      </div>
      <div className="og-line og-fine">
        <PriorityBadge ticket={ticket} />
        {[slug, container?.name, agent && words.person(agent), t("changedAgo", { age: words.age(updatedAt) })]
          .filter(Boolean)
          .map((part) => (
            <span key={part} className="og-note og-anywhere">
              {part}
            </span>
          ))}
      </div>
      <TicketMarks ticket={ticket} now={now} />
    </article>
  );
}

/** The other columns, and why the ticket does not go into one. */
function CardMenu({ ticket, moves }: Omit<Props, "now">) {
  const { t } = useTranslation("tickets");
  const button = useRef<HTMLButtonElement>(null);
  // Of a card that is put elsewhere in the page the focus is lost on the way.
  useEffect(() => {
    if (moves.takesFocus(ticket)) button.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, where it has arrived
  }, []);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          size={32}
          className="og-fixed og-no-print"
          aria-label={t("board.move", { subject: ticket.subject })}
        >
          <IconArrowsExchange size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("board.moveTo")}</Menu.Label>
        {ticketStatuses
          .filter((status) => status !== ticket.status)
          .map((status) => {
            const why = moves.whyNot(ticket, status);
            return (
              <Menu.Item key={status} disabled={why !== undefined} onClick={() => moves.move(ticket, status)}>
                {t(`statuses.${status}`)}
                {why !== undefined && <div className="og-note og-anywhere">{why}</div>}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
