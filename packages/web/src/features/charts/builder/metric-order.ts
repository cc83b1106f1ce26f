import type { ComboboxItem, ComboboxParsedItem } from "@mantine/core";

/**
 * What fits a search, by the name of a metric or by the metric itself, such as `battery.soc`. The whole stands before its
 * parts, such as cells and chargers, and those by their numbers. Pure.
 */
export function matching(options: readonly ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const words = search.trim().toLocaleLowerCase().split(/\s+/);
  const fits = ({ value, label }: ComboboxItem) =>
    words.every((word) => label.toLocaleLowerCase().includes(word) || value.includes(word));
  return options.flatMap((one): ComboboxParsedItem[] => {
    if (!("group" in one)) return fits(one) ? [one] : [];
    const items = one.items.filter(fits).toSorted(byPart);
    return items.length > 0 ? [{ ...one, items }] : [];
  });
}

const isPart = ({ value }: ComboboxItem) => /\.\d+\./.test(value);

function byPart(one: ComboboxItem, other: ComboboxItem): number {
  if (isPart(one) !== isPart(other)) return isPart(one) ? 1 : -1;
  return isPart(one) ? one.value.localeCompare(other.value, "en", { numeric: true }) : 0;
}
