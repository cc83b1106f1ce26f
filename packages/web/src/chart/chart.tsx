import { VisuallyHidden } from "@mantine/core";
import {
  lazy,
  Suspense,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../core/chunk.ts";
import { timeReady } from "../core/time.ts";
import { LaterPart } from "../ui/later-part.tsx";
import type { TimeRange } from "../ui/period-range.ts";
import { ScrollBox } from "../ui/scroll-box.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { bandLevel, hasNotesIn } from "./chart-notes.ts";
import type { ChartPlace } from "./chart-files.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import type { ChartLevel } from "./chart-levels.tsx";
import { ChartPeriod } from "./chart-period.tsx";
import { useChartSubject } from "./chart-subject.ts";
import { inShownUnit, type ChartSeries, type ChartSpan, type ChartWarning, type PartFacts } from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartTools } from "./chart-tools.tsx";
import { ChartWarnings } from "./chart-warnings.tsx";
import type { DrawnOver } from "@offgrid/contract/charts/drawn-words";
import { containersText } from "@offgrid/contract/charts/drawn-words";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import styles from "./chart.module.css";
import { marksLate } from "./late-points.ts";
import type { PlotArea, PlotPicture } from "./plot.types.ts";
import { RangeNavigator } from "./range-navigator.tsx";
import { groupLengthMs } from "./trace.ts";
import { type EarlierAt, useChartSummary } from "./use-chart-summary.ts";
import { type ChartZoom, useChartView } from "./use-chart-view.ts";
import { useFullscreen } from "./use-fullscreen.ts";
import { type ChartContents, useSettledContents } from "./use-settled-contents.ts";
import { useShownSeries } from "./use-shown-series.ts";

const loadPlot = () => loadChunk(() => import("./plot.tsx"));
const Plot = lazy(async () => {
  const [{ Plot: loaded }] = await Promise.all([loadPlot(), timeReady()]);
  return { default: loaded };
});

/** Few charts have levels that can be moved. */
const ChartLevels = lazy(() =>
  loadChunk(() => import("./chart-levels.tsx")).then((part) => ({ default: part.ChartLevels })),
);

const ChartPoint = lazy(() =>
  loadChunk(() => import("./chart-point.tsx")).then((part) => ({ default: part.ChartPoint })),
);

/** For screens that surely draw a chart: what draws it comes with their own part of the program, not after their data. */
export function loadPlotAhead(): void {
  // Where it fails, the chart asks again, and says so.
  loadPlot().catch(() => {});
}

