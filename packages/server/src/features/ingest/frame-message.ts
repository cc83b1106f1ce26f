import {
  earliestFrameMs,
  framesPerMessage,
  furthestFutureMs,
  metricsPerContainer,
} from "@offgrid/contract/core/constants";
import { MetricName } from "@offgrid/contract/core/metric-name";
import { type Bounds, isPossible, readingBounds } from "@offgrid/contract/telemetry/reading-bounds";
import { FrameColumns, SimpleFrame } from "@offgrid/contract/telemetry/telemetry.schema";

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
  /** Cells that are neither null nor a number that their metric can have, rows of a wrong length, unreadable times, invalid metric names. */
  bad: BadCell[];
  /** Rows refused for their time: before EARLIEST, before what is kept, or more than a day ahead. */
  quarantined: BadCell[];
  /** The newest readable time, also of a quarantined row. */
  newestMs: number | undefined;
  /** More metrics than the container has slots for. */
  isOverCap: boolean;
  /** What was sent, for anyone who examines what was refused. */
  given: { t: readonly unknown[]; v: readonly unknown[] };
}

/** @returns undefined when the message has none of the protocol's forms. */
export function readFrameMessage(value: unknown): FrameMessage | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0 || value.length > framesPerMessage) return undefined;
    const frames = value.map((item) => SimpleFrame.safeParse(item));
    if (!frames.every((frame) => frame.success)) return undefined;
    return { kind: "simple", frames: frames.map((frame) => frame.data as SimpleFrame) };
  }
  if (isFrameColumns(value)) {
    const { boot, seq, mv, m, t, v } = value;
    return mv === undefined && m === undefined ? undefined : { kind: "columns", boot, seq, mv, m, t, v };
  }
  const simple = SimpleFrame.safeParse(value);
  return simple.success ? { kind: "simple", frames: [simple.data] } : undefined;
}

const longestWord = FrameColumns.shape.boot.maxLength ?? 0;
const longestName = MetricName.maxLength ?? 0;

/**
 * Does a parsed JSON value match the schema of frames in columns? Written out, because ten thousand messages a second go
 * through here; a test compares it with the schema.
 */
export function isFrameColumns(value: unknown): value is FrameColumns {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { boot, seq, mv, m, t, v } = value as Record<string, unknown>;
  return (
    typeof boot === "string" &&
    boot.length >= 1 &&
    boot.length <= longestWord &&
    isCount(seq) &&
    (mv === undefined || isCount(mv)) &&
    (m === undefined || (Array.isArray(m) && m.length <= metricsPerContainer && m.every(isWord))) &&
    isSomeRows(t) &&
    isSomeRows(v)
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestName;
}

function isSomeRows(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= framesPerMessage;
}

/** Boot and number of an otherwise unreadable message, so that it can be answered. */
export function senderOf(value: unknown): { boot: string; seq: number } | undefined {
  const head = FrameColumns.pick({ boot: true, seq: true }).safeParse(value);
  return head.success ? head.data : undefined;
}

/** The most serious of the refusals; the places say which is which. */
export function errorOf({ bad, quarantined, isOverCap }: CheckedFrames): "cap" | "points" | "time" | undefined {
  if (isOverCap && bad.every(([row]) => row === -1)) return "cap";
  if (bad.length > 0) return "points";
  return quarantined.length > 0 ? "time" : undefined;
}

/**
 * Checks every cell of a message in columns. Good cells stay good, whatever is beside them.
 * @param keptFromMs Frames before this are no longer kept.
 */
export function checkColumns(
  names: readonly string[],
  t: readonly unknown[],
  v: readonly unknown[],
  nowMs: number,
  keptFromMs = earliestFrameMs,
): CheckedFrames {
  const given = { t, v };
  const checked: CheckedFrames = {
    names,
    rows: [],
    bad: [],
    quarantined: [],
    newestMs: undefined,
    isOverCap: false,
    given,
  };
  const bounds = boundsOf(names);
  for (const [column, known] of bounds.entries()) if (!known) checked.bad.push([-1, column]);
  for (let row = 0; row < Math.max(t.length, v.length); row++) {
    const cells = v[row];
    const atMs = toInstant(t[row]);
    if (atMs !== undefined) checked.newestMs = Math.max(atMs, checked.newestMs ?? -Infinity);
    if (atMs === undefined || !Array.isArray(cells) || cells.length !== names.length) {
      checked.bad.push([row, -1]);
    } else if (isImpossible(atMs, nowMs, keptFromMs)) {
      checked.quarantined.push([row, -1]);
    } else {
      checked.rows.push({ atMs, values: toReadings(cells, row, bounds, checked.bad) });
    }
  }
  return checked;
}

function toReadings(
  cells: readonly unknown[],
  row: number,
  bounds: readonly (Bounds | undefined)[],
  bad: BadCell[],
): (number | null)[] {
  const values: (number | null)[] = [];
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column];
    const known = bounds[column];
    const reading = known && cell !== null ? toReading(cell, known) : null;
    if (reading === undefined) bad.push([row, column]);
    values.push(reading ?? null);
  }
  return values;
}

