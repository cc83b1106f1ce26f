import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import { SortHeader } from "../../ui/sort-header.tsx";
import table from "../../ui/table.module.css";
import { useRowWindow } from "../../ui/use-row-window.ts";
import styles from "./containers.table.module.css";
import { type RowAct, SiteTableRow, figureColumns } from "./list/site-row.tsx";
import type { SiteColumn, SiteSort, SiteWish } from "./list-choices.ts";

/** Columns whose first click orders from A; those of figures order from the highest. */
const fromFirst: ReadonlySet<SiteColumn> = new Set([
  "state",
  "name",
  "cluster",
  "hours",
  "version",
  "country",
  "zone",
  "serial",
]);
/** More than these do not fit beside the menu, nor these in a narrower window: the table then scrolls within its frame. */
const fittingColumns = 8;
const narrowWindow = "(max-width: 1239px)";

/** Widths that their contents need in both languages, CSS pixels; what there is more is shared among them alike. */
const boxPx = 40;
const widthPx: Record<SiteColumn, number> = {
  state: 128,
  name: 200,
  cluster: 104,
  soc: 124,
  hours: 104,
  solar: 84,
  load: 116,
  battery: 104,
  energy: 128,
  warnings: 92,
  seen: 112,
  version: 88,
  country: 120,
  zone: 140,
  serial: 128,
};

export interface ContainerTableProps {
  sites: readonly SiteRow[];
  /** Changes with which rows stand there and in which order, not with their values. */
  listKey: string;
  now: number;
  columns: readonly SiteColumn[];
  wish: SiteWish;
  selected: ReadonlySet<string>;
  withStops: boolean;
  onChange: (wish: SiteWish) => void;
  onAct: RowAct;
  onSelectAll: (isSelected: boolean) => void;
}

/** Containers as a table; each row is one link. Of a long list only the rows around the view are drawn. */
export function ContainerTable({
  sites,
  listKey,
  now,
  columns,
  wish,
  selected,
  withStops,
  onChange,
  onAct,
  onSelectAll,
}: ContainerTableProps) {
  const { t } = useTranslation(["container-list", "containers"]);
  const locale = useLocale();
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const words = useMemo(() => ({ t, locale }), [t, locale]);
  const { sort = "state", reversed = false } = wish;
  const { frameRef, first, last, abovePx, belowPx } = useRowWindow<HTMLTableSectionElement>({
    count: sites.length,
    estimatePx: 49,
    rowsPerGroup: 2,
    listKey,
  });
  const order = (column: SiteSort) => {
    const { sort: _sort, reversed: _reversed, ...rest } = wish;
    const turned = column === sort && !reversed;
    onChange({ ...rest, ...(column === "state" ? {} : { sort: column }), ...(turned ? { reversed: true } : {}) });
  };
  const isAll = sites.length > 0 && sites.every((site) => selected.has(site.containerId));
  const width = columns.length + 1;
  const allPx = columns.reduce((sum, column) => sum + widthPx[column], boxPx);
  const isWide = columns.length > fittingColumns || isNarrow;
  return (
    <div className={table.frame} data-wide={isWide || undefined}>
      <table
        className={`${table.table} ${styles.dense}`}
        style={isWide ? { minWidth: allPx } : undefined}
        aria-rowcount={sites.length + 1}
      >
        <caption className="visually-hidden">{t("containers:list")}</caption>
        <colgroup>
          <col style={{ width: `${(boxPx / allPx) * 100}%` }} />
          {columns.map((column) => (
            <col key={column} style={{ width: `${(widthPx[column] / allPx) * 100}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.box}>
              <input
                type="checkbox"
                className={styles.check}
                aria-label={t("select.all")}
                checked={isAll}
                onChange={() => onSelectAll(!isAll)}
              />
            </th>
            {columns.map((column) => (
              <SortHeader
                key={column}
                label={t(`column.${column}`)}
                direction={column === sort ? directionOf(column, reversed) : undefined}
                isFigure={figureColumns.has(column)}
                onSort={() => order(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={frameRef}>
          <Room heightPx={abovePx} columns={width} />
          {sites.slice(first, last).map((site, index) => (
            <SiteTableRow
              key={site.containerId}
              site={site}
              now={now}
              words={words}
              columns={columns}
              place={first + index}
              isSelected={selected.has(site.containerId)}
              withStops={withStops}
              onAct={onAct}
            />
          ))}
          <Room heightPx={belowPx} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Room({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx === 0) return null;
  return (
    <tr aria-hidden className={styles.room} style={{ height: heightPx }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- readers do not come here */}
      <td colSpan={columns} />
    </tr>
  );
}

function directionOf(column: SiteColumn, reversed: boolean): "ascending" | "descending" {
  return fromFirst.has(column) !== reversed ? "ascending" : "descending";
}