export interface ChartProps {
  title: string;
  /** Epoch milliseconds, rising; with bars: start of each group. */
  t: readonly number[];
  /** One unit per axis. Keep the array's identity while nothing changes: a new array is drawn again. */
  series: readonly ChartSeries[];
  /** The container's zone; all labels are in it. */
  zone: string;
  /** Ends of the time axis, epoch milliseconds; absent: those of the data. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** A longer silence breaks a line: three times the expected interval as a rule. Missing values always do. */
  gapMs?: number | undefined;
  /** Spans from sunset to sunrise, shaded. Keep its identity, as that of the two below. */
  nights?: readonly TimeRange[];
  /** Triangles on the time axis, with their words on hover and focus and in the table. */
  warnings?: readonly ChartWarning[];
  /** Works on the container, hatched. */
  works?: readonly ChartSpan[];
  /** Below the drawing: what is marked. */
  marksLine?: ReactNode;
  /** Levels of the left axis that can be moved. */
  levels?: readonly ChartLevel[];
  /** False where the card around it already shows the title; screen readers still read it. */
  titleShown?: boolean;
  /** Where the part that is looked at is kept; absent: it is forgotten with the page. */
  zoom?: ChartZoom | undefined;
  /** A strip below with the whole range; absent: where there are enough points to look closer at. */
  navigator?: boolean;
  /** What the strip draws where that is more than this drawing, as of several with one time axis. Keep its identity. */
  overview?: readonly ChartSeries[] | undefined;
  /** True: every fill has a pattern, so that colours are not needed to tell them apart. */
  patterns?: boolean;
  /** Height of the picture in CSS pixels; absent: 400, and 260 on phones. */
  heightPx?: number;
  /** What files that are saved from here are called by; absent: the subject of the page and the title. */
  fileName?: string;
  /**
   * What it shows, for those who build another chart from it: each has a way into the builder. Undefined only where it cannot
   * be built of what was measured, or nobody may.
   */
  definition: GivenDefinition | undefined;
  /** What the placeholders of the definition stand for, and what is shown in the place of its period. Keep its identity. */
  place?: ChartPlace | undefined;
  /** Why there is no definition, in words, where that is not plain. */
  whyNoFiles?: string | undefined;
  /** True: its times are dates, each from each container's own midnight; said in files. */
  ownDays?: boolean | undefined;
  /** Some of its series are of what is expected, which a chart of one's own has not. */
  hasForecast?: boolean;
  /** False: its values cannot be taken as a file. */
  withValues?: boolean;
  /** What each time stands for; absent: not said in files, nor how much was measured. */
  groupBy?: ChartGroup | undefined;
  /** What its series say of themselves, such as their coverage, they say of the part that is looked at. */
  isPart?: boolean | undefined;
  /** What is known of its series of just the part that is looked at, for files; absent: that cannot be asked. */
  factsOf?: ((view: TimeRange) => Promise<PartFacts>) | undefined;
  /** Of which containers it is, by name, for files and the full screen; absent: the page says it, or they are not told. */
  containers?: readonly string[] | undefined;
  /** What is laid over its series, for files. */
  over?: DrawnOver | undefined;
  /** When that was, of a time of the chart; absent: in the same time. */
  earlierAt?: EarlierAt | undefined;
  /** Items of the menu that a click into the drawing opens. */
  pointMenu?: ((atMs: number) => ReactNode) | undefined;
  /** Makes the part that is looked at the range of the chart; absent: that cannot be done here. */
  onKeep?: ((view: TimeRange) => void) | undefined;
}

const none: readonly never[] = [];
/** From so many points on, the whole range is worth a strip of its own. */
const navigatorFrom = 60;

