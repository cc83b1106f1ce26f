import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { z } from "zod";

type Row = z.input<typeof SiteRow>;

const sortable = [
  "name",
  "containerId",
  "serialNumber",
  "status",
  "lastSeen",
  "soc",
  "solarPower",
  "loadPower",
  "batteryPower",
  "energyConsumption",
  "solarGeneration",
  "version",
  "warnings",
] as const satisfies readonly (keyof Row)[];
type Sortable = (typeof sortable)[number];

const statusOrder = { online: 0, just_offline: 1, offline: 2 } as const;
const byText = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Sorts rows.
 * @param sort A field, with a minus before it to turn the order round; rows without a value come last either way.
 * @throws Refusal bad_input for a field that lists are not sorted by.
 */
export function sortRows(rows: readonly Row[], sort = "name"): Row[] {
  const isDescending = sort.startsWith("-");
  const field = sortable.find((known) => known === (isDescending ? sort.slice(1) : sort));
  if (!field) throw new Refusal("bad_input", { fields: { sort: sortable.join(", ") } });
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const a = sortValue(one, field);
    const b = sortValue(other, field);
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
    } else {
      const order = typeof a === "number" && typeof b === "number" ? a - b : byText.compare(String(a), String(b));
      if (order !== 0) return direction * order;
    }
    return byText.compare(one.containerId, other.containerId);
  });
}

function sortValue(row: Row, field: Sortable): string | number | null {
  return field === "status" ? statusOrder[row.status] : row[field];
}

/** One page, counted from 1; everything when no page is asked for. */
export function pageOf<T>(rows: readonly T[], page: number | undefined, pageSize: number | undefined): readonly T[] {
  if (page === undefined && pageSize === undefined) return rows;
  const size = pageSize ?? 50;
  const first = ((page ?? 1) - 1) * size;
  return rows.slice(first, first + size);
}
