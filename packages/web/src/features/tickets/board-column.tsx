import type { TicketStatus } from "@offgrid/contract/tickets/ticket-types";
import { type DragEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import type { BoardMoves } from "./use-board-moves.ts";

interface Props {
  status: TicketStatus;
  /** Undefined until it is known. */
  count: number | undefined;
  moves: BoardMoves;
  children: ReactNode;
}

/** A column of the board: takes tickets that may come into it, and says of others why they may not. */
export function BoardColumn({ status, count, moves, children }: Props) {
  const { t } = useTranslation("tickets");
  const [isOver, setOver] = useState(false);
  const { dragged } = moves;
  const comes = dragged !== undefined && dragged.status !== status;
  const why = comes ? moves.whyNot(dragged, status) : undefined;
  const over = (event: DragEvent) => {
    if (!comes) return;
    event.preventDefault();
    // Also what is refused is dropped here, to be told why.
    event.dataTransfer.dropEffect = "move";
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!comes) return;
    event.preventDefault();
    moves.drag(undefined);
    moves.move(dragged, status);
  };
  const isRefused = comes && why !== undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menus of the tickets do the same
    <section
      className="og-card og-close-stack"
      aria-labelledby={`tickets-${status}`}
      style={{
        padding: 12,
        ...(comes && isOver && { outline: `2px dashed var(${isRefused ? "--og-danger" : "--og-accent"})` }),
        ...(isRefused && { opacity: 0.7 }),
      }}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      <h2 className="og-title" id={`tickets-${status}`}>
        {t(`statuses.${status}`)} {count !== undefined && <span className="og-note">{count}</span>}
      </h2>
      {isRefused && isOver && <p className="og-note og-flush">{why}</p>}
      {children}
    </section>
  );
}