/** Series over time with two axes, zoom, legend, and the same as words, table, picture and file. */
export function Chart({
  title,
  t: times,
  series: kept,
  zone,
  fromMs,
  toMs,
  gapMs,
  nights = none,
  warnings = none,
  works = none,
  levels = none,
  titleShown = true,
  navigator = times.length >= navigatorFrom,
  patterns = false,
  heightPx,
  ...more
}: ChartProps) {
  const { pointMenu, zoom, marksLine, groupBy, ownDays = false, isPart = false } = more;
  const { t } = useTranslation("chart");
  const locale = useLocale();
  const [titleId, helpId] = [useId(), useId()];
  const section = useRef<HTMLElement>(null);
  const picture = useRef<PlotPicture>(undefined);
  const [area, setArea] = useState<PlotArea>();
  const [isTable, setIsTable] = useState(false);
  const fullscreen = useFullscreen(section);
  const subject = useChartSubject();
  const place = subject ?? (containersText(more.containers ?? none, locale) || undefined);

  const series = useSeries(kept, levels);
  const full = useMemo(() => wholeRange(times, fromMs, toMs), [times, fromMs, toMs]);
  const seen = useChartView(full, zoom);
  const { view, now, address, isZoomed, look, zoomIn, zoomOut } = seen;
  const { looks, shown, hidden, choose, isEmpty } = useShownSeries(series, patterns);
  const read = useSettledContents({ t: times, series, view, full });
  const small = useSmall(read, hidden, more.overview);
  const summary = useChartSummary({ ...read, warnings, zone, locale, earlierAt: more.earlierAt });

  const onTable = useCallback(() => setIsTable((before) => !before), []);
  const files = useFileWords(more);
  const part = isZoomed ? { view, isOwn: isPart } : undefined;
  const keep = useKeep(more.onKeep, seen.take);
  const contents = useLatest({ t: times, series: kept, shown, looks, warnings, part, full, factsOf: more.factsOf });
  const menu = useMemo(
    () => ({ ...{ title, contents, view: now }, ...{ ...files, subject, zone, locale, picture } }),
    [title, contents, now, files, subject, zone, locale],
  );
  const onArea = useCallback((next: PlotArea) => setArea((before) => (isSameArea(before, next) ? before : next)), []);
  const drawn = { t: times, series: shown, zone, locale, view, full, gapMs, onView: look };

  const hasLate = useMemo(() => series.some((one) => marksLate(one, times)), [series, times]);
  const band = useMemo(() => bandLevel(warnings, view), [warnings, view]);
  const marks = { hasLate, hasWorks: works.length > 0, band, hasNotes: hasNotesIn(view, warnings) };
  const legend = <ChartLegend {...{ series, looks, hidden, ...marks }} onChoose={choose} />;
  // Where the card around it has the title, the legend takes its place beside the tools.
  const isTitled = titleShown || fullscreen.isFull;
  const size = heightPx === undefined ? {} : ({ "--chart-height": `${heightPx}px` } as CSSProperties);

  return (
    <section className={styles.chart} aria-labelledby={titleId} ref={section} style={size}>
      <div className={styles.head}>
        <Heading id={titleId} {...{ title, subject: place, isTitled }} isFull={fullscreen.isFull} />
        {!isTitled && legend}
        <ChartTools {...{ isZoomed, look, zoomIn, zoomOut, keep, address, isTable, onTable, fullscreen, menu }} />
      </div>
      <ChartPeriod view={view} zone={zone} locale={locale} />
      {isTitled && legend}
      <div className="og-relative">
        <Drawing titleId={titleId} helpId={helpId} onKey={seen.onKey}>
          <Plot {...drawn} {...{ looks, nights, works, warnings, onArea, picture }} />
        </Drawing>
        <PointMenuOf {...drawn} {...{ section, area, pointMenu }} />
        {isEmpty && <p className={styles.empty}>{t("empty")}</p>}
        {area && levels.length > 0 && <Levels levels={levels} area={area} />}
        {area && <ChartWarnings {...{ warnings, view, area, zone, locale }} />}
      </div>
      {navigator && !isEmpty && (
        // Its place is kept until it is known where the curves begin.
        <div
          className="og-no-print"
          style={{ minHeight: 40, ...(area && { marginInlineStart: area.left, width: area.width }) }}
        >
          {area && <RangeNavigator {...drawn} small={small} />}
        </div>
      )}
      {marksLine && <p className="og-note og-flush og-no-print">{marksLine}</p>}
      <VisuallyHidden id={helpId}>{t("keys")}</VisuallyHidden>
      <VisuallyHidden>
        <p>{summary}</p>
      </VisuallyHidden>
      <TableFrame isShown={isTable} titleId={titleId}>
        <ChartTable
          {...{ title, warnings, works, zone, locale, groupBy, ownDays, isZoomed, isPart }}
          {...{ ...read.view, t: read.t, series: read.series }}
        />
      </TableFrame>
    </section>
  );
}

function Levels(props: { levels: readonly ChartLevel[]; area: PlotArea }) {
  return (
    <Suspense>
      <ChartLevels {...props} />
    </Suspense>
  );
}

/** What it was given last, when it is called. */
function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}

/** Keeps what is seen when it is called; the same function for as long as there is one, since the tools are drawn by it. */
function useKeep(onKeep: ChartProps["onKeep"], take: () => TimeRange): (() => void) | undefined {
  const latest = useLatest(onKeep);
  const keep = useCallback(() => latest()?.(take()), [latest, take]);
  return onKeep && keep;
}

/** The same object for as long as its parts stay. */
function useFileWords({
  fileName,
  definition,
  place = nowhere,
  whyNoFiles,
  withValues = true,
  groupBy,
  ownDays = false,
  hasForecast = false,
  over,
  containers = none,
}: Pick<ChartProps, FileWord>) {
  return useMemo(
    () => ({
      ...{ fileName, definition, place, whyNoFiles, withValues },
      ...{ groupBy, ownDays, hasForecast, over, containers },
    }),
    [fileName, definition, place, whyNoFiles, withValues, groupBy, ownDays, hasForecast, over, containers],
  );
}

