import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../core/format.ts";
import { formatTime } from "../core/time.ts";
import { type ChartWarning, isStacked } from "./chart-series.ts";
import { seriesFacts } from "./series-facts.ts";
import type { ChartContents } from "./use-settled-contents.ts";

export interface SummaryOf extends ChartContents {
  warnings: readonly ChartWarning[];
  zone: string;
  locale: LocaleCode;
  /** When what is laid over was, of a time of the chart; undefined: in the same time. */
  earlierAt?: EarlierAt | undefined;
}

export type EarlierAt = (atMs: number) => number;

/** What the picture says, as sentences. */
export function useChartSummary({ t: times, series, warnings, view, zone, locale, earlierAt }: SummaryOf): string {
  const { t } = useTranslation("chart");
  const { fromMs, toMs } = view;
  return useMemo(
    () => chartSummary(t, { t: times, series, warnings, view: { fromMs, toMs }, zone, locale, earlierAt }),
    [series, times, warnings, fromMs, toMs, zone, locale, earlierAt, t],
  );
}

/** Only of amounts a total is said: that of a meter's readings would be many times what was used. */
export function chartSummary(t: TFunction<"chart">, of: Omit<SummaryOf, "full">): string {
  const { t: times, series, warnings, view, zone, locale, earlierAt = (atMs: number) => atMs } = of;
  const { fromMs, toMs } = view;
  const factsOf = (one: (typeof series)[number]) => seriesFacts(times, one.values, fromMs, toMs);
  const sentences = series.map((one) => {
    const facts = factsOf(one);
    if (!facts) return t("factsNone", { title: one.title });
    const write = (value: number) => formatQuantityText(value, one.unit, locale);
    const highAt = one.ghost ? earlierAt(facts.highAt) : facts.highAt;
    const at = formatTime(highAt, "dateTime", zone, locale);
    const words = { title: one.title, total: write(facts.total), high: write(facts.high), at };
    return one.adds
      ? t("factsEnergy", words)
      : t("facts", { ...words, low: write(facts.low), last: write(facts.last) });
  });
  const stacked = series.filter((one) => isStacked(one) && !one.mirrored && one.adds && one.unit === "Wh");
  if (stacked.length > 1) {
    const totalWh = stacked.reduce((sum, one) => sum + (factsOf(one)?.total ?? 0), 0);
    sentences.push(t("factsStack", { total: formatQuantityText(totalWh, "Wh", locale) }));
  }
  const count = warnings.filter(({ atMs, toMs: endMs = atMs }) => endMs >= fromMs && atMs < toMs).length;
  if (count > 0) sentences.push(t("factsWarnings", { count }));
  return sentences.join(" ");
}
