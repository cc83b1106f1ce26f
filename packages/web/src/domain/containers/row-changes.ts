import type { ContainerStatus, ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { ValueAt } from "@offgrid/contract/devices/device.schema";
import { type RowValue, rowMetrics, rowValues } from "@offgrid/contract/containers/row-metrics";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";

/**
 * A row after a live message; the same row if nothing that it shows has changed. A late message changes no value. What the
 * message does not name was read again and is as new as it; what it says is missing keeps its instant.
 */
export function withMessage(row: ContainerRow, { ts, values, missing = [], status }: ContainerMessage): ContainerRow {
  const next = withStatus(row, status);
  if (ts === 0 || isLate(row, ts)) return next;
  const gone = new Set(missing);
  const changed: Partial<Record<RowValue, number>> = {};
  const olderAt: ContainerRow["olderAt"] = {};
  for (const column of rowValues) {
    const metric = rowMetrics[column];
    const value = values[metric];
    const at = row.olderAt[column] ?? row.valuesAt;
    if (value !== undefined) changed[column] = value;
    else if (gone.has(metric) && row[column] !== null && at !== null) olderAt[column] = at;
  }
  return { ...next, ...changed, olderAt, valuesAt: new Date(ts).toISOString() };
}

/** A row after a snapshot of all latest values; older ones than the row's change nothing. */
export function withSnapshot(
  row: ContainerRow,
  { values, status }: { values: Record<string, ValueAt>; status: ContainerStatus },
): ContainerRow {
  const next = withStatus(row, status);
  const shown = rowValues.flatMap((column) => values[rowMetrics[column]] ?? []);
  const newestMs = Math.max(...shown.map(({ at }) => Date.parse(at)));
  if (shown.length === 0 || isLate(row, newestMs)) return next;
  const changed: Partial<Record<RowValue, number>> = {};
  const olderAt: ContainerRow["olderAt"] = { ...row.olderAt };
  for (const column of rowValues) {
    const sent = values[rowMetrics[column]];
    if (!sent) continue;
    changed[column] = sent.value;
    if (Date.parse(sent.at) < newestMs) olderAt[column] = sent.at;
    else delete olderAt[column];
  }
  return { ...next, ...changed, olderAt, valuesAt: new Date(newestMs).toISOString() };
}

function isLate({ valuesAt }: ContainerRow, ms: number): boolean {
  return valuesAt !== null && ms < Date.parse(valuesAt);
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
