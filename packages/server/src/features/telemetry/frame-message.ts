import { earliestFrameMs, framesPerMessage, furthestFutureMs } from "@offgrid/contract/core/constants";
import { FrameColumns, MetricName, SimpleFrame } from "@offgrid/contract/telemetry/telemetry.schema";

/** Frames of one message after the check of its shape, before its columns have names. Pure. */
export type FrameMessage =
  | {
      kind: "columns";
      boot: string;
      seq: number;
      mv: number | undefined;
      m: readonly string[] | undefined;
      t: readonly unknown[];
      v: readonly unknown[];
    }
  | { kind: "simple"; frames: readonly SimpleFrame[] };

/** Row and column of a refused cell; column -1 is the time or the whole row, row -1 a whole column. */
export type BadCell = [row: number, column: number];

export interface Row {
  atMs: number;
  /** By column; null: no valid reading. */
  values: (number | null)[];
}

export interface CheckedFrames {
  names: readonly string[];
  rows: Row[];
  /** Cells that are no finite number or null, rows of a wrong length, unreadable times, metric names that cannot be. */
  bad: BadCell[];
  /** Rows refused for their time: before 2020, before what is kept, or more than a day ahead. */
  quarantined: BadCell[];
}

/** @returns undefined when the message has none of the protocol's forms. */
export function readFrameMessage(value: unknown): FrameMessage | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0 || value.length > framesPerMessage) return undefined;
    const frames = value.map((item) => SimpleFrame.safeParse(item));
    if (!frames.every((frame) => frame.success)) return undefined;
    return { kind: "simple", frames: frames.map((frame) => frame.data as SimpleFrame) };
  }
  const columns = FrameColumns.safeParse(value);
  if (columns.success) {
    const { boot, seq, mv, m, t, v } = columns.data;
    return mv === undefined && m === undefined ? undefined : { kind: "columns", boot, seq, mv, m, t, v };
  }
  const simple = SimpleFrame.safeParse(value);
  return simple.success ? { kind: "simple", frames: [simple.data] } : undefined;
}

/** Boot and number of a message that cannot be read otherwise, so that it can be answered. */
export function senderOf(value: unknown): { boot: string; seq: number } | undefined {
  const head = FrameColumns.pick({ boot: true, seq: true }).safeParse(value);
  return head.success ? head.data : undefined;
}

/**
 * Checks every cell of a message in columns. Good cells stay good, whatever stands beside them.
 * @param keptFromMs Frames before this are not kept any more.
 */
export function checkColumns(
  names: readonly string[],
  t: readonly unknown[],
  v: readonly unknown[],
  nowMs: number,
  keptFromMs = 0,
): CheckedFrames {
  const checked: CheckedFrames = { names, rows: [], bad: [], quarantined: [] };
  const isNamed = names.map((name) => MetricName.safeParse(name).success);
  for (const [column, ok] of isNamed.entries()) if (!ok) checked.bad.push([-1, column]);
  for (let row = 0; row < Math.max(t.length, v.length); row++) {
    const cells = v[row];
    const atMs = toInstant(t[row]);
    if (atMs === undefined || !Array.isArray(cells) || cells.length !== names.length) {
      checked.bad.push([row, -1]);
    } else if (isImpossible(atMs, nowMs, keptFromMs)) {
      checked.quarantined.push([row, -1]);
    } else {
      const values = cells.map((cell: unknown, column) => {
        if (!isNamed[column] || cell === null) return null;
        const reading = toReading(cell);
        if (reading === undefined) checked.bad.push([row, column]);
        return reading ?? null;
      });
      checked.rows.push({ atMs, values });
    }
  }
  return checked;
}

/** The simple form, brought into columns; its bad cells count columns in the order of `names`. */
export function checkSimple(frames: readonly SimpleFrame[], nowMs: number, keptFromMs = 0): CheckedFrames {
  const columns = new Map<string, number>();
  for (const { values } of frames) {
    for (const name of Object.keys(values)) if (!columns.has(name)) columns.set(name, columns.size);
  }
  const names = [...columns.keys()];
  const rows = frames.map(({ values }) => {
    const cells: unknown[] = names.map(() => null);
    for (const [name, value] of Object.entries(values)) cells[columns.get(name) as number] = value;
    return cells;
  });
  return checkColumns(
    names,
    frames.map(({ ts }) => ts),
    rows,
    nowMs,
    keptFromMs,
  );
}

function toInstant(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value) : undefined;
}

/** Before the first possible frame, or the first that is kept, or further ahead than any clock may be. */
export function isImpossible(atMs: number, nowMs: number, keptFromMs: number): boolean {
  return atMs < Math.max(earliestFrameMs, keptFromMs) || atMs > nowMs + furthestFutureMs;
}

/** -0 becomes 0, so that equal readings are equal in every comparison. */
function toReading(cell: unknown): number | undefined {
  return typeof cell === "number" && Number.isFinite(cell) ? cell + 0 : undefined;
}
