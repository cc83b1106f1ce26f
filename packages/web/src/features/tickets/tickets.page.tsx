import { Button, SegmentedControl } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type ListSearch, useListSearch } from "../../ui/use-list-search.ts";
import { newClientId } from "./client-id.ts";
import { NewTicketDialog } from "./new-ticket.dialog.tsx";
import { TicketBoard } from "./ticket-board.tsx";
import { TicketTable } from "./ticket-table.tsx";
import { TextsDialog } from "./texts.dialog.tsx";
import {
  createTicket,
  filtersOf,
  ticketsPerPage,
  useFreshTickets,
  useIncidentOf,
  useMayHandle,
  useTickets,
} from "./tickets.data.ts";
import { TicketFilters } from "./tickets.filters.tsx";
import type { TicketsSearch } from "./tickets.search.ts";

/** Tickets that the person sees, on a board by status or as a table, with filters in the address. */
export function TicketsPage() {
  const navigate = useNavigate({ from: "/tickets" });
  const list = useListSearch(useSearch({ from: "/main/tickets" }), navigate);
  return <Tickets list={list} />;
}

function Tickets({ list }: { list: ListSearch<TicketsSearch> }) {
  const { t } = useTranslation(["tickets", "shared"]);
  const now = useTick();
  const containers = useContainerChoices();
  useFreshTickets();
  const tickets = useTickets(list.asked);
  const { view } = list.search;
  const isNarrowed = Object.keys(filtersOf(list.search)).length > 0 || list.search.search !== undefined;
  const add = () => list.change({ ...list.search, new: "ticket" });
  const header = {
    title: t("shared:screen.tickets"),
    context: tickets.data && t("count", { count: tickets.data.total }),
    action: <Acts list={list} onNew={add} />,
  };
  const filters = (
    <div className="og-close-stack">
      <ViewSwitch list={list} />
      <TicketFilters list={list} containers={containers} agents={tickets.data?.agents ?? []} />
    </div>
  );
  const empty = (
    <Nothing
      onNew={isNarrowed ? undefined : add}
      onClear={isNarrowed ? () => list.change(view === undefined ? {} : { view }) : undefined}
    />
  );
  const isNothing = tickets.data?.total === 0 && !tickets.isPlaceholderData;
  return (
    <>
      {view === "table" || isNothing ? (
        <ListPage
          {...header}
          filters={filters}
          of={quiet(tickets)}
          empty={empty}
          page={list.page}
          pageSize={ticketsPerPage}
          onPage={list.toPage}
        >
          {(rows) => <TicketTable tickets={rows} now={now} />}
        </ListPage>
      ) : (
        <>
          <PageHeader {...header} />
          <div className="og-stack">
            {filters}
            <TicketBoard
              search={list.asked}
              now={now}
              onAll={(status) => list.change({ ...list.search, status, view: "table" })}
            />
          </div>
        </>
      )}
      <Dialogs list={list} />
    </>
  );
}

function Acts({ list, onNew }: { list: ListSearch<TicketsSearch>; onNew: () => void }) {
  const { t } = useTranslation("tickets");
  const mayHandle = useMayHandle();
  return (
    <div className="og-wrap og-center">
      {mayHandle && (
        <Button variant="default" onClick={() => list.change({ ...list.search, texts: "all" })}>
          {t("texts.title")}
        </Button>
      )}
      <Button onClick={onNew}>{t("new")}</Button>
    </div>
  );
}

/** What the address opens over the list. */
function Dialogs({ list }: { list: ListSearch<TicketsSearch> }) {
  const { new: isNew, texts, ...others } = list.search;
  const mayHandle = useMayHandle();
  if (isNew === "ticket") return <New list={list} />;
  return mayHandle && texts !== undefined && <TextsDialog onClose={() => list.change(others)} />;
}

function ViewSwitch({ list }: { list: ListSearch<TicketsSearch> }) {
  const { t } = useTranslation("tickets");
  return (
    <SegmentedControl
      className="og-no-print"
      style={{ alignSelf: "flex-start" }}
      aria-label={t("views.title")}
      value={list.search.view ?? "board"}
      data={(["board", "table"] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
      onChange={(value) => list.put("view", value === "table" ? "table" : "")}
    />
  );
}

/** @param onClear Shows all again; undefined: there is none at all. */
function Nothing({ onNew, onClear }: { onNew: (() => void) | undefined; onClear: (() => void) | undefined }) {
  const { t } = useTranslation("tickets");
  return (
    <EmptyState
      title={t(onClear ? "none.title" : "empty.title")}
      why={t(onClear ? "none.why" : "empty.why")}
      icon={<IconTicket size={40} />}
      action={
        <Button variant="default" onClick={onClear ?? onNew}>
          {t(onClear ? "clear" : "new")}
        </Button>
      }
    />
  );
}

/** A new ticket, about what the address says. It has a name from the start: one that is sent again is made once. */
function New({ list }: { list: ListSearch<TicketsSearch> }) {
  const { t } = useTranslation("tickets");
  const navigate = useNavigate();
  const mayTake = useMayHandle();
  const containers = useContainerChoices();
  const [clientId] = useState(newClientId);
  const { new: _new, incident: incidentId, follows, ...others } = list.search;
  const incident = useIncidentOf(incidentId);
  if (incidentId !== undefined && !incident) return null;
  const about = incident
    ? t("aboutIncident", { content: incident.content, name: incident.containerName })
    : follows && t("aboutTicket", { slug: follows });
  return (
    <NewTicketDialog
      initial={{
        containerId: others.container ?? incident?.containerId,
        subject: incident ? `${incident.containerName}: ${incident.content}`.slice(0, 120) : "",
      }}
      about={about}
      containers={containers}
      mayTake={mayTake}
      onCreate={async ({ containerId, ...given }) => {
        const { slug } = await createTicket({
          ...given,
          clientId,
          ...(containerId !== undefined && { containerId }),
          ...(incidentId !== undefined && { incidentId }),
          ...(follows !== undefined && { follows }),
        });
        // Back leads to where it was asked for.
        await navigate({ to: "/tickets/$slug", params: { slug }, replace: true });
      }}
      onClose={() => list.change(others)}
    />
  );
}
