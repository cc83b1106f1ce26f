import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../core/format.ts";
import { signed } from "../ui/signed.ts";
import { useLocale } from "../ui/use-locale.ts";
import type { ChartSeries, SeriesLook } from "./chart-series.ts";
import { differenceFrom } from "./difference.ts";
import { SeriesSwatch } from "./series-swatch.tsx";

export interface TooltipRow {
  series: ChartSeries;
  look: SeriesLook | undefined;
  value: number | null;
}

export interface ComparedValuesProps {
  rows: readonly TooltipRow[];
  /** What all of them measure, where their titles do not say it; empty: these do. */
  of: string;
  /** The time that is pointed at, in words: it heads the values of then. */
  when: string;
  /** Of what is stacked; undefined: not said. */
  total: string | undefined;
}

const startCell = { textAlign: "start", fontWeight: 400, verticalAlign: "top", padding: 0 } as const;
const endCell = { textAlign: "end", verticalAlign: "top", padding: "0 0 0 10px" } as const;
const headCell = { ...endCell, fontWeight: 400, verticalAlign: "bottom" } as const;

/** One row for each series: its value, the one that it is compared with, and by how much they differ. */
export function ComparedValues({ rows, of, when, total }: ComparedValuesProps) {
  const { t } = useTranslation("chart");
  const differenceText = useDifferenceText();
  const lines = comparedLines(rows).map((line) => ({ ...line, difference: differenceText(line) }));
  const differs = lines.some(({ difference }) => difference.length > 0);
  return (
    <table style={{ borderCollapse: "collapse" }}>
      <thead>
        <tr>
          <th colSpan={2} className="og-strong" style={{ ...startCell, fontWeight: 600, verticalAlign: "bottom" }}>
            {when}
            {of !== "" && <div className="og-muted">{of}</div>}
          </th>
          <th className="og-muted" style={headCell}>
            {lines.find(({ before }) => before)?.before?.series.overName}
          </th>
          {differs && (
            <th className="og-muted" style={headCell}>
              {t("difference")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <ComparedRow key={line.named.series.id} {...line} differs={differs} />
        ))}
        {total !== undefined && (
          <tr>
            <th style={startCell}>{t("total")}</th>
            <td className="og-figure og-nowrap" style={endCell}>
              {total}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface ComparedLine {
  /** Whose name and look it has. */
  named: TooltipRow;
  own: TooltipRow | undefined;
  before: TooltipRow | undefined;
}

function ComparedRow({ named, own, before, difference, differs }: DifferingLine & { differs: boolean }) {
  const locale = useLocale();
  const write = (row: TooltipRow | undefined) => row && formatQuantityText(row.value, row.series.unit, locale);
  return (
    <tr>
      <th style={startCell}>
        <div className="og-row">
          <SeriesSwatch series={named.series} look={named.look} />
          <span className="og-rest">{named.series.title}</span>
        </div>
      </th>
      <td className="og-figure og-nowrap" style={endCell}>
        {write(own)}
      </td>
      <td className="og-number og-nowrap" style={endCell}>
        {write(before)}
      </td>
      {differs && (
        <td className="og-number" style={endCell}>
          {difference.map((part) => (
            <Fragment key={part}>
              <span className="og-nowrap">{part}</span>{" "}
            </Fragment>
          ))}
        </td>
      )}
    </tr>
  );
}

interface DifferingLine extends ComparedLine {
  /** In parts that stay whole; none where it is not known. */
  difference: readonly string[];
}

/** Of what is hidden in the legend the other one stands alone. */
function comparedLines(rows: readonly TooltipRow[]): ComparedLine[] {
  const ids = new Set(rows.map(({ series }) => series.id));
  return rows.flatMap((row): ComparedLine[] => {
    const { id, over } = row.series;
    if (over === undefined) {
      return [{ named: row, own: row, before: rows.find(({ series }) => series.over === id) }];
    }
    return ids.has(over) ? [] : [{ named: row, own: undefined, before: row }];
  });
}

/** By how much a value differs from the one that is laid over it, in parts that stay whole; none where that is not known. */
function useDifferenceText() {
  const { t } = useTranslation("chart");
  const locale = useLocale();
  return ({ own, before }: ComparedLine): string[] => {
    const difference = own && before && differenceFrom(before.value, own.value, own.series.unit, locale);
    if (!difference) return [];
    const { points } = difference;
    if (points !== undefined) {
      return [t("points", { count: Math.abs(points), change: signed(points, formatCount(points, locale)) })];
    }
    return [difference.text, ...(difference.percent === undefined ? [] : [`(${difference.percent})`])];
  };
}
