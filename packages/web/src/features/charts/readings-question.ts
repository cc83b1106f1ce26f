import type { ChartDefinition, MetricSeries } from "@offgrid/contract/charts/chart-definition.schema";
import { seriesUnit } from "@offgrid/contract/charts/chart-rules";
import { seriesTitle } from "@offgrid/contract/charts/series-title";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { Input } from "../../core/api/call.ts";
import { baseUnit } from "../../core/format.ts";

/** A container that the person sees. */
interface Place {
  containerId: string;
  name: string;
  clusterId: string | null;
}

export interface ReadingsQuestion {
  series: Input<"exportData">["series"];
  /** A formula is computed of groups, and has no single readings. */
  hasFormulas: boolean;
}

/**
 * The columns of a file of single readings: one for each container of each series, since single readings of several
 * containers, which are of different instants, have no sum. Pure.
 */
export function readingsQuestion(
  { series }: Pick<ChartDefinition, "series">,
  places: readonly Place[],
  viewed: { containerId?: string | undefined; clusterId?: string | undefined },
  locale: LocaleCode,
): ReadingsQuestion {
  const columns = series.flatMap((one) => {
    if (one.kind !== "metric" || one.metric === "") return [];
    const own = places.filter((place) => isOf(one.of, place, viewed));
    const title = titleOf(one, locale);
    return own.map(({ containerId, name }) => ({
      ...{ containerId, metric: one.metric, useIf: one.useIf, multiply: one.multiply },
      title: (own.length > 1 ? `${name}: ${title}` : title).slice(0, 128),
    }));
  });
  return { series: columns, hasFormulas: series.some(({ kind }) => kind === "formula") };
}

function isOf(
  of: MetricSeries["of"],
  { containerId, clusterId }: Place,
  viewed: { containerId?: string | undefined; clusterId?: string | undefined },
): boolean {
  if (of.kind === "containers") return of.ids.includes(containerId);
  if (of.kind === "$container") return containerId === viewed.containerId;
  return clusterId !== null && clusterId === (of.kind === "cluster" ? of.id : viewed.clusterId);
}

/** A reading is no sum and no count, so it has the unit of its metric; one that was chosen is that of what is drawn. */
function titleOf(one: MetricSeries, locale: LocaleCode): string {
  const { title, metric, func } = one;
  const isSame = func !== "hourly_average_sum" && func !== "count";
  const reading = { ...one, func: "average" as const, unit: isSame ? one.unit : undefined };
  const shown = baseUnit(seriesUnit(reading, [reading]));
  const name = title === "" ? seriesTitle({ metric, func: "average" }, locale) : title;
  return shown === "" ? name : `${name} (${shown})`;
}
