import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { mobileBreakpointPx } from "@offgrid/contract/core/constants";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBox, IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type OwnSetting, saveSetting, useOwnSetting } from "../../core/own-setting.data.ts";
import { useTick } from "../../core/live/tick.ts";
import { searchSites } from "../../core/sites/search-sites.ts";
import { useSites, WatchSites } from "../../core/sites/sites.data.tsx";
import { Async } from "../../ui/async.tsx";
import { isStale } from "../../ui/container/site-facts.ts";
import { useVisible } from "../../ui/container/use-visible.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useFavoriteToggle } from "../../ui/use-favorite-toggle.ts";
import { useMayGroup } from "./container-list.data.ts";
import { useMayRegister } from "./containers.data.ts";
import { ContainerFilters } from "./containers.filters.tsx";
import styles from "./containers.module.css";
import type { ContainersSearch } from "./containers.route.ts";
import { ContainerTable } from "./containers.table.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { CompareDrawer, GroupDialog } from "./list/list-dialogs.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { SiteCards } from "./list/site-cards.tsx";
import type { RowAct } from "./list/site-row.tsx";
import { useListKeys } from "./list/use-list-keys.ts";
import { useSettled } from "./list/use-settled.ts";
import { type SiteWish, columnsOf, isNarrowed } from "./list-choices.ts";
import { countByState, facetsOf, fitsFacets, isInState, sortSites } from "./site-list.ts";

/** Rows in view that are kept live; the others follow with each tick. */
const liveRows = 24;

/** All containers that the person may see, with search, filter and order in the address. */
export function ContainersPage() {
  const { t } = useTranslation(["containers", "shared"]);
  const sites = useSites();
  const mayRegister = useMayRegister();
  // Between frames: with thousands of containers, a tick's answer would stop the scrolling otherwise.
  const now = useDeferredValue(useTick());
  const shown = useDeferredValue(sites.data);
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
        {(rows) => <ContainerList sites={shown ?? rows} now={now} />}
      </Async>
    </>
  );
}

function RegisterButton() {
  const { t } = useTranslation();
  return <Button renderRoot={(props) => <Link to="/containers/new" {...props} />}>{t("screen.new_container")}</Button>;
}

