import { type AnyRedirect, redirect } from "@tanstack/react-router";

import {
  type PeriodParams,
  type SearchParams,
  choiceParam,
  periodParams,
  zoomParam,
} from "../../../core/search-params.ts";
import { type RankedFigure, rankedFigures } from "../../../domain/period-figures/ranked-figures.ts";
import { mostCompared } from "../list-choices.ts";

/** What the chart of a comparison can show. */
export const comparedMetrics = ["soc", "solar", "load"] as const;
export type ComparedMetric = (typeof comparedMetrics)[number];

export interface CompareSearch extends PeriodParams {
  /** Of the containers that are compared, joined by commas; absent: they are still to be chosen. */
  ids?: string;
  /** The figure that decides first which of them did worst. */
  by?: RankedFigure;
  /** What their chart shows. */
  shown?: ComparedMetric;
  /** The part of the chart that is looked at. */
  zoom?: string;
}

export function compareSearch(given: SearchParams): CompareSearch {
  const ids = idsOf(given["ids"]);
  return {
    ...(ids.length > 0 ? { ids: ids.join(",") } : {}),
    ...choiceParam(given, "by", rankedFigures),
    ...choiceParam(given, "shown", comparedMetrics),
    ...periodParams(given),
    ...zoomParam(given),
  };
}

/** The ids in an address: at most as many as are compared, each once. */
export function idsOf(given: unknown): string[] {
  // The router reads an id of digits as a number.
  const text = typeof given === "number" ? String(given) : given;
  return typeof text === "string" ? [...new Set(text.split(",").filter(Boolean))].slice(0, mostCompared) : [];
}

/** Where an older address of the list leads, in whose place the comparison stood; undefined: to the list. */
export function movedComparison(given: SearchParams): AnyRedirect | undefined {
  const { compare: ids, ...others } = given;
  return ids === undefined
    ? undefined
    : redirect({ to: "/containers/compare", search: compareSearch({ ...others, ids }), replace: true });
}
