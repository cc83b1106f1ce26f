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
 * The stretches of a state by its single readings: each holds until the next one. A step is a gap where it is much
 * longer than the container promises, and than the steps around it: older readings may be further apart.
 * @param t Instants of the readings, epoch ms, rising. Null is no reading of this state.
 * @param everyMs The container's interval.
 */
export function readingSpans(
  { t, values, everyMs }: { t: readonly number[]; values: readonly (number | null)[]; everyMs: number },
  { fromMs, toMs }: { fromMs: number; toMs: number },
): StateSpan[] {
  const readings = t.flatMap((atMs, index) => {
    const value = values[index] ?? null;
    return value === null || atMs < fromMs || atMs >= toMs ? [] : [{ atMs, value }];
  });
  const steps: { fromMs: number; value: number | null }[] = [];
  const stepAfter = (index: number) => {
    const [atMs, nextMs] = [readings[index]?.atMs, readings[index + 1]?.atMs];
    return atMs === undefined || nextMs === undefined ? 0 : nextMs - atMs;
  };
  const usualMs = (index: number) =>
    Math.max(everyMs, Math.min(mostUsualMs, Math.max(stepAfter(index - 1), stepAfter(index + 1))));
  const startMs = readings[0]?.atMs ?? toMs;
  if (startMs - fromMs > gapSteps * usualMs(-1)) steps.push({ fromMs, value: null });
  for (const [index, { atMs, value }] of readings.entries()) {
    steps.push({ fromMs: atMs, value });
    const lastsMs = usualMs(index);
    if ((readings[index + 1]?.atMs ?? toMs) - atMs > gapSteps * lastsMs) {
      steps.push({ fromMs: atMs + lastsMs, value: null });
    }
  }
  return stateSpans({ t: steps.map((one) => one.fromMs), values: steps.map(({ value }) => value), stepMs: toMs }, toMs);
}

/** A step that is longer than so many usual ones is a gap. */
const gapSteps = 3;
/** Readings that are further apart say nothing of the time between them. */
const mostUsualMs = 1_800_000;

/** How long each state lasted, in the order of the states; what was not measured is left out. */
export function stateTotals(spans: readonly StateSpan[]): { value: number; lastedMs: number }[] {
  const totals = new Map<number, number>();
  for (const { fromMs, toMs, value } of spans) {
    if (value !== null) totals.set(value, (totals.get(value) ?? 0) + toMs - fromMs);
  }
  return [...totals].toSorted(([one], [other]) => one - other).map(([value, lastedMs]) => ({ value, lastedMs }));
}
