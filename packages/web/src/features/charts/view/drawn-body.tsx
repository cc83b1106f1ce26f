import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useDrawingWords } from "../../../domain/charts/drawing-words.ts";
import type { NearDrawing } from "../../../domain/charts/finer-drawing.ts";
import { DrawnFigures, DrawnPlace, DrawnPlots, type DrawnPlotsProps } from "../../../domain/charts/drawn-plots.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Faults, type FaultsProps } from "../builder/faults.tsx";

interface DrawnBodyProps extends Pick<
  DrawnPlotsProps,
  "warnings" | "works" | "zoom" | "levels" | "heightPx" | "definition" | "place" | "pointMenu" | "onKeep" | "factsOf"
> {
  drawn: DrawnChart;
  /** The same with what is looked at closely in more detail. */
  near: NearDrawing;
  of: ChartDefinition;
  /** Beside the words below the drawings. */
  tools: ReactNode;
  apartOf?: FaultsProps["apartOf"];
}

/** A drawn chart with its words, its figures, and why series of it are missing. */
export function DrawnBody({ drawn, near, of, tools, apartOf, ...plots }: DrawnBodyProps) {
  const { t } = useTranslation("charts");
  const words = useDrawingWords();
  // A new array would be drawn again.
  const lines = useMemo(() => placedLines(near, of), [near, of]);
  const faults = words.faults(drawn, of);
  // What has more points in one part would count more there.
  const whole = useMemo(() => placedLines(drawn, of), [drawn, of]);
  const isToChoose = lines.length === 0 && faults.every(({ kind }) => kind === "toChoose");
  return (
    <div className="og-stack">
      <DrawnPlace containers={drawn.containers} title={of.name} />
      {lines.length > 0 ? (
        <DrawnPlots
          title={of.name || t("unnamed")}
          titleShown={false}
          drawn={near}
          lines={lines}
          thresholds={of.thresholds}
          compared={drawn.compared}
          {...plots}
        />
      ) : (
        isToChoose && <EmptyState title={t("nothingDrawn")} why={faults.map(({ text }) => text).join(" ")} />
      )}
      <div className="og-line">
        {lines.length > 0 && (
          <p className="og-note og-flush">{words.points(near, near.isPart ? "auto" : of.groupBy, plots.zoom?.view)}</p>
        )}
        {tools}
      </div>
      <DrawnFigures drawn={drawn} lines={whole} aggregates={of.aggregates} />
      {plots.zoom?.view && whole.length > 0 && of.aggregates.length > 0 && (
        <p className="og-note og-flush">{t("figuresOfWhole")}</p>
      )}
      {!isToChoose && <Faults faults={faults} apartOf={apartOf} />}
    </div>
  );
}