const nowhere: ChartPlace = {};
type FileWord =
  | Extract<keyof ChartProps, "fileName" | "definition" | "place" | "whyNoFiles" | "withValues">
  | Extract<keyof ChartProps, "groupBy" | "ownDays" | "hasForecast" | "over" | "containers">;
type PointMenuProps = ComponentProps<typeof ChartPoint>;

function PointMenuOf({
  area,
  pointMenu,
  ...drawn
}: Omit<PointMenuProps, "area" | "pointMenu"> & {
  area: PlotArea | undefined;
  pointMenu: PointMenuProps["pointMenu"] | undefined;
}) {
  if (!pointMenu || !area) return null;
  return (
    <Suspense>
      <ChartPoint {...drawn} area={area} pointMenu={pointMenu} />
    </Suspense>
  );
}

/** What the strip with the whole range draws. */
function useSmall({ t, series: own, full }: ChartContents, hidden: ReadonlySet<string>, series = own) {
  const shown = useMemo(() => series.filter((one) => !hidden.has(one.id)), [series, hidden]);
  return { t, series: shown, full };
}

interface HeadingProps {
  id: string;
  title: string;
  /** What the chart is about. */
  subject: string | undefined;
  isTitled: boolean;
  /** It fills the screen: whatever named it on the page is hidden. */
  isFull: boolean;
}

/** The chart's title, for the eyes or for readers alone. */
function Heading({ id, title, subject, isTitled, isFull }: HeadingProps) {
  const heading = (
    <h2 className="og-title" id={id}>
      {isFull && subject !== undefined ? `${subject}: ${title}` : title}
    </h2>
  );
  return isTitled ? heading : <VisuallyHidden>{heading}</VisuallyHidden>;
}

/** What is looked at, with the keys that zoom and move it. */
function Drawing({
  titleId,
  helpId,
  onKey,
  children,
}: {
  titleId: string;
  helpId: string;
  onKey: ReturnType<typeof useChartView>["onKey"];
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons above do the same
    <div
      className="og-rounded"
      role="img"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- zooming by keyboard needs the focus
      tabIndex={0}
      aria-labelledby={titleId}
      aria-describedby={helpId}
      onKeyDown={onKey}
    >
      <LaterPart height="calc(var(--chart-height) + 16px)">{children}</LaterPart>
    </div>
  );
}

/** The values as a table, for the eyes or for readers alone. */
function TableFrame({ isShown, titleId, children }: { isShown: boolean; titleId: string; children: ReactNode }) {
  // On paper nobody reads it, and browsers shrink the whole page for the sake of its width.
  if (!isShown) return <VisuallyHidden className="og-no-print">{children}</VisuallyHidden>;
  return (
    <ScrollBox className={`og-frame ${styles.tableFrame}`} labelledBy={titleId}>
      {children}
    </ScrollBox>
  );
}

/** The series in the units that people read. */
function useSeries(kept: readonly ChartSeries[], levels: readonly ChartLevel[]): readonly ChartSeries[] {
  // By their ids: they are new with each edit, and new series would be drawn again.
  const movable = levels.map(({ id }) => id).join(" ");
  return useMemo(() => kept.map(inShownUnit).map((one) => unlabelled(one, movable)), [kept, movable]);
}

/** A level that can be moved has its words at its handle. @param movable The ids of these. */
function unlabelled(one: ChartSeries, movable: string): ChartSeries {
  if (one.label === undefined || !movable.split(" ").includes(one.id)) return one;
  const { label: _label, ...rest } = one;
  return rest;
}

/** What is given, else from the first value to the end of the last group; a day where there is nothing. */
function wholeRange(times: readonly number[], fromMs: number | undefined, toMs: number | undefined): TimeRange {
  const lastMs = () => (times.length > 0 ? times.at(-1)! + groupLengthMs(times, 60_000) : 86_400_000);
  return { fromMs: fromMs ?? times[0] ?? 0, toMs: toMs ?? lastMs() };
}

function isSameArea(one: PlotArea | undefined, other: PlotArea): boolean {
  const sides = ["left", "top", "width", "height", "low", "high"] as const;
  return one !== undefined && sides.every((side) => one[side] === other[side]);
}
