import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { memo, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ChartLevel } from "../../../chart/chart-levels.tsx";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useHappened } from "../../../domain/charts/happened.data.ts";
import { type DrawingAsked, factsOfPart } from "../../../domain/charts/drawing.data.ts";
import { useFinerDrawing } from "../../../domain/charts/use-finer-drawing.ts";
import { Async } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { TimeRange } from "../../../ui/period-range.ts";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { containersOf, spanOf } from "../../../domain/charts/charted-containers.ts";
import { axisUnit } from "./axis-unit.ts";
import { SmallPicture } from "./small-picture.tsx";
import { DrawnBody } from "../view/drawn-body.tsx";
import { apart } from "./editing.ts";
import { PointMenu } from "../view/point-menu.tsx";
import { RawButton } from "../view/raw-button.tsx";
import { whyNotRaw } from "../view/raw-part.ts";
import { seenChart } from "../view/seen-chart.ts";
import type { PreviewDrawing } from "./use-preview.ts";

interface PreviewProps {
  definition: ChartDefinition;
  containerId: string | undefined;
  shown: PreviewDrawing;
  onChange: (next: ChartDefinition, field?: string) => void;
}

/** The chart as it is built. The old picture stays under a progress line until the next is there. */
export function Preview({ shown, ...props }: PreviewProps) {
  const { definition } = props;
  const { asked, drawing } = shown;
  const { t } = useTranslation("charts");
  const isPhone = useIsPhone();
  return (
    <section
      className="og-card og-stack"
      style={{ flex: "1 1 0", minWidth: 0, padding: 16, ...(isPhone ? { position: "relative" } : wide) }}
      aria-label={t("preview")}
    >
      {isPhone && drawing.data && <SmallPicture drawn={drawing.data} definition={definition} />}
      {definition.series.length === 0 ? (
        <EmptyState title={t("nothingDrawn")} why={t("noSeries")} />
      ) : (
        <Async
          of={{ ...drawing, isFetching: drawing.isPlaceholderData || drawing.isPending }}
          height={isPhone ? 300 : 460}
        >
          {(drawn) => (
            <Drawn
              {...{ ...props, drawn, asked }}
              heightPx={isPhone ? 240 : 340}
              isRaw={definition.groupBy === "raw" && !drawing.isPlaceholderData}
            />
          )}
        </Async>
      )}
    </section>
  );
}

const wide = { position: "sticky", top: 72 } as const;

interface DrawnProps extends Omit<PreviewProps, "shown"> {
  drawn: NonNullable<PreviewDrawing["drawing"]["data"]>;
  asked: DrawingAsked;
  heightPx: number;
  /** Single readings were asked for and are there. */
  isRaw: boolean;
}

/** Kept: while a drawing is on its way, its state changes more often than its contents. */
const Drawn = memo(function Drawn({ definition, containerId, onChange, drawn, asked, heightPx, isRaw }: DrawnProps) {
  const { t } = useTranslation("charts");
  const [view, setView] = useState<TimeRange>();
  const zoom = useMemo<ChartZoom>(() => ({ view, onView: setView, addressOf: () => location.href }), [view]);
  const near = useFinerDrawing(drawn, { asked, of: definition }, view) ?? drawn;
  const levels = useLevels(definition, onChange);
  const setRange = ({ fromMs, toMs }: TimeRange, more: Partial<ChartDefinition> = {}) => {
    setView(undefined);
    onChange({ ...definition, period: "custom", from: Math.round(fromMs), to: Math.round(toMs), ...more });
  };
  const showRaw = (range: TimeRange | undefined) =>
    range ? setRange(range, { groupBy: "raw" }) : onChange({ ...definition, groupBy: "raw" });
  const ids = containersOf(definition, containerId);
  const happened = useHappened(ids, spanOf(drawn));
  const named = { ...definition, name: definition.name || t("unnamed") };
  return (
    <DrawnBody
      {...{ drawn, near, zoom, levels, heightPx }}
      {...happened}
      of={definition}
      // It is in the builder.
      definition={undefined}
      apartOf={(series) => {
        const next = apart(definition, series);
        return next && (() => onChange(next));
      }}
      pointMenu={(atMs) => (
        <PointMenu
          atMs={atMs}
          zone={drawn.zone}
          containerId={ids.length === 1 ? ids[0] : undefined}
          drawn={{ t: near.t, lines: placedLines(near, definition) }}
          onRange={(range, groupBy) => setRange(range, groupBy && { groupBy })}
          onRaw={whyNotRaw(definition, drawn) === undefined ? showRaw : undefined}
          chart={seenChart(named, view ?? spanOf(drawn), containerId)}
        />
      )}
      factsOf={(part) => factsOfPart(asked, part)}
      onKeep={(range) => setRange(range, near.groupBy === "raw" ? { groupBy: "raw" } : {})}
      tools={
        <RawButton
          {...{ drawn, near, view }}
          of={definition}
          isAsked={isRaw}
          onRaw={showRaw}
          onAverages={() => onChange({ ...definition, groupBy: "auto" })}
        />
      }
    />
  );
});

/** Thresholds of the first drawing's left axis can be moved. */
function useLevels(definition: ChartDefinition, onChange: PreviewProps["onChange"]): readonly ChartLevel[] {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const { thresholds } = definition;
  return useMemo(
    () =>
      thresholds.flatMap((one, index): ChartLevel[] =>
        one.plot === 0 && one.axis === "left"
          ? [
              {
                id: `level-${index}`,
                label: one.title || t("threshold.label"),
                value: one.value,
                unit: axisUnit(definition, one),
                textOf: (value) => formatQuantityText(value, axisUnit(definition, one), locale),
                onChange: (value) =>
                  onChange(
                    {
                      ...definition,
                      thresholds: thresholds.map((other) => (other === one ? { ...one, value } : other)),
                    },
                    `threshold ${index}`,
                  ),
              },
            ]
          : [],
      ),
    [thresholds, definition, onChange, t, locale],
  );
}
