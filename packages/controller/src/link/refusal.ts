import type { Frame } from "../drivers/driver.ts";
import type { DeadLetter } from "../spool/dead-letters.ts";

/** In a refusal's places: as the row, every row; as the column, the time and with it the whole row. */
const all = -1;

/**
 * Splits the frames of a message by the portal's refusal. Without places the whole message is refused; otherwise only
 * the named cells, rows (column -1) and columns (row -1) are, and the portal has stored the rest.
 * @returns The frames as they are stored, what was refused, and the number of frames that were refused entirely.
 */
export function settleRefusal(
  metrics: readonly string[],
  frames: readonly Frame[],
  error: string,
  bad: readonly (readonly [row: number, column: number])[] = [],
): { kept: Frame[]; letters: DeadLetter[]; refusedFrames: number } {
  const columnsByRow = new Map<number, number[]>();
  for (const [row, column] of bad) columnsByRow.set(row, [...(columnsByRow.get(row) ?? []), column]);
  const everywhere = bad.length === 0 ? [all] : (columnsByRow.get(all) ?? []);
  const kept: Frame[] = [];
  const letters: DeadLetter[] = [];
  for (const [row, frame] of frames.entries()) {
    const refused = new Set([...everywhere, ...(columnsByRow.get(row) ?? [])]);
    const isWhole = refused.has(all);
    const isRefused = (column: number) => isWhole || refused.has(column);
    const values: DeadLetter["values"] = {};
    for (const [column, name] of metrics.entries()) if (isRefused(column)) values[name] = frame.values[column] ?? null;
    if (refused.size > 0) letters.push({ error, atMs: frame.atMs, values });
    if (refused.size === 0) kept.push(frame);
    else if (!isWhole)
      kept.push({ atMs: frame.atMs, values: frame.values.map((value, column) => (isRefused(column) ? null : value)) });
  }
  return { kept, letters, refusedFrames: frames.length - kept.length };
}
