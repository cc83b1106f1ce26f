import { Button } from "@mantine/core";
import { historyDays } from "@offgrid/contract/notifications/notification-types";
import { IconCalendarEvent } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { AllRead } from "../../domain/notifications/all-read.tsx";
import { quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useListSearch } from "../../ui/use-list-search.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { EventDays } from "./event-days.tsx";
import { eventsPerPage, markAllRead, markRead, useEvents, useUnreadEvents } from "./events.data.ts";
import { EventsFilters } from "./events.filters.tsx";
import type { EventsSearch } from "./events.search.ts";

/** What happened at all containers that the person sees, newest first, with filters and page in the address. */
export function EventsPage() {
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
  const read = (ids: readonly string[]) => void markRead(ids).catch(() => sayFailure(t("failed")));
  return (
    <ListPage
      title={t("shared:screen.events")}
      context={events.data && `${countText(events.data)} · ${t("zone", { zone: browserZone })}`}
      action={<AllRead unread={unread} words={(count) => t("allRead", { count })} onMark={markAllRead} />}
      filters={<EventsFilters list={list} containers={containers} />}
      of={quiet(events)}
      empty={<NoEvents search={list.search} onSearch={list.change} />}
      page={list.page}
      pageSize={eventsPerPage}
      onPage={list.toPage}
    >
      {(rows) => <EventDays events={rows} now={now} onRead={read} />}
    </ListPage>
  );
}

export interface NoEventsProps {
  search: EventsSearch;
  onSearch: (next: EventsSearch) => void;
}

/** Why nothing is listed, and the way to what there is. */
export function NoEvents({ search, onSearch }: NoEventsProps) {
  const { t } = useTranslation("events");
  const { page: _page, show, ...filters } = search;
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
