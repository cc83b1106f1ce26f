import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ChartSpan, ChartWarning } from "../../chart/chart-series.ts";
import { loadChunk } from "../../core/chunk.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import { type Happened, mostMarked } from "./happened.ts";

const TellHappened = lazy(() =>
  loadChunk(() => import("./tell-happened.tsx")).then((part) => ({ default: part.TellHappened })),
);

/** In more time than this a mark says little of when, and they stand in a row. */
const longestMs = 35 * 86_400_000;

/** Properties of a chart: what it marks, and a line of its legend about that. */
export interface ChartMarks {
  warnings?: readonly ChartWarning[];
  works?: readonly ChartSpan[];
  marksLine?: ReactNode;
}

export interface MarkedChartProps {
  containerIds: readonly string[];
  range: TimeRange;
  /** True: there is little room for marks, which are shown on demand only. */
  isCrowded?: boolean;
  children: (marks: ChartMarks) => ReactNode;
}

/**
 * For pages: a chart with the warnings and works of its containers in its range, which can be hidden. Charts of the same
 * container and range share one answer.
 */
export function MarkedChart({ containerIds, range, isCrowded = false, children }: MarkedChartProps) {
  const isFew = containerIds.length > 0 && containerIds.length <= mostMarked;
  const isLong = range.toMs - range.fromMs > longestMs;
  const [chosen, setChosen] = useState<boolean>();
  const isShown = chosen ?? !(isCrowded || isLong);
  const [happened, setHappened] = useState<Happened>();
  const marks = useMemo((): ChartMarks => {
    if (!isFew) return {};
    const line = <MarksLine {...{ happened, isShown }} onShow={setChosen} />;
    return isShown && happened
      ? { warnings: happened.warnings, works: happened.works, marksLine: line }
      : { marksLine: line };
  }, [isFew, isShown, happened]);
  return (
    <>
      {isFew && isShown && (
        // The chart is drawn without them, also where they do not come.
        <Suspense>
          <TellHappened containerIds={containerIds} range={range} onHappened={setHappened} />
        </Suspense>
      )}
      {children(marks)}
    </>
  );
}

function MarksLine({
  happened,
  isShown,
  onShow,
}: {
  happened: Happened | undefined;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}) {
  const { t } = useTranslation("chart");
  if (!isShown)
    return (
      <button type="button" className="og-link-button" onClick={() => onShow(true)}>
        {t("marks.show")}
      </button>
    );
  if (!happened?.isKnown) return null;
  const { warnings, works, throughout = 0 } = happened;
  const always = throughout > 0 ? t("marks.throughout", { count: throughout }) : undefined;
  if (warnings.length === 0 && works.length === 0) return <span>{always ?? t("marks.none")}</span>;
  const marked = [
    ...(warnings.length > 0 ? [t("marks.warnings", { count: warnings.length })] : []),
    ...(works.length > 0 ? [t("marks.works", { count: works.length })] : []),
  ];
  const said = t("marks.said", { marked: marked.join(", ") });
  return (
    <>
      <span>{always === undefined ? said : `${said} ${always}`}</span>{" "}
      <button type="button" className="og-link-button" aria-label={t("marks.hideName")} onClick={() => onShow(false)}>
        {t("marks.hide")}
      </button>
    </>
  );
}
