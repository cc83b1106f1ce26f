import { Button, Tabs } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { useTick } from "../../core/live/tick.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LaterPart } from "../../ui/later-part.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { useEvidence } from "./evidence.data.ts";
import { TicketChat } from "./ticket-chat.tsx";
import { TicketFacts } from "./ticket-facts.tsx";
import { PriorityBadge, StatusBadge, TicketMarks } from "./ticket-marks.tsx";
import { TicketMoves } from "./ticket-moves.tsx";
import {
  stateOf,
  type TicketDetail,
  updateTicket,
  useFreshTickets,
  useHandlers,
  useMover,
  useTicket,
  useTicketHistory,
} from "./tickets.data.ts";

const HistoryLines = lazy(async () => ({ default: (await import("./ticket-history.tsx")).HistoryLines }));
const TicketContainer = lazy(async () => ({ default: (await import("./ticket-container.tsx")).TicketContainer }));
const TicketEvidence = lazy(async () => ({ default: (await import("./ticket-evidence.tsx")).TicketEvidence }));

/** One ticket: what it is about, what may be done with it, its messages and its history. */
export function TicketPage() {
  const { t } = useTranslation(["tickets", "shared"]);
  const { slug } = useParams({ from: "/main/tickets/$slug" });
  const now = useTick();
  const detail = useTicket(slug);
  useFreshTickets();
  const ticket = detail.data?.ticket;
  useOwnTitle(`${ticket?.subject ?? slug} · ${t("shared:screen.ticket")} · ${config.portalName}`);
  if (detail.error?.code === "not_found" || detail.error?.code === "bad_input") return <NoSuchTicket slug={slug} />;
  return (
    <>
      <PageHeader
        title={ticket?.subject ?? slug}
        context={
          <>
            <Link className="og-name-link" to="/tickets" search={{}}>
              {t("toTickets")}
            </Link>
            <span>{slug}</span>
            {ticket && (
              <>
                <StatusBadge ticket={ticket} />
                <PriorityBadge ticket={ticket} />
                <TicketMarks ticket={{ ...ticket, unread: 0 }} now={now} />
              </>
            )}
          </>
        }
      />
      <Async of={quiet(detail)} height={480}>
        {(found) => <Opened key={found.ticket.id} detail={found} now={now} />}
      </Async>
    </>
  );
}

/** Nobody is told apart whether there is none, or whether it is not theirs. */
export function NoSuchTicket({ slug }: { slug: string }) {
  const { t } = useTranslation(["tickets", "shared"]);
  return (
    <>
      <PageHeader title={t("shared:screen.ticket")} />
      <div className="og-card">
        <EmptyState
          title={t("noSuch.title", { slug })}
          why={t("noSuch.why")}
          action={
            <Button renderRoot={(props) => <Link to="/tickets" search={{}} {...props} />}>{t("toTickets")}</Button>
          }
        />
      </div>
    </>
  );
}

function Opened({ detail, now }: { detail: TicketDetail; now: number }) {
  const { t } = useTranslation("tickets");
  const { ticket } = detail;
  const { tab } = useSearch({ from: "/main/tickets/$slug" });
  const navigate = useNavigate({ from: "/tickets/$slug" });
  const mover = useMover();
  const handlers = useHandlers(ticket.id);
  const change = (wanted: Omit<Parameters<typeof updateTicket>[0], "id">) =>
    // Whoever changes what somebody else has just changed is told, and sees it.
    updateTicket({ id: ticket.id, version: ticket.version, ...wanted });
  return (
    <div className="og-stack">
      <TicketMoves detail={detail} state={stateOf(ticket)} mover={mover} now={now} onChange={change} />
      <div className="og-wrap og-top" style={{ gap: 16 }}>
        <Tabs
          value={tab === "history" ? tab : "chat"}
          onChange={(value) =>
            void navigate({ search: value === "history" ? { tab: "history" } : {}, replace: true, resetScroll: false })
          }
          keepMounted={false}
          className="og-least"
          style={{ flex: "3 1 20rem" }}
        >
          <Tabs.List>
            <Tabs.Tab value="chat">{t("tabs.chat")}</Tabs.Tab>
            <Tabs.Tab value="history">{t("tabs.history")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="chat" pt="md">
            <TicketChat ticket={ticket} handlers={handlers} now={now} />
          </Tabs.Panel>
          <Tabs.Panel value="history" pt="md">
            <History ticket={ticket} now={now} />
          </Tabs.Panel>
        </Tabs>
        <div className="og-least og-stack" style={{ flex: "1 1 16rem" }}>
          <TicketFacts detail={detail} handlers={handlers} mover={mover} now={now} onChange={change} />
          {ticket.container !== null && (
            <LaterPart height={180}>
              <TicketContainer containerId={ticket.container.id} now={now} />
            </LaterPart>
          )}
          {/* Only what is known of a container is frozen. */}
          {(ticket.container !== null || ticket.incidentId !== null) && (
            <LaterPart height={140}>
              <TicketEvidence ticketId={ticket.id} slug={ticket.slug} now={now} />
            </LaterPart>
          )}
        </div>
      </div>
    </div>
  );
}

function History({ ticket, now }: { ticket: TicketDetail["ticket"]; now: number }) {
  const history = useTicketHistory(ticket.id);
  const packs = useEvidence(ticket.id).data?.data ?? [];
  return (
    <Async of={quiet(history)} height={160}>
      {(found) => (
        <LaterPart height={140}>
          <HistoryLines ticket={ticket} history={found} packs={packs} now={now} />
        </LaterPart>
      )}
    </Async>
  );
}
