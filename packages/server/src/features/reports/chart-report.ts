import { aggregateOf } from "@offgrid/contract/charts/chart-aggregates";
import type { ChartAggregate } from "@offgrid/contract/charts/chart-choices";
import type { ChartDefinition, ChartThreshold, DefinedSeries } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { comparedName, comparedTime, comparedTitle, containersText } from "@offgrid/contract/charts/drawn-words";
import { formulaTitle, seriesTitle } from "@offgrid/contract/charts/series-title";
import { lineColors } from "@offgrid/contract/charts/line-colors";
import { lengthOf } from "@offgrid/contract/charts/chart-rules";
import { definitionText } from "@offgrid/contract/charts/definition-text";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText, formatShare, missing } from "@offgrid/contract/telemetry/format";
import { instantText } from "@offgrid/contract/telemetry/time-text";
import { rangeWords } from "@offgrid/contract/telemetry/range-words";
import type { Unit } from "@offgrid/contract/telemetry/metrics";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import type { ReportSubject } from "@offgrid/contract/reports/reports.schema";

import { drawDefinition } from "../charts/drawings/draw-definition.ts";
import { withContainers } from "../charts/drawings/with-containers.ts";
import { listCharts, readDefinition } from "../charts/saved/saved-charts.store.ts";
import {
  NothingToSend,
  type ReportContent,
  type ReportFor,
  type ReportLevel,
  type ReportLine,
  type ReportPlot,
  type ReportTable,
  type ReportWarning,
  SubjectGone,
} from "./report-content.ts";
import { faultText, fill, pageLink, wordsIn } from "./report-words.ts";
import { countWarnings, listRaised, seenByAll } from "./sendings.store.ts";

/** As many as a screen draws of a line. */
const mostPoints = 1_500;

type ChartSubject = Extract<ReportSubject, { kind: "chart" }>;

/** A saved chart that its owner sees, over its own period up to when the report is due. */
export async function chartReport(name: string, subject: ChartSubject, to: ReportFor): Promise<ReportContent> {
  const { db, ownerId, nowMs } = to;
  const owner = { userId: ownerId };
  const [row] = await listCharts(db, owner, nowMs, subject.chartId);
  const definition = row && readDefinition(row);
  if (!definition) throw new SubjectGone();
  const whole = await withContainers(definition, subject, db, owner);
  const content = await definedReport(name, whole, to);
  // Whoever reads the report may not have been shown the chart, and opens what it shows instead.
  const [shared] = await listCharts(db, { userId: to.readerId }, nowMs, subject.chartId);
  return shared ? { ...content, link: pageLink(to.url, to.language, keptPage(subject, content)) } : content;
}

/** The chart itself, over the range of the report. */
function keptPage({ chartId, containerId, clusterId }: ChartSubject, { span }: ReportContent): string {
  const search = new URLSearchParams({
    ...(containerId !== undefined && { container: containerId }),
    ...(clusterId !== undefined && { cluster: clusterId }),
    ...{ from: String(span.fromMs), to: String(span.toMs) },
  });
  return `charts/${encodeURIComponent(chartId)}?${search}`;
}

