import type { ComboboxItem, ComboboxParsedItem } from "@mantine/core";
import { metrics } from "@offgrid/contract/telemetry/metrics";

import { plainLetters } from "../../../core/plain-letters.ts";

/** What most charts are of, and most words mean: "charge" is the state of charge, not the limit of a current. */
const main = [
  "solar.power",
  "load.power",
  "battery.power",
  "battery.soc",
  "battery.voltage",
  "battery.current",
  "battery.temperature",
  "grid.power",
  "generator.power",
];
const places = new Map([...new Set([...main, ...Object.keys(metrics)])].map((metric, place) => [metric, place]));

/** The main quantities, then what is whole as in the catalogue, then parts, such as cells and chargers, by their numbers. */
export function byImportance(one: string, other: string): number {
  if (isPart(one) !== isPart(other)) return isPart(one) ? 1 : -1;
  if (isPart(one)) return one.localeCompare(other, "en", { numeric: true });
  return placeOf(one) - placeOf(other) || one.localeCompare(other, "en", { numeric: true });
}

const isPart = (metric: string) => /\.\d+\./.test(metric);
const placeOf = (metric: string) => places.get(metric) ?? places.size;

/**
 * What fits a search, by the name of a metric or by the metric itself, such as `battery.soc`: the one that is called so,
 * those that begin so, those with words that begin so, and the rest; main quantities first among equals. Letters that
 * are far from what was typed find nothing, unlike in the palette, since Enter takes the first. Pure.
 */
export function matching(options: readonly ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const typed = plainLetters(search).trim();
  const rank = (item: ComboboxItem) => rankOf(item, typed);
  return options.flatMap((one): ComboboxParsedItem[] => {
    if (!("group" in one)) return rank(one) === undefined ? [] : [one];
    const items = one.items
      .flatMap((item) => {
        const found = rank(item);
        return found === undefined ? [] : [{ item, rank: found }];
      })
      .toSorted((a, b) => a.rank - b.rank || byImportance(a.item.value, b.item.value))
      .map(({ item }) => item);
    return items.length > 0 ? [{ ...one, items }] : [];
  });
}

/** 0 is the best; undefined: it does not fit. */
function rankOf({ value, label }: ComboboxItem, typed: string): number | undefined {
  const texts = [plainLetters(label), value];
  const words = typed.split(/\s+/);
  if (!words.every((word) => texts.some((text) => text.includes(word)))) return undefined;
  if (texts.includes(typed)) return 0;
  if (texts.some((text) => text.startsWith(typed))) return 1;
  const own = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  if (!words.every((word) => own.some((each) => each.startsWith(word)))) return 3;
  return main.includes(value) ? 1 : 2;
}