const ContainerList = memo(function ContainerList({ sites, now }: { sites: readonly SiteRow[]; now: number }) {
  const { t } = useTranslation(["containers", "container-list"]);
  const { compare, ...wish } = useSearch({ from: "/main/containers" });
  const navigate = useNavigate({ from: "/containers" });
  const phone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`, undefined, { getInitialValueInEffect: false });
  const own = useOwnSetting().data;
  const mayGroup = useMayGroup();
  const toggleFavorite = useFavoriteToggle();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isGrouping, setGrouping] = useState(false);
  const [list, setList] = useState<HTMLElement | null>(null);

  const arranged = useArranged(useSettled(sites, now), wish, now);
  const byId = useMemo(() => new Map(sites.map((site) => [site.containerId, site])), [sites]);
  const rows = useMemo(() => arranged.rows.flatMap((site) => byId.get(site.containerId) ?? []), [arranged.rows, byId]);
  const listKey = useMemo(() => arranged.rows.map((site) => site.containerId).join(" "), [arranged.rows]);
  const chosen = useMemo(() => new Set([...selected].filter((id) => byId.has(id))), [selected, byId]);
  const { ids, frameRef } = useVisible<HTMLDivElement>(liveRows, String(phone));
  const attach = useCallback(
    (frame: HTMLDivElement | null) => {
      frameRef(frame);
      setList(frame);
    },
    [frameRef],
  );

  const change = (next: ContainersSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const withCompare = (next: SiteWish) => change(compare === undefined ? next : { ...next, compare });
  const keep = (setting: OwnSetting, failure: string) => void saveSetting(setting).catch(() => sayFailure(failure));
  const onAct = useLatestAct((act, id) => {
    const site = byId.get(id);
    if (act === "favorite") {
      if (site) toggleFavorite({ containerId: id, name: site.name, isFavorite: site.favorite });
      return;
    }
    setSelected((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  });
  const hasKeys = own?.shortcuts !== false;
  useListKeys(list, {
    isOn: hasKeys,
    onSelect: (id) => onAct("select", id),
    onFavorite: (id) => onAct("favorite", id),
  });
  const old = rows.filter((site) => isStale(site, now)).length;
  const chosenColumns = own?.columns;
  const columns = useMemo(() => columnsOf(chosenColumns), [chosenColumns]);

  return (
    <div className={styles.page}>
      <WatchSites ids={ids} />
      <ContainerFilters
        wish={wish}
        counts={arranged.counts}
        total={arranged.found}
        facets={arranged.facets}
        phone={phone}
        onChange={withCompare}
      />
      <div className={styles.bar}>
        <p className={styles.shown}>
          <output className={isNarrowed(wish) ? undefined : "visually-hidden"}>
            {isNarrowed(wish)
              ? t("container-list:showing", { shown: rows.length, total: sites.length })
              : t("found", { count: rows.length })}
          </output>
          {old > 0 && <span>{t("container-list:old", { count: old })}</span>}
        </p>
        <ListTools
          sites={rows}
          columns={columns}
          withColumns={!phone}
          views={own?.views ?? []}
          wish={wish}
          onWish={withCompare}
          onColumns={(next) => keep({ columns: next }, t("container-list:columns.failed"))}
          onViews={(views) => keep({ views }, t("container-list:views.failed"))}
        />
      </div>
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
        <div ref={attach}>
          {phone ? (
            <SiteCards sites={rows} listKey={listKey} now={now} selected={chosen} onAct={onAct} />
          ) : (
            <ContainerTable
              sites={rows}
              listKey={listKey}
              now={now}
              columns={columns}
              wish={wish}
              selected={chosen}
              withStops={!hasKeys}
              onChange={withCompare}
              onAct={onAct}
              onSelectAll={(isAll) => setSelected(new Set(isAll ? rows.map((site) => site.containerId) : []))}
            />
          )}
        </div>
      )}
      {!phone && hasKeys && rows.length > 0 && <p className={styles.keys}>{t("container-list:keys")}</p>}
      {chosen.size > 0 && (
        <BulkBar
          count={chosen.size}
          onCompare={() => change({ ...wish, compare: [...chosen].join(",") })}
          onGroup={mayGroup ? () => setGrouping(true) : undefined}
          onClear={() => setSelected(new Set())}
        />
      )}
      {isGrouping && (
        <GroupDialog
          containerIds={[...chosen]}
          onDone={() => setSelected(new Set())}
          onClose={() => setGrouping(false)}
        />
      )}
      {compare !== undefined && (
        <CompareDrawer
          sites={compare.split(",").flatMap((id) => byId.get(id) ?? [])}
          now={now}
          onChange={(left) => change(left.length === 0 ? wish : { ...wish, compare: left.join(",") })}
        />
      )}
    </div>
  );
});

/** The rows of a wish in their order, and what its filters would leave. */
function useArranged(sites: readonly SiteRow[], wish: SiteWish, now: number) {
  const { search = "", status, cluster, version, country, favorite, sort = "state", reversed = false } = wish;
  const found = useMemo(() => searchSites(sites, search), [sites, search]);
  const fitting = useMemo(
    () =>
      found.filter((site) =>
        fitsFacets(site, {
          ...(cluster === undefined ? {} : { cluster }),
          ...(version === undefined ? {} : { version }),
          ...(country === undefined ? {} : { country }),
          ...(favorite ? { favorite } : {}),
        }),
      ),
    [found, cluster, version, country, favorite],
  );
  const rows = useMemo(
    () => sortSites(status ? fitting.filter((site) => isInState(site, status)) : fitting, sort, reversed, now),
    [fitting, status, sort, reversed, now],
  );
  const facets = useMemo(() => facetsOf(found), [found]);
  const counts = useMemo(() => countByState(fitting), [fitting]);
  return { rows, facets, counts, found: fitting.length };
}

/** The same function at every render, so that rows that did not change are not drawn again. */
function useLatestAct(act: RowAct): RowAct {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given) => latest.current(...given), []);
}