/** A chart with its containers by name, as owner and reader both see it. */
export async function definedReport(
  name: string,
  whole: ChartDefinition,
  to: ReportFor,
  range: { from?: number | undefined; to?: number | undefined } = {},
): Promise<ReportContent> {
  const { db, ownerId, readerId, language, dueMs, url, signal } = to;
  const { definition, isPart, ids } = await seenPart(whole, to);
  // Single readings, ten thousand of a line, are for a screen that can be zoomed.
  const grouped = definition.groupBy === "raw" ? { ...definition, groupBy: "auto" as const } : definition;
  const drawn = await drawDefinition(
    { definition: grouped, points: mostPoints, ...range },
    {
      ...{ db, viewer: { userId: readerId }, language, nowMs: dueMs, queue: `reports ${ownerId}` },
      ...(signal && { signal }),
    },
  );
  const span = { fromMs: drawn.from, toMs: drawn.to };
  const counts = await countWarnings(db, ids, span);
  const raised = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const warnings = raised === 0 ? [] : await warningsOf(to, ids, span);
  const words = wordsIn(language);
  const lines = linesOf(definition, drawn, language);
  const hasData = lines.some(({ values }) => values.some((value) => value !== null));
  const kept = { ...definition, period: "custom" as const, from: drawn.from, to: drawn.to };
  const names = titlesOf(definition.series, drawn.lines, language);
  return {
    name,
    days: rangeWords(span, drawn.zone, language, "names"),
    about: [
      ...(definition.name === name ? [] : [definition.name]),
      ...(drawn.containers.length === 0 ? [] : [containersText(drawn.containers, language)]),
      ...comparedText(drawn, language),
      `${fill(words.zone, { zone: drawn.zone })}, ${words.group[drawn.groupBy]}`,
      ...lateText(drawn, language),
    ],
    figures: [],
    plots: plotsOf(definition, drawn.t, lines, language).map((plot) => ({ ...plot, warnings })),
    drawn: { containers: drawn.containers, groupBy: drawn.groupBy, compared: drawn.compared },
    tables: [
      ...(lines.length === 0 ? [] : [figureTable(definition, drawn, lines, language)]),
      ...(warnings.length === 0 ? [] : [warningTable(warnings, raised, drawn.zone, language)]),
    ],
    notes: [
      ...(hasData ? [] : [words.nothing]),
      ...(isPart ? [words.hidden] : []),
      ...drawn.faults.map(({ series, code, what }) => faultText(code, names.get(series) ?? series, what, language)),
    ],
    query: fill(words.chart_query, {
      name: definition.name,
      series: [...names.values()].join(", "),
    }),
    link: pageLink(url, language, `charts/add?d=${definitionText(kept)}`),
    ...{ span, zone: drawn.zone, hasData, raised },
  };
}

/** So many are marked on the drawing, and the newest of them named below it. */
const mostMarked = 200;
const mostNamed = 12;
/** A table of so many lines leaves the rest of a page empty rather than one of them alone on the next. */
const mostWhole = 24;

async function warningsOf({ db, language }: ReportFor, ids: readonly string[], span: ReportContent["span"]) {
  const raised = await listRaised(db, ids, span, mostMarked);
  return raised.map(({ content, clearedMs, ...one }): ReportWarning => ({
    ...one,
    text: suggestedText(content, language),
    ...(clearedMs !== null && { clearedMs }),
  }));
}

/** What the marks on the drawing stand for, newest first. */
function warningTable(
  warnings: readonly ReportWarning[],
  count: number,
  zone: string,
  language: LocaleCode,
): ReportTable {
  const { head, warning } = wordsIn(language);
  const shown = warnings.slice(0, mostNamed);
  const at = (atMs: number) => instantText(atMs, zone, language);
  return {
    isWhole: true,
    title: shown.length < count ? fill(warning.newest, { count: shown.length, of: count }) : head.warnings,
    heads: [warning.what, head.container, warning.raised, warning.cleared],
    rows: shown.map(({ text, container, raisedMs, clearedMs }) => [
      ...[text, container, at(raisedMs)],
      clearedMs === undefined ? warning.open : at(clearedMs),
    ]),
  };
}

/** Which days the lines before are of; another container is named at its lines. */
function comparedText(drawn: DrawnChart, language: LocaleCode): string[] {
  const time = comparedTime(drawn, language, "names");
  return time ? [fill(wordsIn(language).compared, time)] : [];
}

/** How much of it came late, as the screen says it below the chart: lines of one container have it in common. */
function lateText({ lines }: DrawnChart, language: LocaleCode): string[] {
  const lateMs = Math.max(0, ...lines.map(({ late }) => lengthOf(late ?? [])));
  return lateMs > 0 ? [fill(wordsIn(language).late, { span: durationText(lateMs / 1_000, language) })] : [];
}

/** The chart without what owner or reader does not see. @throws NothingToSend, SubjectGone where nothing is left. */
async function seenPart(whole: ChartDefinition, { db, ownerId, readerId }: ReportFor) {
  const named = [...new Set(whole.series.flatMap(idsOf))];
  const seen = new Set((await seenByAll(db, [ownerId, readerId])).map(({ id }) => id));
  const ids = named.filter((id) => seen.has(id));
  const { compare } = whole;
  const hasOther = compare.kind !== "container" || seen.has(compare.containerId);
  if (ids.length === 0) {
    const own = new Set((await seenByAll(db, [ownerId])).map(({ id }) => id));
    if (!named.some((id) => own.has(id))) throw new SubjectGone();
    throw new NothingToSend("no_rights");
  }
  const definition: ChartDefinition = {
    ...whole,
    compare: hasOther ? compare : { kind: "none" },
    series: whole.series.map((one) =>
      one.kind === "metric" && one.of.kind === "containers"
        ? { ...one, of: { ...one.of, ids: one.of.ids.filter((id) => seen.has(id)) } }
        : one,
    ),
  };
  return { definition, ids, isPart: ids.length < named.length || !hasOther };
}

