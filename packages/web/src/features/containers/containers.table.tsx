import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../core/format.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { atMs, isStale, lowSocPercent } from "../../ui/container/site-facts.ts";
import { ageMs } from "../../ui/freshness.ts";
import { SortHeader } from "../../ui/sort-header.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import table from "../../ui/table.module.css";
import { useLocale } from "../../ui/use-locale.ts";
import type { ContainersSearch } from "./containers.route.ts";
import styles from "./containers.table.module.css";
import type { SiteSort } from "./list-choices.ts";

interface Column {
  sort: SiteSort;
  /** Figures stand at the right. */
  isFigure: boolean;
  /** What its first click orders by: figures from the highest, words from A. */
  first: "ascending" | "descending";
}

const columns: readonly Column[] = [
  { sort: "state", isFigure: false, first: "ascending" },
  { sort: "name", isFigure: false, first: "ascending" },
  { sort: "soc", isFigure: false, first: "descending" },
  { sort: "solar", isFigure: true, first: "descending" },
  { sort: "load", isFigure: true, first: "descending" },
  { sort: "energy", isFigure: true, first: "descending" },
  { sort: "seen", isFigure: true, first: "descending" },
  { sort: "version", isFigure: true, first: "ascending" },
];

export interface ContainerTableProps {
  sites: readonly SiteRow[];
  now: number;
  sort: SiteSort;
  reversed: boolean;
  search: ContainersSearch;
  onChange: (search: ContainersSearch) => void;
}

/** Containers as a table; each row is one link with one stop for the focus. */
export function ContainerTable({ sites, now, sort, reversed, search, onChange }: ContainerTableProps) {
  const { t } = useTranslation("containers");
  const order = (column: SiteSort) => {
    const { sort: _sort, reversed: _reversed, ...rest } = search;
    const turned = column === sort && !reversed;
    onChange({ ...rest, ...(column === "state" ? {} : { sort: column }), ...(turned ? { reversed: true } : {}) });
  };
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="visually-hidden">{t("list")}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader
                key={column.sort}
                label={t(`column.${column.sort}`)}
                direction={column.sort === sort ? directionOf(column, reversed) : undefined}
                isFigure={column.isFigure}
                onSort={() => order(column.sort)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <ContainerRow key={site.containerId} site={site} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function directionOf({ first }: Column, reversed: boolean): "ascending" | "descending" {
  return (first === "ascending") !== reversed ? "ascending" : "descending";
}

function ContainerRow({ site, now }: { site: SiteRow; now: number }) {
  const { t } = useTranslation(["containers", "site"]);
  const locale = useLocale();
  const stale = isStale(site, now);
  const seen = atMs(site.lastSeen);
  const at = atMs(site.valuesAt);
  return (
    // The age of a row stands in its "last seen" column, once; figures that are old fade.
    <tr data-watch={site.containerId} data-stale={stale || undefined}>
      <td>
        <span className={styles.marks}>
          <StatusMark state={site.status} />
          {site.warnings > 0 && <StatusMark state="warning" wordHidden />}
        </span>
      </td>
      <th scope="row" className={styles.name}>
        <Link className={styles.link} to="/containers/$slug" params={{ slug: site.containerId }}>
          {site.name}
        </Link>
        {site.favorite && <IconStarFilled className={styles.star} size={14} aria-label={t("site:favorite")} />}
        <span className={styles.id}>{site.containerId}</span>
      </th>
      <td>
        <span className={styles.soc} data-low={(site.soc !== null && site.soc < lowSocPercent) || undefined}>
          <span className={styles.cell} aria-hidden>
            <span style={{ width: `${Math.min(100, Math.max(0, site.soc ?? 0))}%` }} />
          </span>
          {formatQuantityText(site.soc, "percent", locale)}
        </span>
      </td>
      <td className={table.figure}>{formatQuantityText(site.solarPower, "W", locale)}</td>
      <td className={table.figure}>{formatQuantityText(site.loadPower, "W", locale)}</td>
      <td className={table.figure}>
        {formatQuantityText(site.solarGeneration, "Wh", locale)}
        <span className={table.second}>
          {t("used", { energy: formatQuantityText(site.energyConsumption, "Wh", locale) })}
        </span>
      </td>
      <td className={table.figure}>
        {seen === undefined ? (
          <span>{missing}</span>
        ) : (
          <time dateTime={site.lastSeen ?? undefined} title={formatTime(seen, "dateTime", site.zoneName, locale)}>
            {formatAge(ageMs(seen, now), locale)}
          </time>
        )}
        {stale && site.isOnline && at !== undefined && (
          <span className={table.second}>{t("valuesFrom", { age: formatAge(ageMs(at, now), locale) })}</span>
        )}
      </td>
      <td className={table.figure}>{site.version ?? missing}</td>
    </tr>
  );
}
