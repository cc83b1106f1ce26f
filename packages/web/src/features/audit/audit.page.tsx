import { Button, Skeleton } from "@mantine/core";
import { IconDownload, IconListSearch } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { usePeopleSearch } from "../../domain/people/people-search.data.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useIsPhone, useListSearch } from "../../ui/use-list-search.ts";
import { AuditCards, AuditTable } from "./audit.table.tsx";
import { actions, linesPerPage, saveAudit, useAudit } from "./audit.data.ts";
import { AuditFilters } from "./audit.filters.tsx";
import { LineTexts } from "./line-texts.tsx";

/** Who did what, the newest first, with filters and page in the address. */
export function AuditPage() {
  const { t } = useTranslation(["audit", "shared"]);
  const navigate = useNavigate({ from: "/users/audit" });
  const list = useListSearch(useSearch({ from: "/main/users/audit" }), navigate);
  const lines = useAudit(list.asked);
  const found = usePeopleSearch();
  const containers = useContainerChoices();
  const now = useTick();
  const download = useAct(saveAudit);
  const Lines = useIsPhone() ? AuditCards : AuditTable;
  return (
    <ListPage
      title={t("shared:screen.audit")}
      context={lines.data && t("count", { count: lines.data.total })}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isRunning}
          onClick={() => void download.run(list.search)}
        >
          {t("download")}
        </Button>
      }
      filters={
        <AuditFilters
          list={list}
          actions={actions}
          people={found.people}
          onSearchPeople={found.search}
          containers={containers}
        />
      }
      notes={<FormFailure error={download.error} />}
      of={lines}
      skeleton={<LinesSkeleton />}
      empty={
        <EmptyState
          title={t("none.title")}
          why={t("none.why")}
          icon={<IconListSearch size={40} />}
          action={
            <Button variant="default" onClick={() => list.change({})}>
              {t("none.clear")}
            </Button>
          }
        />
      }
      page={list.page}
      pageSize={linesPerPage}
      onPage={list.toPage}
    >
      {(rows) => (
        <LineTexts lines={rows} fallback={<LinesSkeleton />}>
          <Lines lines={rows} names={lines.data?.names ?? {}} now={now} />
        </LineTexts>
      )}
    </ListPage>
  );
}

/** As many lines as a window shows. */
const skeletonLines = 10;

function LinesSkeleton() {
  return (
    <div className="og-box og-stack og-mid" style={{ padding: 12 }}>
      {Array.from({ length: skeletonLines }, (_, place) => (
        <Skeleton key={place} height={32} radius={6} />
      ))}
    </div>
  );
}
