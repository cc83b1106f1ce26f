import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../core/format.ts";
import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { type RowNotes, rowNotes } from "./chart-notes.ts";
import type { ChartSeries, ChartSpan, ChartWarning } from "./chart-series.ts";
import styles from "./chart-table.module.css";
import { tableRows } from "./series-facts.ts";

export interface ChartTableProps {
  title: string;
  t: readonly number[];
  series: readonly ChartSeries[];
  fromMs: TimeRange["fromMs"];
  toMs: TimeRange["toMs"];
  warnings: readonly ChartWarning[];
  works: readonly ChartSpan[];
  zone: string;
  locale: LocaleCode;
  /** Undefined: as they were measured. */
  groupBy: ChartGroup | undefined;
}

/** A row that is a whole day, or more, is named by its first day: midnight would read as the instant of its values. */
const wholeDays: ReadonlySet<ChartGroup | undefined> = new Set(["day", "week", "month", "year"]);

const mostRows = 200;

/** The values of a chart as a table; long ones are thinned evenly, which the caption then says. */
export const ChartTable = memo(function ChartTable({
  title,
  t: times,
  series,
  fromMs,
  toMs,
  warnings,
  works,
  zone,
  locale,
  groupBy,
}: ChartTableProps) {
  const { t } = useTranslation("chart");
  const raised = warnings.map(({ atMs }) => atMs);
  const { rows, step } = tableRows(times, { fromMs, toMs }, mostRows, raised);
  const part = wholeDays.has(groupBy) ? "date" : "dateTime";
  const hasNotes = warnings.length + works.length > 0;
  const rowTimes = rows.map((row) => times[row]!);
  const notes = hasNotes ? rowNotes(rowTimes, toMs, warnings, works) : [];
  const noteOf = ({ atMs, level, text, isEarlier }: RowNotes["warnings"][number]) => {
    const since = { text, time: formatTime(atMs, "dateTime", zone, locale) };
    return t(`noted.${level}`, { text: isEarlier ? t("noted.since", since) : text });
  };
  return (
    <table className={styles.table}>
      <caption>{step > 1 ? t("thinned", { title, step }) : title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("time")}</th>
          {series.map((one) => (
            <th key={one.id} scope="col" className="og-amount">
              {one.title}
            </th>
          ))}
          {hasNotes && <th scope="col">{t("notes")}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={times[row]}>
            <th scope="row">{formatTime(times[row]!, part, zone, locale)}</th>
            {series.map((one) => (
              <td key={one.id} className="og-amount">
                {formatQuantityText(one.values[row], one.unit, locale)}
              </td>
            ))}
            {hasNotes && (
              <td className={styles.notes}>
                {[
                  ...(notes[index]?.warnings ?? []).map(noteOf),
                  ...(notes[index]?.works ?? []).map(({ text }) => t("noted.works", { text })),
                ].join(t("noted.next"))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
