import { type ContainerLink, containerLink, containerLinks } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { z } from "zod";

type Row = z.input<typeof ContainerRow>;

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
  "cluster",
  "address",
  "warnings",
] as const satisfies readonly (keyof Row)[];
type Sortable = (typeof sortable)[number];

/** What the rows of a list must have in common; left out: anything. */
export interface RowFilter {
  status?: ContainerLink | undefined;
  /** Id of a cluster; null: in none. */
  cluster?: string | null | undefined;
  version?: string | null | undefined;
  /** Of its SIM card; null: none is recorded. */
  simOperator?: string | null | undefined;
  /** Has open warnings, or has none. */
  warning?: boolean | undefined;
  favorite?: boolean | undefined;
}

/** The rows that match all of a filter. */
export function filterRows(rows: readonly Row[], filter: RowFilter = {}): readonly Row[] {
  const { status, cluster, version, simOperator, warning, favorite } = filter;
  return rows.filter(
    (row) =>
      (status === undefined || containerLink(row) === status) &&
      (cluster === undefined || row.clusterId === cluster) &&
      (version === undefined || row.version === version) &&
      (simOperator === undefined || row.simOperator === simOperator) &&
      (warning === undefined || row.warnings > 0 === warning) &&
      (favorite === undefined || row.favorite === favorite),
  );
}

const byText = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const mostRanked = 20_000;
const ranks = new Map<string, number>();

/**
 * Ranks of texts in the order of the language; equal for those that only differ in case or accent. Remembered across
 * calls: comparing by language is slow, and lists hold the same names every time.
 */
function rankOf(texts: readonly string[]): ReadonlyMap<string, number> {
  if (texts.every((text) => ranks.has(text))) return ranks;
  const known = ranks.size > mostRanked ? [] : ranks.keys();
  const sorted = [...new Set([...known, ...texts])].sort(byText.compare);
  ranks.clear();
  let rank = 0;
  for (const [place, text] of sorted.entries()) {
    if (place > 0 && byText.compare(sorted[place - 1] ?? "", text) !== 0) rank++;
    ranks.set(text, rank);
  }
  return ranks;
}

/**
 * Sorts rows.
 * @param sort A field, with a leading minus for descending order; rows without a value come last either way.
 * @throws Refusal bad_input for a field that lists are not sorted by.
 */
export function sortRows(rows: readonly Row[], sort = "name"): Row[] {
  const isDescending = sort.startsWith("-");
  const field = sortable.find((known) => known === (isDescending ? sort.slice(1) : sort));
  if (!field) throw new Refusal("bad_input", { fields: { sort: sortable.join(", ") } });
  const direction = isDescending ? -1 : 1;
  const values = rows.map((row) => sortValue(row, field));
  const ranked = rankOf([
    ...rows.map((row) => row.containerId),
    ...values.filter((value) => typeof value === "string"),
  ]);
  // Numbers alone, since each of them is compared some ten times.
  const keys = rows.map((row, place) => {
    const value = values[place] ?? null;
    const order = typeof value === "string" ? (ranked.get(value) ?? 0) : value;
    return { row, order: order === null ? Infinity : direction * order, id: ranked.get(row.containerId) ?? 0 };
  });
  keys.sort((one, other) => (one.order === other.order ? one.id - other.id : one.order - other.order));
  return keys.map(({ row }) => row);
}

function sortValue(row: Row, field: Sortable): string | number | null {
  if (field === "status") return containerLinks.indexOf(containerLink(row));
  // As a number: new texts at every call would make the remembered order grow.
  if (field === "lastSeen") return row.lastSeen === null ? null : Date.parse(row.lastSeen);
  return row[field];
}

/** One page, counted from 1; everything when no page is requested. */
export function pageOf<T>(rows: readonly T[], page: number | undefined, pageSize: number | undefined): readonly T[] {
  if (page === undefined && pageSize === undefined) return rows;
  const size = pageSize ?? 50;
  const first = ((page ?? 1) - 1) * size;
  return rows.slice(first, first + size);
}
