import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { IconBox, IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type OwnSetting, saveSetting, useOwnSetting } from "../../domain/account/own-setting.data.ts";
import { useIsThere } from "../../core/screen.ts";
import { useTick } from "../../core/live/tick.ts";
import { searchContainers } from "../../domain/containers/search-containers.ts";
import { WatchContainers, useMayRegister, useContainers } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { hasOldValue, holdsLevel } from "../../domain/containers/container-facts.ts";
import { countStates } from "../../domain/containers/fleet-facts.ts";
import { useVisible } from "../../domain/containers/use-visible.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useFavoriteToggle } from "../../domain/favorites/use-favorite-toggle.ts";
import { useMayGroup } from "./containers.data.ts";
import { ContainerFilters } from "./containers.filters.tsx";
import styles from "./containers.module.css";
import type { ContainersSearch } from "./containers.search.ts";
import { ContainerTable } from "./containers.table.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { CompareDrawer, GroupDialog } from "./list/later.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { ContainerCards } from "./list/container-cards.tsx";
import type { RowAct } from "./list/container-row.tsx";
import { useListKeys } from "./list/use-list-keys.ts";
import { useSettled } from "./list/use-settled.ts";
import { type ListQuery, columnsOf, filledColumns, isNarrowed } from "./list-choices.ts";
import { facetsOf, fitsFacets, isInState, sortContainers } from "./arrange.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";

/** Rows in view that are kept live; the others follow with each tick. */
const liveRows = 24;

/** All containers that the person may see, with search, filter and order in the address. */
export function ContainersPage() {
  const { t } = useTranslation(["containers", "shared"]);
  const containers = useContainers();
  const mayRegister = useMayRegister();
  // Between frames: with thousands of containers, a tick's answer would stop the scrolling otherwise.
  const now = useDeferredValue(useTick());
  const shown = useDeferredValue(containers.data);
  return (
    <>
      <PageHeader
        title={t("shared:screen.containers")}
        context={containers.data && <span>{t("count", { count: containers.data.length })}</span>}
        action={mayRegister && <RegisterButton />}
      />
      <Async
        of={containers}
        height={480}
        empty={
          <EmptyState
            title={t("empty.title")}
            why={t(mayRegister ? "empty.register" : "empty.ask")}
            icon={<IconBox size={40} />}
          />
        }
      >
        {(rows) => <ContainerList containers={shown ?? rows} now={now} />}
      </Async>
    </>
  );
}

function RegisterButton() {
  const { t } = useTranslation();
  const isThere = useIsThere();
  if (!isThere("/containers/new")) return null;
  return <Button renderRoot={(props) => <Link to="/containers/new" {...props} />}>{t("screen.new_container")}</Button>;
}

