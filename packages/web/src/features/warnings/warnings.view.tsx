import { useTranslation } from "react-i18next";

import { AwayReason } from "../../ui/away-acts.tsx";
import { quiet } from "../../ui/async.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { useMayLookAfter, useWarningRights, type Warning, warningsPerPage } from "./history.data.ts";
import type { ViewProps } from "./history-view.ts";
import { KeptNote } from "./kept-note.tsx";
import { useWarningsOrKept } from "./kept-warnings.ts";
import { NoWarnings } from "./no-warnings.tsx";
import { useWarningActs } from "./use-warning-acts.tsx";
import { openInAll } from "./warning-groups.ts";
import { WarningList } from "./warning-list.tsx";

/** Warnings one by one, open ones first. */
export function WarningsView({ list, now, action, filters, openNow, notices, alarms }: ViewProps) {
  const { t } = useTranslation(["warning-history", "shared"]);
  const warnings = useWarningsOrKept(list.asked, now);
  const hasCritical =
    warnings.data?.data.some(({ clearedAt, severity }) => clearedAt === null && severity === "critical") ?? false;
  const mayLookAfter = useMayLookAfter();
  const may = useWarningRights();
  const { acts, dialog } = useWarningActs();
  // What this device has kept is seldom all.
  const openOf = (rows: readonly Warning[], total: number) => {
    if (warnings.keptAtMs !== undefined) return undefined;
    if (list.search.state === "open") return total;
    return openInAll(rows, { total, before: (list.page - 1) * warningsPerPage });
  };
  const isFiltered = Object.keys(list.search).some((key) => key !== "page" && key !== "view");
  return (
    <>
      <ListPage
        title={t("shared:screen.warnings")}
        context={
          list.search.state === "cleared" || openNow === undefined
            ? warnings.data && t("count", { count: warnings.data.total })
            : openNow
        }
        action={action}
        filters={filters}
        notes={
          <>
            <KeptNote {...warnings} now={now} kept="keptWarnings" />
            {mayLookAfter && <AwayReason />}
            {notices}
            {!warnings.isPending && !hasCritical && alarms}
          </>
        }
        of={quiet(warnings)}
        empty={
          <NoWarnings
            mayWrite={mayLookAfter}
            onClear={isFiltered ? () => list.change({ view: "warnings" }) : undefined}
          />
        }
        page={list.page}
        pageSize={warningsPerPage}
        onPage={list.toPage}
      >
        {(rows, total) => (
          <WarningList
            warnings={rows}
            open={openOf(rows, total)}
            alarms={hasCritical && alarms}
            {...{ now, may, acts }}
          />
        )}
      </ListPage>
      {dialog}
    </>
  );
}
