import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useRowAge } from "../../domain/containers/use-row-age.ts";
import { useEnergyWords } from "../../domain/energy-state/use-energy-words.ts";
import { useAgeWords } from "../../ui/use-freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { withOrder } from "../../ui/list-address.ts";
import { SortHeader } from "../../ui/sort-header.tsx";
import table from "../../ui/table.module.css";
import { useRowWindow } from "../../ui/use-row-window.ts";
import styles from "./containers.table.module.css";
import { type RowAct, ContainerTableRow, figureColumns } from "./list/container-row.tsx";
import { type ContainerColumn, type ContainerSort, type ListQuery, usualSort } from "./list-choices.ts";

/** Columns whose first click orders from A or the lowest; those of other figures order from the highest. */
const fromFirst: ReadonlySet<ContainerColumn> = new Set([
  "name",
  "supply",
  "state",
  "cluster",
  "soc",
  "hours",
  "version",
  "country",
  "zone",
  "serial",
]);
/** More than these do not fit beside the menu, nor these in a narrower window: the table then scrolls within its frame. */
const fittingColumns = 9;
const narrowWindow = "(max-width: 1239px)";

/** Widths that their contents need in both languages, CSS pixels; what there is more is shared among them alike. */
const boxPx = 40;
const widthPx: Record<ContainerColumn, number> = {
  name: 218,
  supply: 176,
  state: 128,
  cluster: 100,
  soc: 124,
  hours: 108,
  solar: 78,
  load: 114,
  battery: 104,
  energy: 128,
  warnings: 92,
  seen: 108,
  version: 88,
  country: 120,
  zone: 140,
  serial: 128,
};

export interface ContainerTableProps {
  containers: readonly ContainerRow[];
  /** Changes with which rows stand there and in which order, not with their values. */
  listKey: string;
  now: number;
  columns: readonly ContainerColumn[];
  query: ListQuery;
  selected: ReadonlySet<string>;
  withStops: boolean;
  onChange: (query: ListQuery) => void;
  onAct: RowAct;
  onSelectAll: (isSelected: boolean) => void;
}

/** Containers as a table; each row is one link. Of a long list only the rows around the view are drawn. */
export function ContainerTable({
  containers,
  listKey,
  now,
  columns,
  query,
  selected,
  withStops,
  onChange,
  onAct,
  onSelectAll,
}: ContainerTableProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const energy = useEnergyWords();
  const age = useAgeWords();
  const rowAge = useRowAge();
  const words = useMemo(() => ({ t, locale, energy, age, rowAge }), [t, locale, energy, age, rowAge]);
  const { sort = usualSort, reversed = false } = query;
  const { frameRef, first, last, abovePx, belowPx } = useRowWindow<HTMLTableSectionElement>({
    count: containers.length,
    estimatePx: 49,
    rowsPerGroup: 2,
    listKey,
  });
  const order = (column: ContainerSort) => onChange(withOrder(query, column, usualSort));
  const isAll = containers.length > 0 && containers.every((container) => selected.has(container.containerId));
  const width = columns.length + 1;
  const allPx = columns.reduce((sum, column) => sum + widthPx[column], boxPx);
  const isWide = columns.length > fittingColumns || isNarrow;
  return (
    <div className={isWide ? `${table.frame} og-scroll` : table.frame} data-wide={isWide || undefined}>
      <table
        className={`${table.table} ${styles.dense}`}
        style={isWide ? { minWidth: allPx } : undefined}
        aria-rowcount={containers.length + 1}
      >
        <caption className="visually-hidden">{t("list")}</caption>
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
          {containers.slice(first, last).map((container, index) => (
            <ContainerTableRow
              key={container.containerId}
              container={container}
              now={now}
              words={words}
              columns={columns}
              place={first + index}
              isSelected={selected.has(container.containerId)}
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

function directionOf(column: ContainerColumn, reversed: boolean): "ascending" | "descending" {
  return fromFirst.has(column) !== reversed ? "ascending" : "descending";
}
