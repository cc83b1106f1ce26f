import type { ChartDefinition, ChartThreshold } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { valueRange, valueTicks } from "@offgrid/contract/charts/value-axis";

import { axisUnit } from "./axis-unit.ts";

/**
 * A threshold where its axis is drawn: at the round value nearest to the middle at which there is none yet. It is of the
 * first drawing, on the left where there is anything. Pure.
 * @param drawn Undefined: nothing is drawn yet.
 */
export function newThreshold(
  definition: ChartDefinition,
  drawn: Pick<DrawnChart, "lines"> | undefined,
): ChartThreshold {
  const lines = drawn ? placedLines(drawn, definition).filter(({ plot }) => plot === 0) : [];
  const axis = lines.length === 0 || lines.some((line) => line.axis === "left") ? "left" : "right";
  const place = { axis, plot: 0, title: "" } as const;
  const values = lines.flatMap((line) => (line.axis === axis ? line.values.filter((value) => value !== null) : []));
  const [low, high] = values.reduce<[number, number] | [null, null]>(
    ([least, most], value) => [Math.min(least ?? value, value), Math.max(most ?? value, value)],
    [null, null],
  );
  const ticks = valueTicks(valueRange(low, high, axisUnit(definition, place)));
  const used = definition.thresholds.filter((one) => one.axis === axis && one.plot === 0).map(({ value }) => value);
  const middle = ((ticks[0] ?? 0) + (ticks.at(-1) ?? 0)) / 2;
  const [value = middle] = ticks
    .filter((tick) => !used.includes(tick))
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return { ...place, value };
}
