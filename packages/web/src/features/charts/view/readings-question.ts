import type { ChartDefinition, MetricSeries } from "@offgrid/contract/charts/chart-definition.schema";
import { seriesUnit } from "@offgrid/contract/charts/chart-rules";
import { seriesTitle } from "@offgrid/contract/charts/series-title";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { Input } from "../../../core/api/call.ts";
import { baseUnit } from "../../../core/format.ts";

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
  const found = series.flatMap((one) =>
    one.kind !== "metric" || one.metric === ""
      ? []
      : places.filter((place) => isOf(one.of, place, viewed)).map((place) => ({ one, place })),
  );
  const isMany = new Set(found.map(({ place }) => place.containerId)).size > 1;
  const columns = found.map(({ one, place: { containerId, name } }) => ({
    ...{ containerId, metric: one.metric, useIf: one.useIf, multiply: one.multiply },
    title: titleOf(one, isMany ? name : undefined, locale).slice(0, 128),
  }));
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

/**
 * A reading is no sum and no count, so it has the unit of its metric; one that was chosen is that of what is drawn.
 * @param container Its name, where the file has readings of several.
 */
function titleOf(one: MetricSeries, container: string | undefined, locale: LocaleCode): string {
  const { title, metric, func } = one;
  const isSame = func !== "energy" && func !== "hourly_average_sum" && func !== "count";
  const reading = { ...one, func: "average" as const, unit: isSame ? one.unit : undefined };
  const shown = baseUnit(seriesUnit(reading, [reading]));
  const plain = title === "" ? seriesTitle({ metric, func: "average" }, locale) : title;
  const name = container === undefined ? plain : `${plain}, ${container}`;
  return shown === "" ? name : `${name} (${shown})`;
}