const idsOf = (one: DefinedSeries) => (one.kind === "metric" && one.of.kind === "containers" ? one.of.ids : []);

/** What each series is called, by its id; a formula as its line is, and where it is not drawn by what its sides are called. */
function titlesOf(
  series: readonly DefinedSeries[],
  lines: DrawnChart["lines"],
  language: LocaleCode,
): Map<string, string> {
  const titles = new Map<string, string>();
  const ofSide = (id: string) => titles.get(id) ?? id;
  for (const one of series) if (one.kind === "metric") titles.set(one.id, one.title || seriesTitle(one, language));
  const named = (one: DefinedSeries): [string, string] => {
    if (one.kind === "metric") return [one.id, ofSide(one.id)];
    const line = lines.find((drawn) => drawn.series === one.id);
    return [one.id, line?.title ?? (one.title || formulaTitle(one, ofSide(one.a), ofSide(one.b)))];
  };
  return new Map(series.map(named));
}

/** In the colours of the screen, which are those of all drawings of the chart together. */
function linesOf(definition: ChartDefinition, drawn: DrawnChart, language: LocaleCode): ReportLine[] {
  const laidOver = comparedName(drawn, language) ?? "";
  const placed = placedLines(drawn, definition);
  const colors = lineColors(placed);
  return placed.flatMap(({ title, unit, values, coverage, adds, late, type, axis, plot, quantity, ghost }, index) => {
    const color = colors[index] ?? null;
    const line: ReportLine = { title, unit, values, coverage, adds, late, type, axis, plot, color, quantity };
    if (!ghost) return [line];
    return [line, { ...line, title: comparedTitle(title, laidOver), type: "line", values: ghost, isOver: true }];
  });
}

/** A drawing for each that stands below another; what they show is the title of the report. */
function plotsOf(
  { thresholds }: ChartDefinition,
  t: readonly number[],
  lines: readonly ReportLine[],
  language: LocaleCode,
): ReportPlot[] {
  const plots = [...new Set(lines.map(({ plot }) => plot))].toSorted((one, other) => one - other);
  return plots.map((plot) => {
    const own = lines.filter((line) => line.plot === plot);
    const levels = thresholds.flatMap((one): ReportLevel[] => {
      const beside = one.plot === plot ? own.find(({ axis }) => axis === one.axis) : undefined;
      return beside ? [{ title: levelText(one, beside.unit, language), value: one.value, axis: one.axis }] : [];
    });
    return { title: "", t, lines: own, levels };
  });
}

function levelText({ title, value }: ChartThreshold, unit: Unit, language: LocaleCode): string {
  const { threshold, threshold_named: named } = wordsIn(language);
  return fill(title === "" ? threshold : named, { title, value: formatQuantityText(value, unit, language) });
}

/** What is said of each line: what its maker chose, else what says most. */
function figureTable(
  { aggregates }: ChartDefinition,
  { groupBy }: Pick<DrawnChart, "groupBy">,
  lines: readonly ReportLine[],
  language: LocaleCode,
): ReportTable {
  const words = wordsIn(language);
  const isSummed = ({ adds }: ReportLine) => adds === true;
  const usual: ChartAggregate[] = ["average", "min", "max", ...(lines.some(isSummed) ? (["sum"] as const) : [])];
  const chosen = aggregates.length > 0 ? aggregates : usual;
  const headOf = (one: ChartAggregate) =>
    (one === "min" || one === "max") && groupBy !== "raw"
      ? fill(words.aggregate_of, { aggregate: words.aggregate[one], group: words.group_of[groupBy] })
      : words.aggregate[one];
  return {
    title: words.figures,
    isWhole: lines.length <= mostWhole,
    heads: [words.line, ...chosen.map(headOf), words.head.coverage],
    rows: lines.map((line) => [
      line.title,
      ...chosen.map((one) =>
        // Of what is no amount, such as volts, a sum says nothing that anybody asked for.
        one === "sum" && aggregates.length === 0 && !isSummed(line)
          ? ""
          : formatQuantityText(aggregateOf(one, line), line.unit, language),
      ),
      line.isOver ? missing : formatShare(line.coverage, language),
    ]),
  };
}
