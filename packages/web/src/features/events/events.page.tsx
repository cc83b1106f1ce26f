import { Button } from "@mantine/core";
import { historyDays } from "@offgrid/contract/notifications/notification-types";
import { IconCalendarEvent, IconDownload } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactElement } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { AllRead } from "../../domain/notifications/all-read.tsx";
import type { Notification } from "../../domain/notifications/fold-repeats.ts";
import { quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { type ListSearch, useListSearch } from "../../ui/use-list-search.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { EventDays } from "./event-days.tsx";
import { EventLink } from "./event-link.tsx";
import {
  eventsPerPage,
  markAllRead,
  markRead,
  useEventRights,
  useEvents,
  useOpened,
  useUnreadEvents,
} from "./events.data.ts";
import { EventsFilters } from "./events.filters.tsx";
import type { EventsSearch } from "./events.search.ts";
import { useSaveEvents } from "./use-save-events.ts";

/** Fetched with the first event that is opened. */
const EventDrawer = lazy(async () => ({
  default: await loadWithTexts(["container-facts"], async () => (await import("./event-drawer.tsx")).EventDrawer),
}));

/** What happened at all containers that the person sees, newest first, with filters and page in the address. */
export function EventsPage(): ReactElement {
  const { t } = useTranslation(["events", "shared"]);
  const navigate = useNavigate({ from: "/events" });
  const locale = useLocale();
  const list = useListSearch(useSearch({ from: "/main/events" }), navigate);
  const now = useTick();
  const events = useEvents(list.asked, now);
  const containers = useContainerChoices();
  const unread = useUnreadEvents();
  const countText = ({ total, isMore }: { total: number; isMore: boolean }) =>
    isMore ? t("moreThan", { total: formatCount(total, locale) }) : t("count", { count: total });
  const save = useSaveEvents();
  const read = (ids: readonly string[]) => void markRead(ids).catch(() => sayFailure(t("failed")));
  return (
    <>
      <ListPage
        title={t("shared:screen.events")}
        context={events.data && `${countText(events.data)} · ${t("zone", { zone: browserZone })}`}
        action={
          <div className="og-wrap">
            <AllRead unread={unread} words={({ count }) => t("allRead", { count })} onMark={markAllRead} />
            <DownloadButton isRunning={save.isRunning} onPress={() => void save.run(list.search)} />
          </div>
        }
        filters={<EventsFilters list={list} containers={containers} />}
        of={quiet(events)}
        notes={<FormFailure error={save.error} />}
        empty={<NoEvents search={list.search} onSearch={list.change} />}
        page={list.page}
        pageSize={eventsPerPage}
        onPage={list.toPage}
      >
        {(rows) => (
          <EventDays
            events={rows}
            now={now}
            around={({ newest }, text) => (
              <EventLink search={list.search} id={newest.id}>
                {text}
              </EventLink>
            )}
            onRead={read}
          />
        )}
      </ListPage>
      <OpenedEvent list={list} events={events.data?.data} now={now} />
    </>
  );
}

interface OpenedProps {
  list: ListSearch<EventsSearch>;
  /** Those that are listed; absent: they are not known yet. */
  events: readonly Notification[] | undefined;
  now: number;
}

/** The event that the address names, beside the list. */
function OpenedEvent({ list, events, now }: OpenedProps) {
  const { event: id, ...others } = list.search;
  const opened = useOpened(id, events);
  const may = useEventRights();
  if (id === undefined || opened === undefined) return null;
  const close = () => list.change(others);
  return (
    <LaterDialog onClose={close}>
      <EventDrawer event={opened ?? undefined} now={now} may={may} onClose={close} />
    </LaterDialog>
  );
}

function DownloadButton({ isRunning, onPress }: { isRunning: boolean; onPress: () => void }) {
  const { t } = useTranslation("events");
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isRunning}
      onClick={onPress}
    >
      {t("download")}
    </Button>
  );
}

export interface NoEventsProps {
  search: EventsSearch;
  onSearch: (next: EventsSearch) => void;
}

/** Why nothing is listed, and the way to what there is. */
export function NoEvents({ search, onSearch }: NoEventsProps) {
  const { t } = useTranslation("events");
  const { page: _page, event: _event, show, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (next: EventsSearch, label: string) => (
    <Button variant="default" onClick={() => onSearch(next)}>
      {label}
    </Button>
  );
  const kind = isFiltered ? "match" : (show ?? "notified");
  const actions = {
    match: to(show === undefined ? {} : { show }, t("clear")),
    unread: to({}, t("none.showNotified")),
    notified: to({ show: "all" }, t("none.showAll")),
    all: undefined,
  };
  return (
    <EmptyState
      title={t(`none.${kind}`)}
      why={t(`none.${kind}Why`, { days: historyDays })}
      icon={<IconCalendarEvent size={40} />}
      action={actions[kind]}
    />
  );
}
