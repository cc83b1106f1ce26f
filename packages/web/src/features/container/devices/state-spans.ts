/** A stretch of time in one state. */
export interface StateSpan {
  fromMs: number;
  toMs: number;
  /** Null: not measured. */
  value: number | null;
}

/**
 * The stretches of a state over a day: neighbours of the same state are one.
 * @param t Starts of the steps, epoch ms, rising.
 * @param endMs The present: the last step may be under way.
 */
export function stateSpans(
  { t, values, stepMs }: { t: readonly number[]; values: readonly (number | null)[]; stepMs: number },
  endMs: number,
): StateSpan[] {
  const spans: StateSpan[] = [];
  for (const [index, fromMs] of t.entries()) {
    if (fromMs >= endMs) break;
    const value = values[index] ?? null;
    const toMs = Math.min(t[index + 1] ?? fromMs + stepMs, endMs);
    const last = spans.at(-1);
    if (last?.value === value) last.toMs = toMs;
    else spans.push({ fromMs, toMs, value });
  }
  return spans;
}

/**
 * The stretches of a state by its single readings: each holds until the next one.
 * @param t Instants of the readings, epoch ms, rising. Null is no reading of this state.
 * @param everyMs What a reading stands for where none follows in time.
 * @param gapMs A longer step without a reading is a gap.
 */
export function readingSpans(
  {
    t,
    values,
    everyMs,
    gapMs,
  }: { t: readonly number[]; values: readonly (number | null)[]; everyMs: number; gapMs: number },
  { fromMs, toMs }: { fromMs: number; toMs: number },
): StateSpan[] {
  const readings = t.flatMap((atMs, index) => {
    const value = values[index] ?? null;
    return value === null || atMs < fromMs || atMs >= toMs ? [] : [{ atMs, value }];
  });
  const steps: { fromMs: number; value: number | null }[] = [];
  const startMs = readings[0]?.atMs ?? toMs;
  if (startMs - fromMs > gapMs) steps.push({ fromMs, value: null });
  for (const [index, { atMs, value }] of readings.entries()) {
    steps.push({ fromMs: atMs, value });
    if ((readings[index + 1]?.atMs ?? toMs) - atMs > gapMs) steps.push({ fromMs: atMs + everyMs, value: null });
  }
  return stateSpans({ t: steps.map((one) => one.fromMs), values: steps.map(({ value }) => value), stepMs: toMs }, toMs);
}

/** How long each state lasted, in the order of the states; what was not measured is left out. */
export function stateTotals(spans: readonly StateSpan[]): { value: number; lastedMs: number }[] {
  const totals = new Map<number, number>();
  for (const { fromMs, toMs, value } of spans) {
    if (value !== null) totals.set(value, (totals.get(value) ?? 0) + toMs - fromMs);
  }
  return [...totals].toSorted(([one], [other]) => one - other).map(([value, lastedMs]) => ({ value, lastedMs }));
}
