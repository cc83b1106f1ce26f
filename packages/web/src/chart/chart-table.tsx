import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import { memo, useId } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../core/format.ts";
import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { type RowNotes, rowNotes } from "./chart-notes.ts";
import { rangeText } from "./chart-period.tsx";
import { type ChartSeries, type ChartSpan, type ChartWarning, factLines } from "./chart-series.ts";
import styles from "./chart-table.module.css";
import { tableRows } from "./series-facts.ts";
import { usePointWords } from "./use-point-words.ts";

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
  /** Undefined: as they were measured, and no more is said of them. */
  groupBy: ChartGroup | undefined;
  /** True: its times are dates, each from each container's own midnight. */
  ownDays?: boolean;
  isZoomed: boolean;
  /** What is known of the series is known of the part that is seen, and not of all. */
  isPart: boolean;
}

/** A row that is a whole day, or more, is named by its first day: midnight would read as the instant of its values. */
const wholeDays: ReadonlySet<ChartGroup | undefined> = new Set(["day", "week", "month", "year"]);

const mostRows = 200;

/** The values of a chart as a table, with what its files say below. */
export const ChartTable = memo(function ChartTable(props: ChartTableProps) {
  const footId = useId();
  return (
    <>
      <Values {...props} footId={footId} />
      {/* Beside the table, which may be wider than there is room to read a line. */}
      <Foot {...props} id={footId} />
    </>
  );
});

type FootProps = Pick<
  ChartTableProps,
  "series" | "fromMs" | "toMs" | "zone" | "locale" | "groupBy" | "ownDays" | "isZoomed" | "isPart"
>;

/** Range, zone, group, and what was measured. */
function Foot({
  series,
  fromMs,
  toMs,
  zone,
  locale,
  groupBy,
  ownDays,
  isZoomed,
  isPart,
  id,
}: FootProps & { id: string }) {
  const { t } = useTranslation("chart");
  const pointWords = usePointWords();
  const view = { fromMs, toMs };
  const part = isZoomed ? { view, isOwn: isPart } : undefined;
  const said = groupBy && pointWords({ groupBy, ownDays, lines: factLines(series), part });
  return (
    <p id={id} className="og-note og-flush" style={{ padding: "8px 12px" }}>
      {t("valuesOf", { range: rangeText(view, zone, locale) })}
      {said && ` · ${said}`}
    </p>
  );
}

/** Long ones are thinned evenly, which the caption then says. */
function Values({ footId, ...props }: ChartTableProps & { footId: string }) {
  const { title, t: times, series, fromMs, toMs, warnings, works, zone, locale, groupBy } = props;
  const { t } = useTranslation("chart");
  const raised = warnings.map(({ atMs }) => atMs);
  const { rows, step } = tableRows(times, { fromMs, toMs }, mostRows, raised);
  const rowTime = wholeDays.has(groupBy) ? "date" : "dateTime";
  const hasNotes = warnings.length + works.length > 0;
  const rowTimes = rows.map((row) => times[row]!);
  const notes = hasNotes ? rowNotes(rowTimes, toMs, warnings, works) : [];
  const noteOf = ({ atMs, level, text, isEarlier }: RowNotes["warnings"][number]) => {
    const since = { text, time: formatTime(atMs, "dateTime", zone, locale) };
    return t(`noted.${level}`, { text: isEarlier ? t("noted.since", since) : text });
  };
  return (
    <table className={styles.table} aria-describedby={footId}>
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
            <th scope="row">{formatTime(times[row]!, rowTime, zone, locale)}</th>
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
}
