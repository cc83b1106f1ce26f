import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { lazy, Suspense, useMemo } from "react";

import type { ChartPlace } from "../../../chart/chart-files.tsx";
import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { loadChunk } from "../../../core/chunk.ts";
import { factsOfPart } from "../../../domain/charts/drawing.data.ts";
import { useHappened } from "../../../domain/charts/happened.data.ts";
import { useFinerDrawing } from "../../../domain/charts/use-finer-drawing.ts";
import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { Async } from "../../../ui/async.tsx";
import { PeriodBar } from "../../../ui/period-bar.tsx";
import type { Period } from "../../../ui/period-range.ts";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { containersOf, spanOf } from "../../../domain/charts/charted-containers.ts";
import { useMarks } from "./chart-marks.ts";
import { DrawnBody } from "./drawn-body.tsx";
import { PlaceChoice } from "../builder/place-choice.tsx";
import { RawButton } from "./raw-button.tsx";
import { whyNotRaw } from "./raw-part.ts";
import { seenChart } from "./seen-chart.ts";
import { useChartNotes } from "./use-chart-notes.ts";
import type { ViewedChart } from "./use-viewed-chart.ts";

const PointMenu = lazy(() => loadChunk(() => import("./point-menu.tsx")).then((part) => ({ default: part.PointMenu })));
const NotesOfChart = lazy(() =>
  loadChunk(() => import("./chart-notes.tsx")).then((part) => ({ default: part.NotesOfChart })),
);

/** What a chart shows, for any period, with what can be done with it. */
export function ChartView({ definition, viewed }: { definition: ChartDefinition; viewed: ViewedChart }) {
  const isPhone = useIsPhone();
  return (
    <div className="og-stack">
      <div className="og-no-print">
        <PeriodBar
          value={viewed.chosen}
          periods={periodsFor(definition)}
          now={viewed.now}
          zone={viewed.zone}
          isLow={isPhone}
          onChange={viewed.setPeriod}
        />
      </div>
      <PlaceChoice
        definition={definition}
        containerId={viewed.container}
        clusterId={viewed.cluster}
        onChange={viewed.setPlace}
      />
      <Drawing viewed={viewed} />
    </div>
  );
}

/** The drawing with what happened meanwhile, and what people wrote down about it. */
function Drawing({ viewed }: { viewed: ViewedChart }) {
  const zoom = useAddressZoom();
  const { definition: of, drawing, asked, container, setRange, showRaw, showAverages, zone } = viewed;
  const containers = useContainerChoices();
  const ids = containersOf(of, container);
  const nameOf = (id: string) => containers?.find((one) => one.id === id)?.name ?? id;
  const events = useMarks(ids, drawing.data, nameOf);
  const notes = useChartNotes(ids, drawing.data, nameOf);
  const { warnings, works } = useHappened(ids, drawing.data && spanOf(drawing.data));
  const marks = useMemo(() => [...warnings, ...events, ...notes.marks], [warnings, events, notes.marks]);
  const { view } = zoom;
  const place = usePlace(asked);
  const finer = useFinerDrawing(drawing.data, { asked, of }, view);
  return (
    <section className="og-card og-stack" style={{ padding: 16 }}>
      <Async of={{ ...drawing, isFetching: drawing.isPlaceholderData || drawing.isPending }} height={480}>
        {(drawn, near = finer ?? drawn) => (
          <DrawnBody
            {...{ drawn, near, of, zoom }}
            warnings={marks}
            works={works}
            definition={of}
            place={place}
            pointMenu={(atMs) => (
              <Suspense>
                <PointMenu
                  {...{ atMs, zone }}
                  containerId={ids.length === 1 ? ids[0] : undefined}
                  onRange={setRange}
                  onRaw={whyNotRaw(of, drawn) === undefined ? showRaw : undefined}
                  drawn={{ t: near.t, lines: placedLines(near, of) }}
                  chart={seenChart(of, view ?? spanOf(drawn), container)}
                  onNote={notes.onNote && (() => notes.onNote?.(atMs))}
                />
              </Suspense>
            )}
            factsOf={(part) => factsOfPart({ ...asked, definition: of }, part)}
            onKeep={(range) => setRange(range, near.groupBy === "raw" ? "raw" : undefined)}
            tools={
              <RawButton
                {...{ drawn, near, of, view }}
                isAsked={of.groupBy === "raw" && !drawing.isPlaceholderData}
                onRaw={showRaw}
                onAverages={showAverages}
              />
            }
          />
        )}
      </Async>
      {(notes.notes.length > 0 || notes.dialog) && (
        <Suspense>
          <NotesOfChart of={notes} zone={zone} containerIds={ids} nameOf={nameOf} />
        </Suspense>
      )}
    </section>
  );
}

/** The same object for as long as its parts stay. */
function usePlace({ containerId, clusterId, from, to }: ViewedChart["asked"]): ChartPlace {
  return useMemo(
    () => ({
      ...(containerId !== undefined && { containerId }),
      ...(clusterId !== undefined && { clusterId }),
      ...(from !== undefined && { from, to }),
    }),
    [containerId, clusterId, from, to],
  );
}

/** That of the chart, and the usual ones beside it. */
function periodsFor({ period }: ChartDefinition): Period[] {
  return [...new Set<Period>([period, "today", "yesterday", "7_days", "30_days", "custom"])];
}
