import {
  type PeriodParams,
  type SearchParams,
  choiceParam,
  periodParams,
  zoomParam,
} from "../../core/search-params.ts";
import { type RankedFigure, rankedFigures } from "../../domain/period-figures/ranked-figures.ts";
import { type ComparedMetric, type ListQuery, comparedMetrics, mostCompared, readListQuery } from "./list-choices.ts";

/** What the list shows, and the comparison in its place. */
export interface ContainersSearch extends ListQuery, CompareParams {}

interface CompareParams extends PeriodParams {
  /** Ids of the containers that are compared, joined by commas; empty: they are still to be chosen. */
  compare?: string;
  /** The figure that decides first which of them did worst. */
  by?: RankedFigure;
  /** What their chart shows. */
  shown?: ComparedMetric;
  /** The part of the chart that is looked at. */
  zoom?: string;
}

export function containersSearch(given: SearchParams): ContainersSearch {
  return { ...readListQuery(given), ...compareParams(given) };
}

function compareParams(given: SearchParams): CompareParams {
  // The router reads an id of digits as a number.
  const compare = typeof given["compare"] === "number" ? String(given["compare"]) : given["compare"];
  if (typeof compare !== "string") return {};
  const ids = [...new Set(compare.split(",").filter(Boolean))].slice(0, mostCompared);
  return {
    compare: ids.join(","),
    ...choiceParam(given, "by", rankedFigures),
    ...choiceParam(given, "shown", comparedMetrics),
    ...periodParams(given),
    ...zoomParam(given),
  };
}
