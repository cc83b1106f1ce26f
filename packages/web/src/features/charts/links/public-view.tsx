import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { useDrawingWords } from "../../../domain/charts/drawing-words.ts";
import { DrawnFigures, DrawnPlace, DrawnPlots } from "../../../domain/charts/drawn-plots.tsx";

export type PublicChart = Answer<"getChartToken">["data"];

/** A chart as someone without an account sees it. */
export function PublicView({ chart, heightPx }: { chart: PublicChart; heightPx?: number }) {
  const { t } = useTranslation("charts");
  const words = useDrawingWords();
  const { lines, thresholds, aggregates, missing, compared } = chart;
  const points = useMemo(() => lines.map((line) => ({ ...line, series: line.id })), [lines]);
  return (
    <div className="og-stack">
      <DrawnPlace containers={chart.containers} title={chart.name} />
      {lines.length > 0 ? (
        <DrawnPlots
          title={chart.name}
          titleShown={false}
          // One button at the head saves the values of all drawings.
          withValues={false}
          drawn={chart}
          lines={lines}
          thresholds={thresholds}
          compared={compared}
          definition={undefined}
          {...(heightPx !== undefined && { heightPx })}
        />
      ) : (
        <p className="og-note">{t("nothingDrawn")}</p>
      )}
      <p className="og-note og-flush">
        {/* On paper each drawing has it. */}
        {lines.length > 0 ? <span className="og-no-print">{words.range(chart)} · </span> : `${words.range(chart)} · `}
        {words.points({ ...chart, lines: points })}
      </p>
      <DrawnFigures drawn={chart} lines={lines} aggregates={aggregates} />
      {missing > 0 && <p className="og-note og-flush">{t("public.missing", { count: missing })}</p>}
    </div>
  );
}
