import type { ContainerStatus, ContainerRow, ValueAt } from "@offgrid/contract/containers/containers.schema";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";

/** What the container list shows of the live values, by metric. */
const columns = {
  "battery.soc": "soc",
  "solar.power": "solarPower",
  "load.power": "loadPower",
  "battery.power": "batteryPower",
} as const;

/** A row after a live message; the same row if nothing that it shows has changed. A late message changes no value. */
export function withMessage(row: ContainerRow, { ts, values, status }: ContainerMessage): ContainerRow {
  const next = withStatus(row, status);
  if (ts === 0 || (row.valuesAt !== null && ts < Date.parse(row.valuesAt))) return next;
  const changed: Partial<ContainerRow> = {};
  for (const [metric, column] of Object.entries(columns)) {
    const value = values[metric];
    if (value !== undefined) changed[column] = value;
  }
  return { ...next, ...changed, valuesAt: new Date(ts).toISOString() };
}

/** A row after a snapshot of all latest values; older ones than the row's change nothing. */
export function withSnapshot(
  row: ContainerRow,
  { values, status }: { values: Record<string, ValueAt>; status: ContainerStatus },
): ContainerRow {
  const shown = Object.keys(columns).flatMap((metric) => values[metric] ?? []);
  if (shown.length === 0) return withStatus(row, status);
  return withMessage(row, {
    v: 1,
    ts: Math.max(...shown.map((value) => Date.parse(value.at))),
    values: Object.fromEntries(Object.entries(values).map(([metric, { value }]) => [metric, value])),
    status,
  });
}

/** A row in another state; the same row if it is already in that state. */
export function withStatus(row: ContainerRow, status: ContainerStatus): ContainerRow {
  return row.status === status ? row : { ...row, status, isOnline: status === "online" };
}

/** The changed row; the same row if nothing in it has changed. */
export type RowChange = (row: ContainerRow) => ContainerRow;

/** The list with some rows changed, by container; the same list if no row has changed. */
export function changeRows(rows: readonly ContainerRow[], changes: ReadonlyMap<string, RowChange>): ContainerRow[] {
  let moved = false;
  const next = rows.map((row) => {
    const changed = changes.get(row.containerId)?.(row) ?? row;
    moved ||= changed !== row;
    return changed;
  });
  return moved ? next : (rows as ContainerRow[]);
}
