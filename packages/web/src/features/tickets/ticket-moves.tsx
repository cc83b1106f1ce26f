import { Button } from "@mantine/core";
import { type Mover, openMoves, type TicketState } from "@offgrid/contract/tickets/ticket-moves";
import { Link } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { Ticket, TicketDetail, updateTicket } from "./tickets.data.ts";

const CloseDialog = lazy(async () => ({ default: (await import("./close.dialog.tsx")).CloseDialog }));

export type Change = (wanted: Omit<Parameters<typeof updateTicket>[0], "id">) => Promise<unknown>;

interface Props {
  detail: TicketDetail;
  state: TicketState;
  mover: Mover;
  now: number;
  onChange: Change;
}

/** What the person may do with the ticket as it stands, as buttons; to close it is asked for once more. */
export function TicketMoves({ detail: { ticket, incident }, state, mover, now, onChange }: Props) {
  const { t } = useTranslation("tickets");
  const [isClosing, setClosing] = useState(false);
  const act = useAct(onChange);
  // Who had it when the person pressed: whoever has it since was first.
  const [agentBefore, setAgentBefore] = useState<string | null>(null);
  const isTaken =
    act.error instanceof ApiError &&
    act.error.code === "ticket_changed" &&
    state.agentId !== null &&
    state.agentId !== agentBefore;
  const press = (wanted: Parameters<Change>[0]) => {
    setAgentBefore(state.agentId);
    void act.run(wanted);
  };
  const may = new Set(openMoves(state, mover, now));
  const button = (word: string, wanted: Parameters<Change>[0], isFirst = false) => (
    <Button key={word} variant={isFirst ? "filled" : "default"} disabled={act.isRunning} onClick={() => press(wanted)}>
      {word}
    </Button>
  );
  const isOver = incident !== null && incident.state === "resolved" && may.has("close");
  return (
    <section className="og-close-stack og-no-print" aria-label={t("moves.title")}>
      {isOver && <p className="og-flush">{t("incidentOver")}</p>}
      <div className="og-wrap">
        {may.has("assign") &&
          mover !== null &&
          state.agentId !== mover.userId &&
          button(t("moves.take"), { agent: mover.userId }, state.agentId === null)}
        {may.has("start") && button(t("moves.start"), { status: "Inprogress" }, state.agentId === mover?.userId)}
        {may.has("put_back") && button(t("moves.put_back"), { status: "Open" })}
        {may.has("release") && button(t("moves.release"), { agent: null })}
        {isOver && !mover?.handles && button(t("moves.closeSolved"), { status: "Closed", reason: "solved" })}
        {may.has("close") && (
          <Button variant="default" disabled={act.isRunning} onClick={() => setClosing(true)}>
            {t(isOver && mover?.handles ? "moves.closeSolved" : "moves.close")}
          </Button>
        )}
        {may.has("reopen") && button(t("moves.reopen"), { status: "Open" }, true)}
        {mover?.handles && ticket.needsReply && button(t("moves.noReply"), { noReplyNeeded: true })}
        {state.status === "Closed" && <Follow ticket={ticket} />}
      </div>
      <MoveFault error={act.error} taker={isTaken ? (ticket.agent?.name ?? t("noName")) : undefined} />
      {isClosing && (
        <LaterDialog onClose={() => setClosing(false)}>
          <CloseDialog
            ticket={ticket}
            handles={mover?.handles === true}
            onEnd={(end) => onChange({ status: "Closed", ...end })}
            onClose={() => setClosing(false)}
          />
        </LaterDialog>
      )}
    </section>
  );
}

/** Why a move failed. @param taker Who was first; undefined: it is something else. */
function MoveFault({ error, taker }: { error: Error | undefined; taker: string | undefined }) {
  const { t } = useTranslation("tickets");
  if (taker === undefined) return <FormFailure error={error} />;
  return (
    <p className="og-flush" role="alert">
      {t("tookIt", { name: taker })}
    </p>
  );
}

/** Of one that is over, people go on in a new one. */
function Follow({ ticket: { slug, container } }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const search = { new: "ticket", follows: slug, ...(container && { on: container.id }) } as const;
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/tickets" search={search} {...props} />}>
      {t("moves.follow")}
    </Button>
  );
}
