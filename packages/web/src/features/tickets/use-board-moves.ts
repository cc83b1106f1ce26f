import type { Mover, WantedState } from "@offgrid/contract/tickets/ticket-moves";
import { type TicketStatus, ticketStatuses } from "@offgrid/contract/tickets/ticket-types";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { sayFailure, sayUndo } from "../../ui/toast.tsx";
import { boardMove, undoOf } from "./board-moves.ts";
import type { GivenEnd } from "./close.dialog.tsx";
import type { Change } from "./ticket-moves.tsx";
import { stateOf, type Ticket } from "./tickets.data.ts";

type Wanted = Parameters<Change>[0];
interface Options {
  mover: Mover;
  now: number;
  /** Changes a ticket as the person sees it. @throws ApiError */
  onChange: (ticket: Ticket, wanted: Wanted) => Promise<Ticket>;
}

export interface BoardMoves {
  /** Why the ticket does not go there, as a sentence; undefined: it does. */
  whyNot: (ticket: Ticket, to: TicketStatus) => string | undefined;
  /** It goes into some other column. */
  mayMove: (ticket: Ticket) => boolean;
  move: (ticket: Ticket, to: TicketStatus) => void;
  /** Into the next column on a side that takes it. */
  step: (ticket: Ticket, by: -1 | 1) => void;
  dragged: Ticket | undefined;
  drag: (ticket: Ticket | undefined) => void;
  /** The one that is asked about before it is closed. */
  closing: Ticket | undefined;
  /** @throws ApiError */
  close: (end: GivenEnd) => Promise<void>;
  keepOpen: () => void;
  /** It has just changed its column, and has the focus if nothing else has. @returns once for each move */
  takesFocus: (ticket: Ticket) => boolean;
}

/** Moves tickets between the columns of the board, each with a way back where there is one. */
export function useBoardMoves({ mover, now, onChange }: Options): BoardMoves {
  const { t } = useTranslation(["tickets", "ui", "shared"]);
  const [dragged, drag] = useState<Ticket>();
  const [closing, setClosing] = useState<Ticket>();
  const moved = useRef<string>(undefined);
  const say = (error: unknown) =>
    sayFailure(error instanceof ApiError ? t(`shared:refusal.${error.code}`) : t("ui:async.unexpected"));
  const put = async (ticket: Ticket, wanted: WantedState & { lastWords?: string }) => {
    moved.current = ticket.id;
    const { lastWords } = wanted;
    const after = await onChange(ticket, { ...inputOf(wanted), ...(lastWords !== undefined && { lastWords }) });
    const back = undoOf(stateOf(ticket), stateOf(after), mover, now);
    const text = t("board.moved", { subject: ticket.subject, status: t(`statuses.${after.status}`) });
    if (back) sayUndo(text, () => void onChange(after, inputOf(back)).catch(say));
  };
  const found = (ticket: Ticket, to: TicketStatus) => boardMove(stateOf(ticket), to, mover, now);
  const mayGo = (ticket: Ticket, to: TicketStatus) => typeof found(ticket, to) === "object";
  const move = (ticket: Ticket, to: TicketStatus) => {
    const wanted = found(ticket, to);
    if (typeof wanted === "object") return to === "Closed" ? setClosing(ticket) : void put(ticket, wanted).catch(say);
    if (wanted !== "here") sayFailure(t(`board.why.${wanted}`));
  };
  return {
    ...{ move, dragged, drag, closing },
    whyNot: (ticket, to) => {
      const wanted = found(ticket, to);
      return typeof wanted === "object" ? undefined : t(`board.why.${wanted}`);
    },
    mayMove: (ticket) => ticketStatuses.some((to) => mayGo(ticket, to)),
    step: (ticket, by) => {
      const at = ticketStatuses.indexOf(ticket.status);
      const side = by === 1 ? ticketStatuses.slice(at + 1) : ticketStatuses.slice(0, at).toReversed();
      const to = side.find((one) => mayGo(ticket, one)) ?? side[0];
      if (to) move(ticket, to);
    },
    close: async (end) => {
      if (closing) await put(closing, { status: "Closed", ...end });
    },
    keepOpen: () => setClosing(undefined),
    takesFocus: ({ id }) => {
      const isIt = moved.current === id;
      if (isIt) moved.current = undefined;
      return isIt;
    },
  };
}

function inputOf({ status, agentId, reason, cause, duplicateOf, waiting }: WantedState): Wanted {
  const { for: waitingFor, untilMs } = waiting ?? {};
  return {
    ...(status !== undefined && { status }),
    ...(agentId !== undefined && { agent: agentId }),
    ...(reason !== undefined && { reason }),
    ...(cause !== undefined && { cause }),
    ...(duplicateOf !== undefined && { duplicateOf }),
    ...(waitingFor !== undefined && {
      waitingFor,
      waitingUntil: untilMs === undefined || untilMs === null ? null : new Date(untilMs).toISOString(),
    }),
  };
}
