import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { mobileBreakpointPx } from "@offgrid/contract/core/constants";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBox, IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useSites, WatchSites } from "../../core/sites/sites.data.tsx";
import { Async } from "../../ui/async.tsx";
import { ContainerCard } from "../../ui/container/container-card.tsx";
import { useVisible } from "../../ui/container/use-visible.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useMayRegister } from "./containers.data.ts";
import { ContainerFilters } from "./containers.filters.tsx";
import styles from "./containers.module.css";
import type { ContainersSearch } from "./containers.route.ts";
import { ContainerTable } from "./containers.table.tsx";
import { countByState, isInState, searchSites, sortSites } from "./site-list.ts";

/** Rows in view that are kept live; the others follow with each tick. */
const liveRows = 24;
/** Rows that are drawn before one asks for more. */
const rowsAtOnce = 100;

/** All containers that the person may see, with search, filter and order in the address. */
export function ContainersPage() {
  const { t } = useTranslation(["containers", "shared"]);
  const sites = useSites();
  const mayRegister = useMayRegister();
  return (
    <>
      <PageHeader
        title={t("shared:screen.containers")}
        context={sites.data && <span>{t("count", { count: sites.data.length })}</span>}
        action={mayRegister && <RegisterButton />}
      />
      <Async
        of={sites}
        height={480}
        empty={
          <EmptyState
            title={t("empty.title")}
            why={t(mayRegister ? "empty.register" : "empty.ask")}
            icon={<IconBox size={40} />}
          />
        }
      >
        {(rows) => <ContainerList sites={rows} />}
      </Async>
    </>
  );
}

function RegisterButton() {
  const { t } = useTranslation();
  return <Button renderRoot={(props) => <Link to="/containers/new" {...props} />}>{t("screen.new_container")}</Button>;
}

function ContainerList({ sites }: { sites: readonly SiteRow[] }) {
  const { t } = useTranslation("containers");
  const now = useTick();
  const search = useSearch({ from: "/main/containers" });
  const navigate = useNavigate({ from: "/containers" });
  const phone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`, undefined, { getInitialValueInEffect: false });
  const [limit, setLimit] = useState(rowsAtOnce);

  const { search: text = "", status, sort = "state", reversed = false } = search;
  const found = useMemo(() => searchSites(sites, text), [sites, text]);
  const rows = useMemo(
    () => sortSites(status ? found.filter((site) => isInState(site, status)) : found, sort, reversed, now),
    [found, status, sort, reversed, now],
  );
  const shown = rows.slice(0, limit);
  const { ids, frameRef } = useVisible<HTMLDivElement>(
    liveRows,
    `${phone} ${shown.map((site) => site.containerId).join(" ")}`,
  );
  const change = (next: ContainersSearch) => void navigate({ search: next, replace: true, resetScroll: false });

  return (
    <div className={styles.page}>
      <WatchSites ids={ids} />
      <ContainerFilters
        search={search}
        counts={countByState(found)}
        total={found.length}
        withSort={phone}
        onChange={change}
      />
      <output className="visually-hidden">{t("found", { count: rows.length })}</output>
      {rows.length === 0 ? (
        <EmptyState
          title={t("noMatch.title")}
          why={t("noMatch.why")}
          icon={<IconSearchOff size={40} />}
          action={
            <Button variant="default" onClick={() => change({})}>
              {t("noMatch.clear")}
            </Button>
          }
        />
      ) : (
        <div ref={frameRef}>
          {phone ? (
            <>
              <h2 className="visually-hidden">{t("list")}</h2>
              <ul className={styles.cards}>
                {shown.map((site) => (
                  <li key={site.containerId}>
                    <ContainerCard site={site} now={now} />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <ContainerTable sites={shown} now={now} sort={sort} reversed={reversed} search={search} onChange={change} />
          )}
        </div>
      )}
      {rows.length > limit && (
        <Button variant="default" onClick={() => setLimit(limit + rowsAtOnce)}>
          {t("more", { count: rows.length - limit })}
        </Button>
      )}
    </div>
  );
}
