import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { lengthOf, misplacedSeries } from "@offgrid/contract/charts/chart-rules";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import type { ChartWords } from "../../chart/chart-series.ts";
import { formatQuantityText } from "../../core/format.ts";
import { formatSpan, formatTime } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";

interface Said extends Pick<DrawnChart, "groupBy" | "zone"> {
  lines: readonly Pick<DrawnChart["lines"][number], "title" | "coverage" | "late" | "clamped">[];
}

/** What a chart says in words: what its points are, and what of it was measured. */
export function useDrawingWords() {
  const { t } = useTranslation("drawing");
  const locale = useLocale();
  const percent = (share: number) => formatQuantityText(Math.floor(share * 100), "percent", locale);
  const points = (drawn: Said, pinned?: ChartDefinition["groupBy"]) => {
    const measured = drawn.lines.map(({ coverage }) => coverage);
    const words = [t(`points.${drawn.groupBy}`)];
    if (measured.length > 0) words.push(t("measured", { share: percent(Math.min(...measured)) }));
    // Lines of one container have it in common.
    const late = Math.max(0, ...drawn.lines.map((line) => lengthOf(line.late ?? [])));
    if (late > 0) words.push(t("late", { span: formatSpan(late, locale) }));
    if (drawn.lines.some(({ clamped }) => clamped)) words.push(t("clamped"));
    if (pinned !== undefined && pinned !== "auto" && pinned !== drawn.groupBy) words.push(t("coarser"));
    words.push(t("zone", { zone: drawn.zone }));
    return words.join(" · ");
  };
  const range = ({ from, to, zone }: { from: number; to: number; zone: string }) =>
    [from, to - 1].map((at) => formatTime(at, "dateTime", zone, locale)).join(" – ");
  /** Why series are not drawn, each with its name. */
  const faults = (drawn: DrawnChart | undefined, definition: ChartDefinition) => {
    const nameOf = (id: string) => seriesName(definition, id, locale, t("formula"));
    const found = (drawn?.faults ?? []).map(({ series, code, what }) => ({
      series,
      text: t(`fault.${code}`, { name: nameOf(series), what: what ?? "" }),
    }));
    const misplaced = [...misplacedSeries(definition.series)].map((series) => ({
      series,
      text: t("fault.misplaced", { name: nameOf(series) }),
    }));
    return [...found, ...misplaced];
  };
  /** What files of it say. */
  const words = (drawn: Said): ChartWords => ({
    line: points(drawn),
    ...{ groupBy: drawn.groupBy, lines: drawn.lines },
  });
  return { points, range, faults, words };
}

/** What a series is called before it is drawn. */
export function seriesName({ series }: ChartDefinition, id: string, locale: "en" | "fr", formula: string): string {
  const one = series.find((other) => other.id === id);
  if (!one) return id;
  if (one.title) return one.title;
  if (one.kind === "formula") return formula;
  return findMetric(one.metric)?.[locale] ?? (one.metric || "…");
}
