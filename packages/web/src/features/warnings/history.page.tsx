import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useListSearch } from "../../ui/use-list-search.ts";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import {
  acknowledge,
  markAllRead,
  markRead,
  mute,
  useMayLookAfter,
  useUnreadReports,
  useUnreadWarnings,
  useWarnings,
  type Warning,
  warningsPerPage,
} from "./history.data.ts";
import { HistoryFilters } from "./history.filters.tsx";
import { UnreadReports } from "./unread-reports.tsx";
import { WarningList } from "./warning-list.tsx";
import type { WarningActs } from "./warning-line.tsx";

/** Warnings of all containers that the person sees, open ones first, with filters and page in the address. */
export function HistoryPage() {
  const { t } = useTranslation(["warning-history", "shared"]);
  const navigate = useNavigate({ from: "/warning/history" });
  const list = useListSearch(useSearch({ from: "/main/warning/history" }), navigate);
  const now = useTick();
  const warnings = useWarnings(list.asked, now);
  const containers = useContainerChoices();
  const mayLookAfter = useMayLookAfter();
  const [asked, setAsked] = useState<Warning>();
  const acts = useActs(setAsked);
  const isFiltered = Object.keys(list.search).some((key) => key !== "page");
  return (
    <>
      <ListPage
        title={t("shared:screen.warnings")}
        context={warnings.data && t("count", { count: warnings.data.total })}
        action={<AllRead />}
        filters={<HistoryFilters list={list} containers={containers} />}
        of={quiet(warnings)}
        empty={<NoWarnings mayWrite={mayLookAfter} onClear={isFiltered ? () => list.change({}) : undefined} />}
        page={list.page}
        pageSize={warningsPerPage}
        onPage={list.toPage}
      >
        {(rows) => <WarningList warnings={rows} now={now} acts={mayLookAfter ? acts : undefined} />}
      </ListPage>
      <Reports isShown={!isFiltered && list.page === 1} now={now} />
      {asked && (
        <AcknowledgeDialog
          warning={asked}
          onSend={async (note) => {
            const { clearedAt } = await acknowledge(asked.id, note);
            sayDone(t(clearedAt === null ? "ask.done" : "ask.over", { name: asked.content }));
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** What changes nothing for others is done at once. */
function useActs(onAcknowledge: (warning: Warning) => void): WarningActs {
  const { t } = useTranslation("warning-history");
  const failed = () => sayFailure(t("failed"));
  return {
    onAcknowledge,
    onMute: (warning, hours) => void mute(warning.id, hours).catch(failed),
    onRead: (warning) => void markRead([warning.id]).catch(failed),
  };
}

function Reports({ isShown, now }: { isShown: boolean; now: number }) {
  const { t } = useTranslation("warning-history");
  const { data = [] } = useUnreadReports();
  const read = (id: string) => void markRead([id]).catch(() => sayFailure(t("failed")));
  if (!isShown) return null;
  return (
    <div style={{ marginTop: 16 }}>
      <UnreadReports reports={data} now={now} onRead={read} />
    </div>
  );
}

/** Those that it counts: what comes meanwhile stays unread. */
function AllRead() {
  const { t } = useTranslation("warning-history");
  const unread = useUnreadWarnings();
  const all = useAct(markAllRead);
  if (!unread || unread.count === 0) return null;
  return (
    <>
      <FormFailure error={all.error} />
      <Button variant="default" loading={all.isRunning} onClick={() => void all.run(unread.asOf)}>
        {t("allRead", { count: unread.count })}
      </Button>
    </>
  );
}

/** @param props.onClear Of a list that is filtered; the others are empty by themselves. */
function NoWarnings({ mayWrite, onClear }: { mayWrite: boolean; onClear: (() => void) | undefined }) {
  const { t } = useTranslation("warning-history");
  const icon = <IconAlertTriangle size={40} />;
  if (onClear) {
    return (
      <EmptyState
        title={t("none.match")}
        why={t("none.matchWhy")}
        icon={icon}
        action={
          <Button variant="default" onClick={onClear}>
            {t("clear")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t("none.title")}
      why={t("none.why")}
      icon={icon}
      action={
        mayWrite && (
          <Button variant="default" renderRoot={(props) => <Link to="/warning/list" {...props} />}>
            {t("none.rules")}
          </Button>
        )
      }
    />
  );
}
