import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawingFault, DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import { misplacedSeries } from "@offgrid/contract/charts/chart-rules";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { seriesTitle } from "@offgrid/contract/charts/series-title";
import { useTranslation } from "react-i18next";

import { rangeWords } from "../../core/time.ts";
import { type PointFacts, usePointWords } from "../../chart/use-point-words.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type Drawn, partialEnds } from "./drawn-range.ts";

/** Nothing is wrong with these series: somebody has yet to say what they are of. */
const toChoose = new Set<DrawingFault>(["incomplete", "no_container", "no_cluster"]);

/** What a chart says in words: what its points are, and what of it was measured. */
export function useDrawingWords() {
  const { t } = useTranslation("drawing");
  const locale = useLocale();
  const pointWords = usePointWords();
  /** @param view The part that is looked at; undefined: all of it. */
  const points = (drawn: Drawn & { lines: PointFacts["lines"] }, pinned?: ChartGroup | "auto", view?: TimeRange) => {
    const part = view && { view, isOwn: drawn.isPart === true };
    return pointWords({ ...drawn, part, partial: partialEnds(drawn) }, pinned);
  };
  const range = ({ from, to, zone }: { from: number; to: number; zone: string }) =>
    rangeWords({ fromMs: from, toMs: to }, zone, locale);
  /** Why series are not drawn, each with its name. */
  const faults = (drawn: DrawnChart | undefined, definition: ChartDefinition) => {
    const nameOf = (id: string) => {
      const name = seriesName(definition, id, locale, t("formula"));
      return name === "…" ? t("unchosen") : name;
    };
    const isUnknown = (id: string) => {
      const one = definition.series.find((other) => other.id === id);
      return one?.kind === "metric" && findMetric(one.metric) === undefined;
    };
    const found = (drawn?.faults ?? []).map(({ series, code, what }) => ({
      series,
      text:
        code === "not_measured" && isUnknown(series)
          ? t("fault.unknown_metric", { name: nameOf(series) })
          : t(`fault.${code}`, { name: nameOf(series), what: what ?? "" }),
      kind: toChoose.has(code) ? ("toChoose" as const) : ("fault" as const),
    }));
    // Beside the name of its series a reason goes without it.
    const reasonOf = ({ series, text }: { series: string; text: string }) =>
      sentence(text.startsWith(nameOf(series)) ? text.slice(nameOf(series).length).replace(/^\s*:\s*/, "") : text);
    // One reason is enough.
    const isSaid = (id: string) => found.some(({ series }) => series === id);
    const misplaced = [...misplacedSeries(definition.series)]
      .filter((series) => !isSaid(series))
      .map((series) => ({ series, text: t("fault.misplaced", { name: nameOf(series) }), kind: "misplaced" as const }));
    return [...found, ...misplaced].map((one) => ({ ...one, reason: reasonOf(one) }));
  };
  return { points, range, faults };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a series is called before it is drawn. */
export function seriesName({ series }: ChartDefinition, id: string, locale: "en" | "fr", formula: string): string {
  const one = series.find((other) => other.id === id);
  if (!one) return id;
  if (one.title) return one.title;
  if (one.kind === "formula") return formula;
  return one.metric === "" ? "…" : seriesTitle(one, locale);
}