const knownLists = new WeakMap<readonly string[], readonly (Bounds | undefined)[]>();

/** What readings of these names may be, and which names cannot be, found once for the list of a birth, which all its messages share. */
function boundsOf(names: readonly string[]): readonly (Bounds | undefined)[] {
  let bounds = knownLists.get(names);
  if (!bounds) {
    bounds = names.map((name) => (MetricName.safeParse(name).success ? readingBounds(name) : undefined));
    knownLists.set(names, bounds);
  }
  return bounds;
}

/**
 * The simple form, converted to columns; its bad cells count columns in the order of `names`. A column for each of a
 * million names would cost a million cells a row: names beyond a container's limit get none.
 * @param isKnown Whether the container already has a metric of this name.
 */
export function checkSimple(
  frames: readonly SimpleFrame[],
  nowMs: number,
  isKnown: (name: string) => boolean = () => false,
  keptFromMs = earliestFrameMs,
): CheckedFrames {
  const columns = new Map<string, number>();
  let fresh = 0;
  let isOverCap = false;
  for (const { values } of frames) {
    for (const name of Object.keys(values)) {
      if (columns.has(name)) continue;
      if (isKnown(name) || fresh++ < metricsPerContainer) columns.set(name, columns.size);
      else isOverCap = true;
    }
  }
  const names = [...columns.keys()];
  const rows = frames.map(({ values }) => {
    const cells: unknown[] = names.map(() => null);
    for (const [name, value] of Object.entries(values)) {
      const column = columns.get(name);
      if (column !== undefined) cells[column] = value;
    }
    return cells;
  });
  const times = frames.map(({ ts }) => ts);
  return { ...checkColumns(names, times, rows, nowMs, keptFromMs), isOverCap };
}

const longestExcerpt = 2_000;

/** The refused cells, rows and columns as JSON, as many as fit 2,000 characters. */
export function excerptOf({ names, given: { t, v } }: CheckedFrames, places: readonly BadCell[]): string {
  const parts: string[] = [];
  let length = 2;
  for (const [row, column] of places) {
    const cells = v[row];
    const value = column < 0 || !Array.isArray(cells) ? cells : (cells[column] as unknown);
    const metric = column < 0 ? undefined : names[column];
    const part = JSON.stringify(row < 0 ? { metric } : { t: t[row], metric, value });
    length += part.length + 1;
    if (length > longestExcerpt) break;
    parts.push(part);
  }
  return `[${parts.join(",")}]`;
}

function toInstant(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value) : undefined;
}

/** Before the first accepted frame, or further ahead than any clock may be. */
export function isImpossible(atMs: number, nowMs: number, keptFromMs = earliestFrameMs): boolean {
  return atMs < keptFromMs || atMs > nowMs + furthestFutureMs;
}

/** -0 becomes 0, so that equal readings are equal in every comparison. */
function toReading(cell: unknown, bounds: Bounds): number | undefined {
  return typeof cell === "number" && isPossible(cell, bounds) ? cell + 0 : undefined;
}
