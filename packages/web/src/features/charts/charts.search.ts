import {
  choiceParam,
  type PeriodParams,
  type SearchParams,
  periodParams,
  textParam,
  zoomParam,
} from "../../core/search-params.ts";

export interface ChartsSearch {
  /** In names, tags and names of owners. */
  search?: string;
  tag?: string;
}

export function chartsSearch(given: SearchParams): ChartsSearch {
  return { ...textParam(given, "search"), ...textParam(given, "tag", 32) };
}

/** A definition with twenty series is far shorter. */
const longestDefinition = 16_000;

export interface BuilderSearch {
  /** The chart that is built, as `definitionText` writes it. */
  d?: string;
  /** What `$container` and `$cluster` stand for. */
  container?: string;
  cluster?: string;
}

export function builderSearch(given: SearchParams): BuilderSearch {
  return {
    ...textParam(given, "d", longestDefinition),
    ...textParam(given, "container", 64),
    ...textParam(given, "cluster", 64),
  };
}

export interface ChartSearch extends BuilderSearch, PeriodParams {
  /** It is being changed. */
  edit?: "yes";
  /** The part of it that is looked at. */
  zoom?: string;
  /** Single readings instead of means. */
  raw?: "yes";
  /** What a point stands for, in the place of what the chart has. */
  by?: "hour";
}

export function chartSearch(given: SearchParams): ChartSearch {
  return {
    ...builderSearch(given),
    ...periodParams(given),
    ...zoomParam(given),
    ...(given["edit"] === "yes" ? { edit: "yes" } : {}),
    ...(given["raw"] === "yes" ? { raw: "yes" } : {}),
    ...choiceParam(given, "by", ["hour"] as const),
  };
}
