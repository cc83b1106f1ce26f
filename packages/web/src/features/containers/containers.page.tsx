import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { IconBox, IconColumns2 } from "@tabler/icons-react";
import { Link, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type OwnSetting, saveSetting, useOwnSetting } from "../../domain/account/own-setting.data.ts";
import { useIsThere } from "../../core/screen.ts";
import { useTick } from "../../core/live/tick.ts";
import {
  WatchContainers,
  useContainers,
  useKnownMs,
  useMayRegister,
} from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { useVisible } from "../../domain/containers/use-visible.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useFavoriteToggle } from "../../domain/favorites/use-favorite-toggle.ts";
import { useMayGroup, useMayUpgradeMany } from "./containers.data.ts";
import { ContainerFilters } from "./containers.filters.tsx";
import type { ContainersSearch } from "./containers.search.ts";
import { ContainerTable } from "./containers.table.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { GroupDialog } from "./list/later.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { ContainerCards } from "./list/container-cards.tsx";
import type { RowAct } from "./list/container-row.tsx";
import { RetiredList } from "./list/retired-list.tsx";
import { useListKeys } from "./list/use-list-keys.ts";
import { useRows } from "./list/use-rows.ts";
import { NoMatch, Shown } from "./list/shown-rows.tsx";
import { columnsOf, filledColumns, mostCompared } from "./list-choices.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";

/** Rows in view that are kept live; the others follow with each tick. */
const liveRows = 24;

/** All containers that the person may see, with search, filter and order in the address. */
export function ContainersPage() {
  const containers = useContainers();
  const { t } = useTranslation(["containers", "shared"]);
  const mayRegister = useMayRegister();
  const isThere = useIsThere();
  const withRegister = mayRegister && isThere("/containers/new");
  const withCompare = (containers.data?.length ?? 0) > 1;
  // Between frames: with thousands of containers, a tick's answer would stop the scrolling otherwise.
  const now = useDeferredValue(useTick());
  const shown = useDeferredValue(containers.data);
  const selection = useSelection(shown);
  return (
    <>
      <PageHeader
        title={t("shared:screen.containers")}
        context={containers.data && <span>{t("count", { count: containers.data.length })}</span>}
        action={
          withCompare || withRegister ? (
            <div className="og-wrap">
              {withCompare && <CompareLink selected={selection.chosen} />}
              {withRegister && <RegisterButton />}
            </div>
          ) : undefined
        }
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
        {(rows) => <ContainerList containers={shown ?? rows} now={now} selection={selection} />}
      </Async>
      <RetiredList />
    </>
  );
}

function RegisterButton() {
  const { t } = useTranslation();
  return <Button renderRoot={(props) => <Link to="/containers/new" {...props} />}>{t("screen.new_container")}</Button>;
}

/**
 * For those who do not find it among what can be done with selected rows, which it takes along where they can be compared:
 * otherwise its page says how to choose.
 */
function CompareLink({ selected }: { selected: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const list = useSearch({ from: "/main/containers" });
  const compare = useCompare();
  const ids = [...selected];
  const isChosen = ids.length > 1 && ids.length <= mostCompared;
  const look = { variant: "default", leftSection: <IconColumns2 size={16} aria-hidden /> };
  if (isChosen)
    return (
      <Button {...look} onClick={() => void compare(ids)}>
        {t("screen.compare")}
      </Button>
    );
  return (
    <Button {...look} renderRoot={(props) => <Link to="/containers/compare" state={{ list }} {...props} />}>
      {t("screen.compare")}
    </Button>
  );
}

/** Opens the comparison of containers; the way back leads to the list with them selected. */
function useCompare() {
  const list = useSearch({ from: "/main/containers" });
  const navigate = useNavigate({ from: "/containers" });
  return async (ids: readonly string[]) => {
    await navigate({ search: list, state: { selected: ids }, replace: true, resetScroll: false });
    await navigate({ to: "/containers/compare", search: { ids: ids.join(",") }, state: { list } });
  };
}

const ContainerList = memo(function ContainerList({
  containers,
  now,
  selection: { chosen, toggle, select },
}: {
  containers: readonly ContainerRow[];
  now: number;
  selection: Selection;
}) {
  const { t } = useTranslation("containers");
  const query = useSearch({ from: "/main/containers" });
  const navigate = useNavigate({ from: "/containers" });
  const phone = useIsPhone();
  const own = useOwnSetting().data;
  const toggleFavorite = useFavoriteToggle();

  const knownMs = useKnownMs(now);
  const { arranged, byId, rows, listKey } = useRows(containers, query, knownMs);
  const { ids, list, attach } = useLiveList(phone);

  const change = (next: ContainersSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const compare = useCompare();
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
        onChange={change}
        tools={
          <ListTools
            containers={rows}
            columns={columns}
            withColumns={!phone}
            views={own?.views ?? []}
            query={query}
            onQuery={change}
            onColumns={(next) => keep({ columns: next }, t("columns.failed"))}
            onViews={(views) => keep({ views }, t("views.failed"))}
          />
        }
      />
      <Shown rows={rows} total={containers.length} query={query} now={now} knownMs={knownMs} onQuery={change} />
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
              onChange={change}
              onAct={onAct}
              onSelectAll={(isAll) => select(isAll ? rows.map((container) => container.containerId) : [])}
            />
          )}
        </div>
      )}
      {!phone && hasKeys && rows.length > 0 && <p className="og-no-print og-note og-text-12">{t("keys")}</p>}
      <SelectionTools chosen={chosen} onCompare={() => void compare([...chosen])} onClear={() => select([])} />
    </div>
  );
});

function useColumns(containers: readonly ContainerRow[], chosen: readonly string[] | undefined) {
  const filled = filledColumns(containers).join(" ");
  // Of the columns themselves, the same as long as none of them fills or empties.
  return useMemo(() => columnsOf(chosen, new Set(filled.split(" "))), [chosen, filled]);
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
  const mayUpgrade = useMayUpgradeMany();
  const navigate = useNavigate({ from: "/containers" });
  const upgrade = () =>
    void navigate({ to: "/settings/software", search: { edit: "new" }, state: { selected: [...chosen] } });
  const [isGrouping, setGrouping] = useState(false);
  return (
    <>
      {chosen.size > 0 && (
        <BulkBar
          count={chosen.size}
          onCompare={onCompare}
          onGroup={mayGroup ? () => setGrouping(true) : undefined}
          onUpgrade={mayUpgrade ? upgrade : undefined}
          onClear={onClear}
        />
      )}
      {isGrouping && <GroupDialog containerIds={[...chosen]} onDone={onClear} onClose={() => setGrouping(false)} />}
    </>
  );
}

interface Selection {
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
  select: (ids: readonly string[]) => void;
}

/** Which containers are selected; those that are no longer in the list do not count. */
function useSelection(containers: readonly ContainerRow[] | undefined): Selection {
  const selectedBefore = useLocation({ select: ({ state }) => state.selected });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(selectedBefore));
  const there = useMemo(() => new Set(containers?.map(({ containerId }) => containerId)), [containers]);
  const chosen = useMemo(() => new Set([...selected].filter((id) => there.has(id))), [selected, there]);
  return useMemo(
    () => ({
      chosen,
      toggle: (id) =>
        setSelected((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
      select: (ids) => setSelected(new Set(ids)),
    }),
    [chosen],
  );
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

/** The same function at every render, so that rows that did not change are not drawn again. */
function useLatestAct(act: RowAct): RowAct {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given) => latest.current(...given), []);
}
