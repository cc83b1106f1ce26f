import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices, useContainers } from "../../domain/containers/containers.data.tsx";
import { AllRead } from "../../domain/notifications/all-read.tsx";
import { PersonalNotices } from "../../domain/notifications/personal-notices.tsx";
import { useUnreadNotices } from "../../domain/notifications/unread-notices.data.ts";
import { withField } from "../../ui/list-address.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { type ListSearch, useListSearch } from "../../ui/use-list-search.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { DeviceAlarms, warnedContainers } from "./device-alarms.tsx";
import { markAllRead, markRead, useUnreadWarnings } from "./history.data.ts";
import { useAllReadWords } from "./all-read-words.ts";
import { HistoryFilters } from "./history.filters.tsx";
import { useOpenNow } from "./history-view.ts";
import { IncidentsView } from "./incidents.view.tsx";
import { useClusterChoices } from "../../domain/warnings/rules.data.ts";
import { UnreadReports } from "./unread-reports.tsx";
import { type HistorySearch, showsIncidents } from "./warnings.search.ts";

/** Fetched when somebody looks at warnings one by one: most look at incidents. */
const WarningsView = lazy(() =>
  loadChunk(() => import("./warnings.view.tsx")).then((part) => ({ default: part.WarningsView })),
);

/** Incidents of all containers that the person sees, or warnings one by one, with filters and page in the address. */
export function HistoryPage() {
  const { t } = useTranslation("warning-history");
  const navigate = useNavigate({ from: "/warning/history" });
  const list = stayingInView(useListSearch(useSearch({ from: "/main/warning/history" }), navigate));
  const now = useTick();
  const containers = useContainerChoices();
  const clusters = useClusterChoices() ?? [];
  const warned = warnedContainers(useContainers().data ?? [], list.search);
  const unread = useUnreadWarnings();
  const allRead = useAllReadWords();
  const notices = useUnreadNotices();
  const read = (ids: readonly string[]) => void markRead([...ids]).catch(() => sayFailure(t("failed")));
  const isIncidents = showsIncidents(list.search);
  const openNow = useOpenNow(warned, list.search);
  const View = isIncidents ? IncidentsView : WarningsView;
  const isFiltered = Object.keys(list.search).some((key) => !["page", "view", "incident"].includes(key));
  const filters = (
    <div className="og-close-stack">
      <div className="og-ends og-wrap">
        <ViewSwitch list={list} isIncidents={isIncidents} />
        <span className="og-note">{t("zone", { zone: browserZone })}</span>
      </div>
      <HistoryFilters list={list} containers={containers} clusters={clusters} />
    </div>
  );
  return (
    <>
      <LaterPart height={480} frame={(place) => <Away filters={filters}>{place}</Away>}>
        <View
          list={list}
          now={now}
          openNow={openNow}
          notices={list.page === 1 && <PersonalNotices notices={notices.personal} now={now} onRead={read} />}
          alarms={list.page === 1 && <DeviceAlarms containers={warned} now={now} />}
          action={<AllRead unread={unread} words={allRead} onMark={markAllRead} />}
          filters={filters}
        />
      </LaterPart>
      {!isFiltered && list.page === 1 && (
        <div style={{ marginTop: 16 }}>
          <UnreadReports reports={notices.reported} now={now} onRead={read} />
        </div>
      )}
    </>
  );
}

/** Title and filters around a view that is not here yet. */
function Away({ filters, children }: { filters: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t("screen.warnings")} />
      <div className="og-stack">
        {filters}
        {children}
      </div>
    </>
  );
}

/** Who takes away what was searched for among warnings still looks at warnings. */
function stayingInView(list: ListSearch<HistorySearch>): ListSearch<HistorySearch> {
  if (showsIncidents(list.search)) return list;
  const put: typeof list.put = (key, value) => list.change(withField({ ...list.search, view: "warnings" }, key, value));
  return { ...list, put };
}

/** What only warnings have is given up with them. */
function ViewSwitch({ list, isIncidents }: { list: ListSearch<HistorySearch>; isIncidents: boolean }) {
  const { t } = useTranslation("warning-history");
  const { container, cluster, state, severity } = list.search;
  const kept: HistorySearch = {
    ...(container !== undefined && { container }),
    ...(cluster !== undefined && { cluster }),
    ...(state !== undefined && { state }),
    ...(severity !== undefined && { severity }),
  };
  return (
    <SegmentedControl
      className="og-no-print"
      style={{ alignSelf: "flex-start" }}
      aria-label={t("views.title")}
      value={isIncidents ? "incidents" : "warnings"}
      data={(["incidents", "warnings"] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
      onChange={(value) => list.change(value === "warnings" ? { ...kept, view: "warnings" } : kept)}
    />
  );
}
