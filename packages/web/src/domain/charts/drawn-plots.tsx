import { aggregateOf } from "@offgrid/contract/charts/chart-aggregates";
import type { ChartAggregate } from "@offgrid/contract/charts/chart-choices";
import type { ChartThreshold } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { drawnStep, earlierInstant } from "@offgrid/contract/charts/compared-time";
import { comparedName, comparedTimeText, containersText, type DrawnOver } from "@offgrid/contract/charts/drawn-words";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { BegunNote } from "../../chart/begun-note.tsx";
import type { ChartPlace } from "../../chart/chart-files.tsx";
import type { ChartLevel } from "../../chart/chart-levels.tsx";
import { inShownUnit, type ChartSpan, type ChartWarning, type PartFacts } from "../../chart/chart-series.ts";
import { Chart } from "../../chart/chart.tsx";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { PlotEdges, PlotEdgesContext } from "../../chart/plot-edges.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { formatQuantityText } from "../../core/format.ts";
import { useTick } from "../../core/live/tick.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { begunAmount, type Drawn, drawnRange } from "./drawn-range.ts";
import { drawnPlots, type PlotLine, type PlotWords, quantityOf } from "./drawn-series.ts";

export interface DrawnPlotsProps {
  title: string;
  drawn: Drawn;
  lines: readonly PlotLine[];
  thresholds?: readonly ChartThreshold[];
  /** What is laid over. */
  compared?: DrawnChart["compared"];
  warnings?: readonly ChartWarning[];
  works?: readonly ChartSpan[];
  marksLine?: ReactNode;
  zoom?: ChartZoom | undefined;
  /** Levels of the first drawing that can be moved. */
  levels?: readonly ChartLevel[];
  heightPx?: number;
  /** Undefined: what it shows cannot be built, or nobody who sees it may. */
  definition: GivenDefinition | undefined;
  /** What its placeholders stand for, and what is shown in the place of its period. Keep its identity. */
  place?: ChartPlace | undefined;
  titleShown?: boolean;
  /** False: the values cannot be taken as a file. */
  withValues?: boolean;
  /** What to do at a point that was clicked. */
  pointMenu?: ((atMs: number) => ReactNode) | undefined;
  /** Makes the part that is looked at the range of the chart; absent: that cannot be done here. */
  onKeep?: ((view: TimeRange) => void) | undefined;
  /** What is known of just a part of it; absent: that cannot be asked. */
  factsOf?: ((view: TimeRange) => Promise<PartFacts>) | undefined;
}

const none: readonly never[] = [];
const whole = { breakInside: "avoid", minWidth: 0 } as const;
/** Those below the first are lower. */
const lowerPx = 200;

/** What the series of a chart are called besides its lines: the same object for as long as they are. */
export function usePlotWords(drawn: DrawnOver): PlotWords {
  const { t } = useTranslation("drawing");
  const locale = useLocale();
  const compared = comparedName(drawn, locale) ?? "";
  return useMemo(
    () => ({
      compared,
      threshold: ({ title: own, value }, unit) =>
        own || t("threshold", { value: formatQuantityText(value, unit, locale) }),
    }),
    [compared, t, locale],
  );
}

/** The drawings of a chart, below each other, with one time axis and one crosshair. */
export function DrawnPlots(props: DrawnPlotsProps) {
  const { title, drawn, lines, thresholds = none, compared = null, warnings = none, zoom, levels = none } = props;
  const { t } = useTranslation("drawing");
  const { from, to, zone } = drawn;
  const over = useMemo(() => ({ from, to, zone, compared }), [from, to, zone, compared]);
  const words = usePlotWords(over);
  const plots = useMemo(() => drawnPlots(drawn.t, lines, thresholds, words), [drawn.t, lines, thresholds, words]);
  const overview = useMemo(() => (plots.length > 1 ? plots.flatMap(({ series }) => series) : undefined), [plots]);
  const range = useMemo(() => drawnRange(drawn, lines), [drawn, lines]);
  const locale = useLocale();
  const earlierAt = useEarlierAt(over);
  const comparedTime = comparedTimeText(over, locale);
  const [edges] = useState(() => new PlotEdges());
  const stack = (
    <div className="og-stack">
      {plots.map(({ plot, series }, index) => (
        // On paper each is whole, and a card of several may go on on the next sheet.
        <div key={plot} className={plots.length > 1 ? "og-whole" : undefined} style={whole}>
          <Chart
            title={index === 0 ? title : t("below", { title, number: index + 1 })}
            titleShown={index === 0 && (props.titleShown ?? true)}
            t={drawn.t}
            series={series}
            // The file of all has the name of the chart.
            {...(plots.length > 1 && { fileName: t("below", { title, number: index + 1 }) })}
            zone={drawn.zone}
            {...range}
            zoom={zoom}
            warnings={index === 0 ? warnings : none}
            works={props.works ?? none}
            {...(index === plots.length - 1 && { marksLine: props.marksLine })}
            levels={index === 0 ? levels : none}
            navigator={index === plots.length - 1 && drawn.t.length >= 60}
            overview={overview}
            {...(props.heightPx !== undefined && { heightPx: props.heightPx })}
            {...(index > 0 && { heightPx: lowerPx })}
            // Those below are a part of the same chart.
            definition={index === 0 ? props.definition : undefined}
            place={props.place}
            withValues={props.withValues ?? true}
            over={over}
            earlierAt={earlierAt}
            containers={drawn.containers}
            groupBy={drawn.groupBy}
            isPart={drawn.isPart}
            pointMenu={props.pointMenu}
            onKeep={props.onKeep}
            factsOf={props.factsOf}
          />
        </div>
      ))}
      {comparedTime !== undefined && <p className="og-note og-flush">{comparedTime}</p>}
      <BegunAmount {...{ drawn, lines }} view={zoom?.view} />
    </div>
  );
  return <PlotEdgesContext value={edges}>{stack}</PlotEdgesContext>;
}

