import { mobileBreakpointPx } from "@offgrid/contract/core/constants";
import { Button } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { IconDownload, IconListSearch } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { usePeopleSearch } from "../../core/people/people-search.data.ts";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useAct } from "../../ui/use-act.ts";
import { AuditCards, AuditTable } from "./audit.table.tsx";
import { actions, linesPerPage, saveAudit, useAudit } from "./audit.data.ts";
import { AuditFilters } from "./audit.filters.tsx";
import styles from "./audit.module.css";
import type { AuditSearch } from "./audit.route.ts";

/** Who did what, the newest first, with filters and page in the address. */
export function AuditPage() {
  const { t } = useTranslation(["audit", "shared"]);
  const search = useSearch({ from: "/main/users/audit" });
  const navigate = useNavigate({ from: "/users/audit" });
  const phone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`, undefined, { getInitialValueInEffect: false });
  // The address follows each letter, the portal is asked once the typing pauses.
  const [asked] = useDebouncedValue(search.search, 250);
  const { search: _text, ...rest } = search;
  const lines = useAudit(asked === undefined ? rest : { ...rest, search: asked });
  const found = usePeopleSearch();
  const download = useAct(saveAudit);
  const change = (next: AuditSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const List = phone ? AuditCards : AuditTable;
  return (
    <>
      <PageHeader
        title={t("shared:screen.audit")}
        context={lines.data && t("count", { count: lines.data.total })}
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isRunning}
            onClick={() => void download.run(search)}
          >
            {t("download")}
          </Button>
        }
      />
      <div className={styles.page}>
        <AuditFilters
          search={search}
          actions={actions}
          people={found.people}
          onSearchPeople={found.search}
          onChange={change}
        />
        <FormFailure error={download.error} />
        <Async
          of={lines}
          height={480}
          isEmpty={({ data }) => data.length === 0}
          empty={
            <EmptyState
              title={t("none.title")}
              why={t("none.why")}
              icon={<IconListSearch size={40} />}
              action={
                <Button variant="default" onClick={() => change({})}>
                  {t("none.clear")}
                </Button>
              }
            />
          }
        >
          {({ data, total }) => (
            <div className={styles.page}>
              <List lines={data} />
              <Pager
                page={search.page ?? 1}
                pageSize={linesPerPage}
                total={total}
                onPage={(page) => {
                  const { page: _page, ...others } = search;
                  void navigate({ search: page > 1 ? { ...others, page } : others });
                }}
              />
            </div>
          )}
        </Async>
      </div>
    </>
  );
}
