import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import type { FactLine } from "@offgrid/contract/charts/export.cells";
import { lengthOf } from "@offgrid/contract/charts/chart-rules";
import { durationText } from "@offgrid/contract/core/duration-text";
import { useTranslation } from "react-i18next";

import { formatShare } from "../core/format.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { useLocale } from "../ui/use-locale.ts";
import { stretchesWithin } from "./chart-series.ts";

const always: TimeRange = { fromMs: -Infinity, toMs: Infinity };

/** A part of a chart that is looked at. */
export interface SeenPart {
  view: TimeRange;
  /** What is known of the lines is known of this part; false: of the whole, as this part was not asked for by itself. */
  isOwn: boolean;
}

/** What is known of the points of a chart. */
export interface PointFacts {
  groupBy: ChartGroup;
  /** Absent: it is said beside. */
  zone?: string | undefined;
  /** True: they are dates, each from each container's own midnight. */
  ownDays?: boolean | undefined;
  lines: readonly FactLine[];
  /** Of these the range has only a part. */
  partial?: "first" | "last" | "both" | undefined;
  /** Absent: all of it is looked at. */
  part?: SeenPart | undefined;
}

/** What the points of a chart are, and what of them was measured, in one line. */
export function usePointWords() {
  const { t } = useTranslation("chart");
  const locale = useLocale();
  /** @param pinned The groups that were asked for. */
  return (
    { groupBy, zone, ownDays, lines, partial, part }: PointFacts,
    pinned: ChartGroup | "auto" = "auto",
  ): string => {
    const words = [t(`said.points.${groupBy}`)];
    if (partial) words.push(t(`said.part.${partial}`));
    if (lines.length > 0) {
      const share = formatShare(Math.min(...lines.map(({ coverage }) => coverage)), locale);
      words.push(t(part && !part.isOwn ? "said.measuredOfWhole" : "said.measured", { share }));
    }
    // Lines of one container have it in common.
    const late = Math.max(0, ...lines.map((line) => lengthOf(stretchesWithin(line.late, part?.view ?? always))));
    if (late > 0) words.push(t("said.late", { span: durationText(late / 1_000, locale) }));
    if (lines.some(({ clamped }) => clamped)) words.push(t("said.clamped"));
    if (pinned !== "auto" && pinned !== groupBy) words.push(t("said.coarser"));
    if (ownDays) words.push(t("said.ownDays"));
    else if (zone !== undefined) words.push(t("said.zone", { zone }));
    return words.join(" · ");
  };
}
