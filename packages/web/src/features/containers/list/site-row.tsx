import type { SiteRow as Site } from "@offgrid/contract/containers/containers.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { type ReactNode, memo } from "react";

import { formatCount, formatQuantityText, missing } from "../../../core/format.ts";
import { formatAge, formatTime } from "../../../core/time.ts";
import { atMs, isStale, lastingStates, lowSocPercent } from "../../../ui/container/site-facts.ts";
import { FavoriteStar } from "../../../ui/favorite-star.tsx";
import { ageMs } from "../../../ui/freshness.ts";
import { StatusMark } from "../../../ui/status-mark.tsx";
import table from "../../../ui/table.module.css";
import { hoursLeftText } from "../value-text.ts";
import styles from "../containers.table.module.css";
import type { SiteColumn } from "../list-choices.ts";
import { countryName, countryOf } from "./country.ts";

/** What can be done with a row besides opening it. */
export type RowAct = (act: "select" | "favorite", containerId: string) => void;

/** Asked for once by the table: a thousand cells that each ask for their words make scrolling stutter. */
export interface RowWords {
  t: TFunction<["container-list", "containers"]>;
  locale: LocaleCode;
}

export interface SiteRowProps {
  site: Site;
  now: number;
  words: RowWords;
  columns: readonly SiteColumn[];
  /** Place in the whole list, from 0. */
  place: number;
  isSelected: boolean;
  /** False where keys do the same: a row is then one stop for the focus. */
  withStops: boolean;
  onAct: RowAct;
}

/** A container in the table: a box to select it, its columns, and its star. */
export const SiteTableRow = memo(function SiteTableRow({
  site,
  now,
  words,
  columns,
  place,
  isSelected,
  withStops,
  onAct,
}: SiteRowProps) {
  return (
    // The age of a row stands in its "last seen" column, once; figures that are old fade.
    <tr
      data-watch={site.containerId}
      data-row={place}
      data-stale={isStale(site, now) || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={place + 2}
    >
      <td className={styles.box}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={words.t("select.one", { name: site.name })}
          checked={isSelected}
          tabIndex={withStops ? undefined : -1}
          onChange={() => onAct("select", site.containerId)}
        />
      </td>
      {columns.map((column) =>
        column === "name" ? (
          <th key={column} scope="row" className={styles.name}>
            <span className={styles.named}>
              <span>
                <Link className={styles.link} to="/containers/$slug" params={{ slug: site.containerId }}>
                  {site.name}
                </Link>
                <span className={styles.id}>{site.containerId}</span>
              </span>
              <FavoriteStar
                name={site.name}
                isFavorite={site.favorite}
                focusable={withStops}
                onToggle={() => onAct("favorite", site.containerId)}
              />
            </span>
          </th>
        ) : (
          <td key={column} className={figureColumns.has(column) ? table.figure : undefined}>
            {contentOf(column, site, now, words)}
          </td>
        ),
      )}
    </tr>
  );
});

/** Columns whose figures stand at the right. */
export const figureColumns: ReadonlySet<SiteColumn> = new Set([
  "hours",
  "solar",
  "load",
  "battery",
  "energy",
  "warnings",
  "seen",
  "version",
]);

function contentOf(column: Exclude<SiteColumn, "name">, site: Site, now: number, words: RowWords): ReactNode {
  const { t, locale } = words;
  switch (column) {
    case "state":
      return (
        <span className={styles.marks}>
          <StatusMark state={site.status} />
          {site.warnings > 0 && <StatusMark state="warning" wordHidden />}
        </span>
      );
    case "cluster":
      return site.cluster ?? missing;
    case "soc":
      return (
        <span className={styles.soc} data-low={(site.soc !== null && site.soc < lowSocPercent) || undefined}>
          <span className={styles.cell} aria-hidden>
            <span style={{ width: `${Math.min(100, Math.max(0, site.soc ?? 0))}%` }} />
          </span>
          {formatQuantityText(site.soc, "percent", locale)}
        </span>
      );
    case "hours":
      return hoursText(site, words);
    case "solar":
      return formatQuantityText(site.solarPower, "W", locale);
    case "load":
      return formatQuantityText(site.loadPower, "W", locale);
    case "battery":
      return formatQuantityText(site.batteryPower, "W", locale);
    case "energy":
      return (
        <>
          {formatQuantityText(site.solarGeneration, "Wh", locale)}
          <span className={table.second}>
            {t("containers:used", { energy: formatQuantityText(site.energyConsumption, "Wh", locale) })}
          </span>
        </>
      );
    case "warnings":
      return formatCount(site.warnings, locale);
    case "seen":
      return seenText(site, now, words);
    case "version":
      return site.version ?? missing;
    case "country": {
      const code = countryOf(site.address);
      return code === undefined ? missing : countryName(code, locale);
    }
    case "zone":
      return site.zoneName;
    case "serial":
      return site.serialNumber;
  }
}

function hoursText({ blackout, zoneName }: Site, { t, locale }: RowWords): ReactNode {
  if (!blackout) return missing;
  if (lastingStates.has(blackout.state)) return t("hours.lasts");
  if (blackout.hours === null) return missing;
  const likely = blackout.likely === null ? undefined : Date.parse(blackout.likely);
  return (
    <time
      dateTime={blackout.likely ?? undefined}
      title={likely === undefined ? undefined : formatTime(likely, "dateTime", zoneName, locale)}
    >
      {blackout.hours === 0 ? t("hours.now") : hoursLeftText(blackout.hours, locale)}
    </time>
  );
}

function seenText(site: Site, now: number, { t, locale }: RowWords): ReactNode {
  const seen = atMs(site.lastSeen);
  const at = atMs(site.valuesAt);
  if (seen === undefined) return missing;
  return (
    <>
      <time dateTime={site.lastSeen ?? undefined} title={formatTime(seen, "dateTime", site.zoneName, locale)}>
        {formatAge(ageMs(seen, now), locale)}
      </time>
      {isStale(site, now) && site.isOnline && at !== undefined && (
        <span className={table.second}>{t("containers:valuesFrom", { age: formatAge(ageMs(at, now), locale) })}</span>
      )}
    </>
  );
}
