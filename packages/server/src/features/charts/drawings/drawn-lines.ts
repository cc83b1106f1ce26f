import { addsUp } from "@offgrid/contract/charts/chart-aggregates";
import type {
  ChartDefinition,
  DefinedSeries,
  FormulaSeries,
  MetricSeries,
} from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawingFault, DrawnChart, DrawnLine } from "@offgrid/contract/charts/chart-drawing.schema";
import { formulaValues, mixedUnits, seriesUnit } from "@offgrid/contract/charts/chart-rules";
import type { ChartAnswer } from "@offgrid/contract/charts/charts.schema";
import { formulaTitle, seriesTitle, sumTitle } from "@offgrid/contract/charts/series-title";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { Unit } from "@offgrid/contract/telemetry/metrics";
import { unitSymbols } from "@offgrid/contract/telemetry/unit-symbols";

import { type Late, joinStretches } from "./late-lines.ts";

/** One line of the chart before it is drawn. */
export interface Line {
  id: string;
  series: MetricSeries;
  containerIds: string[];
  /** What is said of the place, where lines differ in it. */
  place: string;
}

export type Fault = DrawnChart["faults"][number];

export const fault = (series: string, code: DrawingFault, what: string | null = null): Fault => ({
  series,
  code,
  what,
});

/** What is laid over each line; undefined: nothing. */
export type Ghosts = (readonly (number | null)[])[] | undefined;

/** A count, a state and a switch have no symbol. */
const numberWords: Record<LocaleCode, string> = { en: "a number", fr: "un nombre" };

function unitsText(units: readonly Unit[], language: LocaleCode): string {
  const symbols = units.map((unit) => unitSymbols[unit] || numberWords[language]);
  return new Intl.ListFormat(language, { type: "conjunction" }).format(symbols);
}

/** What was measured, and the formulas of it, as lines with their titles. Pure. */
export function toLines(
  definition: ChartDefinition,
  lines: readonly Line[],
  answer: ChartAnswer,
  { ghosts, late }: { ghosts: Ghosts; late: Late | undefined },
  language: LocaleCode,
) {
  const faults: Fault[] = [];
  // Single readings are no amounts of a time, whatever is made of them in groups.
  const isAmount = (one: DefinedSeries) => answer.groupBy !== "raw" && addsUp(one, definition.series);
  const containersOf = new Map(lines.map(({ id, containerIds }) => [id, containerIds.length]));
  const isOneOfSeveral = new Set(lines.map(({ place }) => place)).size > 1;
  const drawn = lines.map(({ id, series, place }, index): DrawnLine => {
    const values = answer.series[index] ?? [];
    if (values.every((value) => value === null))
      faults.push(fault(series.id, "no_data", isOneOfSeveral ? place : null));
    const name = series.title || seriesTitle(series, language);
    const isNamed = place !== "" && (series.each || (isOneOfSeveral && series.title === ""));
    return {
      id,
      series: series.id,
      title: isNamed ? `${name}, ${place}` : name,
      unit: seriesUnit(series, definition.series),
      values,
      coverage: answer.coverage[index] ?? 0,
      ghost: ghosts?.[index] ?? null,
      ...(late?.[index] && { late: late[index] }),
      ...(isAmount(series) && { adds: true }),
      ...(answer.clamped?.includes(index) && { clamped: true }),
    };
  });
  for (const one of definition.series) {
    if (one.kind !== "formula") continue;
    const mixed = mixedUnits(one, definition.series);
    if (mixed) {
      faults.push(fault(one.id, "mixed_units", unitsText(mixed, language)));
      continue;
    }
    const [a, b] = [one.a, one.b].map((side) => drawn.filter((line) => line.series === side));
    const [left] = a ?? [];
    const [right] = b ?? [];
    if (!left || !right || a?.length !== 1 || b?.length !== 1) {
      faults.push(fault(one.id, "no_side"));
      continue;
    }
    const [ofLeft, ofRight] = [left, right].map(({ id }) => containersOf.get(id) ?? 1);
    containersOf.set(one.id, ofLeft === ofRight ? (ofLeft ?? 1) : 1);
    const unit = seriesUnit(one, definition.series);
    drawn.push({ ...formulaLine(one, left, right, unit), ...(isAmount(one) && { adds: true }) });
  }
  const titleOf = ({ id, title }: DrawnLine) => sumTitle(title, containersOf.get(id) ?? 1, language);
  return { lines: drawn.map((line) => ({ ...line, title: titleOf(line) })), faults };
}

function formulaLine(one: FormulaSeries, left: DrawnLine, right: DrawnLine, unit: Unit): DrawnLine {
  return {
    id: one.id,
    series: one.id,
    title: one.title || formulaTitle(one, left.title, right.title),
    unit,
    values: formulaValues(one, left.values, right.values, unit),
    coverage: Math.min(left.coverage, right.coverage),
    ghost: left.ghost && right.ghost && formulaValues(one, left.ghost, right.ghost, unit),
    ...((left.late || right.late) && { late: joinStretches([...(left.late ?? []), ...(right.late ?? [])]) }),
    ...((left.clamped || right.clamped) && { clamped: true }),
  };
}
