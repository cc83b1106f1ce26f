import { directionOf } from "./chart-choices.ts";
import type { DefinedSeries } from "./chart-definition.schema.ts";
import { neutralColors, type SeriesColor } from "./series-colors.ts";

const kinds: readonly (readonly [prefix: string, color: SeriesColor])[] = [
  ["solar.", "solar"],
  ["load.", "load"],
  ["battery.soc", "soc"],
  ["battery.energy_in", "battery-in"],
  ["battery.", "battery-out"],
  ["generator.", "generator"],
];

/** What a series measures, which decides its colour: energy of one direction is what the meter of that counts. Null: a formula. */
export function quantityOfSeries(one: DefinedSeries): string | null {
  if (one.kind === "formula") return null;
  const isCharge = one.func === "energy" && one.metric === "battery.power" && directionOf(one.useIf) === "positive";
  return isCharge ? "battery.energy_in" : one.metric;
}

/** The colour of what a metric measures; undefined: it is no kind of energy. */
export function colorOf(quantity: string | null): SeriesColor | undefined {
  return kinds.find(([prefix]) => quantity?.startsWith(prefix))?.[1];
}

/**
 * Colours of lines: what somebody chose, else that of the energy, else neutral ones. A colour of an energy is used once:
 * further lines of it get neutral ones.
 */
export function lineColors(lines: readonly { color: SeriesColor | null; quantity: string | null }[]): SeriesColor[] {
  const used = new Set<SeriesColor>(lines.flatMap(({ color }) => color ?? []));
  let neutral = 0;
  return lines.map(({ color, quantity }) => {
    if (color) return color;
    const own = colorOf(quantity);
    if (own && !used.has(own)) {
      used.add(own);
      return own;
    }
    const left = neutralColors.filter((one) => !used.has(one));
    const next = left[0] ?? neutralColors[neutral++ % neutralColors.length] ?? "info";
    used.add(next);
    return next;
  });
}