function BegunAmount({ view, ...of }: Pick<DrawnPlotsProps, "drawn" | "lines"> & { view: TimeRange | undefined }) {
  const nowMs = useTick();
  const begun = begunAmount(of.drawn, of.lines, { nowMs, view });
  return begun ? <BegunNote {...begun} zone={of.drawn.zone} /> : null;
}

/** When what is laid over was, of a time of the chart; undefined: in the same time, as of another container. */
function useEarlierAt({ from, to, zone, compared }: DrawnOver) {
  return useMemo(() => {
    if (compared?.what !== null) return undefined;
    const step = drawnStep({ from, to }, compared, zone);
    return (atMs: number) => earlierInstant(atMs, step, { zone });
  }, [from, to, zone, compared]);
}

/** Which containers a chart is of, below its title; nothing where they are not told, or the title names the one. */
export function DrawnPlace({ containers, title }: { containers: readonly string[]; title: string }) {
  const locale = useLocale();
  const [first] = containers;
  if (first === undefined || (containers.length === 1 && title.includes(first))) return null;
  return <p className="og-note og-flush">{containersText(containers, locale)}</p>;
}

/** What is said of each line: the figures that its chart asks for. */
export function DrawnFigures({
  drawn,
  lines,
  aggregates,
}: {
  drawn: Pick<DrawnChart, "t" | "groupBy">;
  lines: readonly PlotLine[];
  aggregates: readonly ChartAggregate[];
}) {
  const { t } = useTranslation("drawing");
  const locale = useLocale();
  const figures = useMemo(() => lines.map((line) => inShownUnit({ ...line, unit: quantityOf(line) })), [lines]);
  if (aggregates.length === 0 || lines.length === 0) return null;
  const readingsMs = drawn.groupBy === "raw" ? drawn.t : undefined;
  // Of a group, not of a reading: a closer look at the same time finds higher and lower ones.
  const headOf = (one: ChartAggregate) =>
    (one === "min" || one === "max") && drawn.groupBy !== "raw"
      ? t("aggregateOf", { aggregate: t(`aggregate.${one}`), group: t(`groupOf.${drawn.groupBy}`) })
      : t(`aggregate.${one}`);
  const lacksSum = aggregates.includes("sum") && lines.some(({ adds }) => adds !== true);
  return (
    <ScrollBox label={t("figures")}>
      <table className="og-wide" aria-label={t("figures")} style={{ fontSize: "clamp(11px, 2.9vw, 14px)" }}>
        <thead>
          <tr>
            <th scope="col" className="og-note" style={{ textAlign: "start", fontSize: "inherit" }}>
              {t("line")}
            </th>
            {aggregates.map((one) => (
              <th key={one} scope="col" className="og-note" style={{ textAlign: "end", fontSize: "inherit" }}>
                {headOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ id, title, unit, ...line }) => (
            <tr key={id}>
              <th scope="row" style={{ textAlign: "start", fontWeight: 400 }}>
                {title}
              </th>
              {aggregates.map((one) => (
                <td key={one} className="og-number" style={{ textAlign: "end" }}>
                  {formatQuantityText(aggregateOf(one, line, readingsMs), unit, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lacksSum && <p className="og-note og-flush">{t("noSum")}</p>}
    </ScrollBox>
  );
}