const ContainerList = memo(function ContainerList({
  containers,
  now,
}: {
  containers: readonly ContainerRow[];
  now: number;
}) {
  const { t } = useTranslation("containers");
  const { compare, zoom: _ofCompared, ...query } = useSearch({ from: "/main/containers" });
  const navigate = useNavigate({ from: "/containers" });
  const phone = useIsPhone();
  const own = useOwnSetting().data;
  const toggleFavorite = useFavoriteToggle();

  const { arranged, byId, rows, listKey } = useRows(containers, query, now);
  const { chosen, setSelected, toggle } = useSelection(byId);
  const { ids, list, attach } = useLiveList(phone);

  const change = (next: ContainersSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const withCompare = (next: ListQuery) => change(compare === undefined ? next : { ...next, compare });
  const keep = (setting: OwnSetting, failure: string) => void saveSetting(setting).catch(() => sayFailure(failure));
  const onAct = useLatestAct((act, id) => {
    const container = byId.get(id);
    if (act === "favorite") {
      if (container) toggleFavorite({ containerId: id, name: container.name, isFavorite: container.favorite });
      return;
    }
    toggle(id);
  });
  const hasKeys = own?.shortcuts !== false;
  useListKeys(list, {
    isOn: hasKeys,
    onSelect: (id) => onAct("select", id),
    onFavorite: (id) => onAct("favorite", id),
  });
  const columns = useColumns(containers, own?.columns);

  return (
    <div className="og-stack">
      <WatchContainers ids={ids} />
      <ContainerFilters
        query={query}
        counts={arranged.counts}
        total={arranged.found}
        facets={arranged.facets}
        phone={phone}
        onChange={withCompare}
        tools={
          <ListTools
            containers={rows}
            columns={columns}
            withColumns={!phone}
            views={own?.views ?? []}
            query={query}
            onQuery={withCompare}
            onColumns={(next) => keep({ columns: next }, t("columns.failed"))}
            onViews={(views) => keep({ views }, t("views.failed"))}
          />
        }
      />
      <Shown rows={rows} total={containers.length} isNarrowed={isNarrowed(query)} now={now} />
      {rows.length === 0 ? (
        <NoMatch onClear={() => change({})} />
      ) : (
        <div ref={attach}>
          {phone ? (
            <ContainerCards containers={rows} listKey={listKey} now={now} selected={chosen} onAct={onAct} />
          ) : (
            <ContainerTable
              containers={rows}
              listKey={listKey}
              now={now}
              columns={columns}
              query={query}
              selected={chosen}
              withStops={!hasKeys}
              onChange={withCompare}
              onAct={onAct}
              onSelectAll={(isAll) => setSelected(new Set(isAll ? rows.map((container) => container.containerId) : []))}
            />
          )}
        </div>
      )}
      {!phone && hasKeys && rows.length > 0 && <p className={`og-no-print ${styles.keys}`}>{t("keys")}</p>}
      <SelectionTools
        chosen={chosen}
        onCompare={() => change({ ...query, compare: [...chosen].join(",") })}
        onClear={() => setSelected(new Set())}
      />
      {compare !== undefined && (
        <CompareDrawer
          containers={compare.split(",").flatMap((id) => byId.get(id) ?? [])}
          now={now}
          onChange={(left) => change(left.length === 0 ? query : { ...query, compare: left.join(",") })}
        />
      )}
    </div>
  );
});

function useColumns(containers: readonly ContainerRow[], chosen: readonly string[] | undefined) {
  const filled = filledColumns(containers).join(" ");
  // Of the columns themselves, the same as long as none of them fills or empties.
  return useMemo(() => columnsOf(chosen, new Set(filled.split(" "))), [chosen, filled]);
}

/** How many of all containers are shown, and how many of them have old values. */
function Shown({
  rows,
  total,
  isNarrowed: narrowed,
  now,
}: {
  rows: readonly ContainerRow[];
  total: number;
  isNarrowed: boolean;
  now: number;
}) {
  const { t } = useTranslation("containers");
  const old = rows.filter((container) => hasOldValue(container, now)).length;
  return (
    <p className={narrowed || old > 0 ? styles.shown : "visually-hidden"}>
      <output className={narrowed ? undefined : "visually-hidden"}>
        {narrowed ? t("showing", { shown: rows.length, total }) : t("found", { count: rows.length })}
      </output>
      {old > 0 && <span>{t("old", { count: old })}</span>}
    </p>
  );
}

/** What can be done with the selected containers together. */
function SelectionTools({
  chosen,
  onCompare,
  onClear,
}: {
  chosen: ReadonlySet<string>;
  onCompare: () => void;
  onClear: () => void;
}) {
  const mayGroup = useMayGroup();
  const [isGrouping, setGrouping] = useState(false);
  return (
    <>
      {chosen.size > 0 && (
        <BulkBar
          count={chosen.size}
          onCompare={onCompare}
          onGroup={mayGroup ? () => setGrouping(true) : undefined}
          onClear={onClear}
        />
      )}
      {isGrouping && <GroupDialog containerIds={[...chosen]} onDone={onClear} onClose={() => setGrouping(false)} />}
    </>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("containers");
  return (
    <EmptyState
      title={t("noMatch.title")}
      why={t("noMatch.why")}
      icon={<IconSearchOff size={40} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("noMatch.clear")}
        </Button>
      }
    />
  );
}

/** Which containers are selected; those that are no longer in the list do not count. */
function useSelection(byId: ReadonlyMap<string, ContainerRow>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => new Set([...selected].filter((id) => byId.has(id))), [selected, byId]);
  const toggle = (id: string) =>
    setSelected((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return { chosen, setSelected, toggle };
}

/** The list in the page, and the ids of those rows in view that are kept live. */
function useLiveList(phone: boolean) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const { ids, frameRef } = useVisible<HTMLDivElement>(liveRows, String(phone));
  const attach = useCallback(
    (frame: HTMLDivElement | null) => {
      frameRef(frame);
      setList(frame);
    },
    [frameRef],
  );
  return { ids, list, attach };
}

/** The rows that are shown, with the values of this moment in the order that was settled on. */
function useRows(containers: readonly ContainerRow[], query: ListQuery, now: number) {
  const arranged = useArranged(useSettled(containers, now), query, now);
  const byId = useMemo(() => new Map(containers.map((container) => [container.containerId, container])), [containers]);
  const rows = useMemo(
    () => arranged.rows.flatMap((container) => byId.get(container.containerId) ?? []),
    [arranged.rows, byId],
  );
  const listKey = useMemo(() => arranged.rows.map((container) => container.containerId).join(" "), [arranged.rows]);
  return { arranged, byId, rows, listKey };
}

/** The rows of a query in their order, and what its filters would leave. */
function useArranged(containers: readonly ContainerRow[], query: ListQuery, now: number) {
  const { search = "", status, energy, cluster, version, country, favorite, never } = query;
  const { sort = "state", reversed = false } = query;
  const found = useMemo(() => searchContainers(containers, search), [containers, search]);
  const fitting = useMemo(
    () =>
      found.filter((container) =>
        fitsFacets(container, {
          ...(cluster === undefined ? {} : { cluster }),
          ...(version === undefined ? {} : { version }),
          ...(country === undefined ? {} : { country }),
          ...(favorite ? { favorite } : {}),
          ...(never ? { never } : {}),
        }),
      ),
    [found, cluster, version, country, favorite, never],
  );
  const rows = useMemo(
    () =>
      sortContainers(
        fitting.filter(
          (container) =>
            (status === undefined || isInState(container, status)) &&
            (energy === undefined || holdsLevel(container, energy, now)),
        ),
        sort,
        reversed,
        now,
      ),
    [fitting, status, energy, sort, reversed, now],
  );
  const facets = useMemo(() => facetsOf(found), [found]);
  const counts = useMemo(() => countStates(fitting, now), [fitting, now]);
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
