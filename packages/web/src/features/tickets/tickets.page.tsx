import { Button, SegmentedControl } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useCanGoBack, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { quiet } from "../../ui/async.tsx";
import { AwayReason, useAwayActs } from "../../ui/away-acts.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type ListSearch, useListSearch } from "../../ui/use-list-search.ts";
import { TicketBoard } from "./ticket-board.tsx";
import { TicketTable } from "./ticket-table.tsx";
import { TextsDialog } from "./texts.dialog.tsx";
import { filtersOf, ticketsPerPage, useFreshTickets, useMayHandle, useTickets } from "./tickets.data.ts";
import { TicketFilters } from "./tickets.filters.tsx";
import type { TicketsSearch } from "./tickets.search.ts";

const CausesDialog = lazy(async () => ({ default: (await import("./causes.dialog.tsx")).CausesDialog }));
const NewTicket = lazy(async () => ({ default: (await import("./new-ticket.tsx")).NewTicket }));

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
  const unlessAway = useAwayActs();
  return (
    <div className="og-wrap og-center">
      {mayHandle && (
        <>
          <Button variant="default" onClick={() => list.change({ ...list.search, causes: "all" })}>
            {t("causes.button")}
          </Button>
          <Button variant="default" onClick={() => list.change({ ...list.search, texts: "all" })}>
            {t("texts.title")}
          </Button>
        </>
      )}
      <Button {...unlessAway(onNew)}>{t("new")}</Button>
      <AwayReason />
    </div>
  );
}

/** The list alone, without what a new ticket is about. */
const withoutNew = (search: TicketsSearch): TicketsSearch => {
  const { new: _new, on: _on, incident: _incident, follows: _follows, chart: _chart, at: _at, ...others } = search;
  return others;
};
/** It was asked for on another screen, to which whoever gives it up returns. */
const isFromElsewhere = ({ on, incident, follows, chart }: TicketsSearch) =>
  (on ?? incident ?? follows ?? chart) !== undefined;

/** What the address opens over the list. */
function Dialogs({ list }: { list: ListSearch<TicketsSearch> }) {
  const { new: isNew, texts, causes, ...others } = list.search;
  const router = useRouter();
  const mayGoBack = useCanGoBack();
  const mayHandle = useMayHandle();
  if (isNew === "ticket") {
    const close = () => list.change(withoutNew(list.search));
    const leave = () => (isFromElsewhere(list.search) && mayGoBack ? router.history.back() : close());
    return (
      <LaterDialog onClose={close}>
        <NewTicket search={list.search} onClose={leave} />
      </LaterDialog>
    );
  }
  const close = () => list.change(others);
  if (mayHandle && causes !== undefined)
    return (
      <LaterDialog onClose={close}>
        <CausesDialog onClose={close} />
      </LaterDialog>
    );
  return mayHandle && texts !== undefined && <TextsDialog onClose={close} />;
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
