import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { containersOf, spanOf } from "../../charts/charted-containers.ts";
import { useDrawingWords } from "../../charts/drawing-words.ts";
import { phonePoints, useDrawing } from "../../charts/drawing.data.ts";
import { DrawnPlots } from "../../charts/drawn-plots.tsx";
import { type ChartMarks, MarkedChart } from "../../charts/marked-chart.tsx";
import { template } from "../../charts/templates.ts";
import { useContainerChoices } from "../../containers/containers.data.tsx";
import { useRoomFor } from "../use-room-for.ts";
import { Gone, type ViewProps } from "../widget-parts.tsx";

/** A chart that somebody built, or one of a container that needs no building. */
export function ChartView({ widget: { chart, title }, heightPx }: ViewProps<"chart">) {
  const { t } = useTranslation("widgets");
  const made = useMemo(
    () =>
      chart.kind === "template"
        ? template(chart.template, title || t(`chart.${chart.template}`), chart.container)
        : undefined,
    [chart, title, t],
  );
  if (made) return <Drawing definition={made} heightPx={heightPx} />;
  return chart.kind === "saved" ? <Saved id={chart.id} heightPx={heightPx} /> : null;
}

function Saved({ id, heightPx }: { id: string; heightPx: number }) {
  const chart = useCall("chartGet", { id }, { select: ({ data }) => data, staleTime: 60_000 });
  if (chart.error instanceof ApiError && chart.error.code === "not_found") return <Gone what="chart" />;
  return (
    <Async of={quiet(chart)} height={heightPx}>
      {({ definition }) => <Drawing definition={definition} heightPx={heightPx} />}
    </Async>
  );
}

/** What stands around a plot: menu, legend, what is marked, and words. */
const around = { usualPx: 174, leastPx: 108 };

function Drawing({ definition, heightPx }: { definition: ChartDefinition; heightPx: number }) {
  const { t } = useTranslation("widgets");
  const words = useDrawingWords();
  const isPhone = useIsPhone();
  const { frame, roomPx } = useRoomFor(heightPx, around);
  const first = useContainerChoices()?.[0]?.id;
  // One that serves all containers is shown with the first, as in the list of charts.
  const isOpen = definition.series.some((one) => one.kind === "metric" && one.of.kind === "$container");
  const place = useMemo(() => (isOpen && first !== undefined ? { containerId: first } : {}), [isOpen, first]);
  const drawing = useDrawing({ definition, ...(isPhone && { points: phonePoints }), ...place });
  return (
    <Async of={quiet(drawing)} height={heightPx}>
      {(drawn) => (
        <div ref={frame}>
          <MarkedChart containerIds={containersOf(definition, first)} range={spanOf(drawn)} isCrowded>
            {(marks) => <Lines {...{ drawn, definition, place, marks }} heightPx={roomPx} />}
          </MarkedChart>
          <p className="og-note og-flush">{words.points(drawn, definition.groupBy)}</p>
          {words.faults(drawn, definition).map(({ series, text }) => (
            <p key={series} className="og-note og-flush">
              {text}
            </p>
          ))}
          {drawn.lines.length === 0 && <p className="og-note">{t("nothingDrawn")}</p>}
        </div>
      )}
    </Async>
  );
}

interface LinesProps {
  drawn: NonNullable<ReturnType<typeof useDrawing>["data"]>;
  definition: ChartDefinition;
  place: { containerId?: string };
  marks: ChartMarks;
  heightPx: number;
}

function Lines({ drawn, definition, place, marks, heightPx }: LinesProps) {
  // A new array would be drawn again.
  const lines = useMemo(() => placedLines(drawn, definition), [drawn, definition]);
  if (lines.length === 0) return null;
  return (
    <DrawnPlots
      title={definition.name}
      titleShown={false}
      drawn={drawn}
      lines={lines}
      thresholds={definition.thresholds}
      compared={drawn.compared}
      definition={definition}
      place={place}
      heightPx={heightPx}
      {...marks}
    />
  );
}
