/**
 * An energy from a power and its meter. Pure.
 *
 * At each instant one of them counts: the meter while it is measured, else power. Over a gap of the meter only the sum is
 * known: power counts where it was measured, and what the meter counted beyond that is spread evenly over the time that power
 * lacks, without counting as measured. Nothing of this depends on the buckets, so the parts of a range add up to the whole.
 */

/** Energy with the time that was measured, one entry per bucket. */
export interface Integral {
  wh: Float64Array;
  measuredMs: Float64Array;
}

/** A time in which a metric was measured without a gap; as long as nothing for a reading between two gaps. */
export interface Span {
  fromMs: number;
  toMs: number;
}

export interface SpannedIntegral extends Integral {
  /** Of `wh`, what a meter counted over gaps. */
  gapWh: Float64Array;
  /** Rising. Between two of them is a gap. */
  spans: readonly Span[];
}

export interface BucketEnergy {
  /** Wh per bucket; null where nothing was measured. */
  wh: (number | null)[];
  /** How much of each bucket was measured. */
  measuredMs: number[];
  /** Of `wh`, what a meter counted over gaps beyond what was measured meanwhile; left out where that is nothing anywhere. */
  gapWh?: number[];
}

/** Energy per bucket, where power and meter lack the same, or one of them everything: `cellsOf` has found nothing to cut. */
export function energyOfIntegrals(power: Integral, meter: Integral & Partial<SpannedIntegral>): BucketEnergy {
  return bucketsOf(power.wh.length, (bucket) => {
    const counted = { ...partOf(meter, bucket), gapWh: meter.gapWh?.[bucket] ?? 0 };
    return counted.measuredMs > 0 || counted.wh > 0 ? counted : partOf(power, bucket);
  });
}

/**
 * The instants between which both have to be integrated, since one of them lacks what the other has; undefined where that is
 * not so.
 * @param edges n + 1 rising instants of n buckets.
 * @returns with all edges, and as far outside these as a gap of the meter reaches.
 */
export function cellsOf(
  power: readonly Span[],
  meter: readonly Span[],
  edges: readonly number[],
): number[] | undefined {
  const reach = reachOf(meter, { fromMs: edges[0] as number, toMs: edges.at(-1) as number });
  const [own, other] = [clipped(power, reach), clipped(meter, reach)];
  if (own.length === 0 || other.length === 0) return undefined;
  const areEqual =
    own.length === other.length &&
    own.every(({ fromMs, toMs }, index) => {
      const counted = other[index] as Span;
      return fromMs === counted.fromMs && toMs === counted.toMs;
    });
  if (areEqual) return undefined;
  const ends = [...own, ...other].flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
  return [...new Set([reach.fromMs, ...edges, ...ends, reach.toMs])].sort((one, another) => one - another);
}

/** A range, and the rest of those gaps of a meter in which its ends lie: a gap is known as a whole only. */
export function reachOf(meter: readonly Span[], { fromMs, toMs }: Span): Span {
  const gaps = meter
    .slice(1)
    .map((after, index): Span => ({ fromMs: (meter[index] as Span).toMs, toMs: after.fromMs }));
  const gapAt = (atMs: number) => gaps.find((gap) => gap.fromMs < atMs && atMs < gap.toMs);
  return { fromMs: gapAt(fromMs)?.fromMs ?? fromMs, toMs: gapAt(toMs)?.toMs ?? toMs };
}

function clipped(spans: readonly Span[], { fromMs, toMs }: Span): Span[] {
  return spans
    .filter((span) => span.fromMs <= toMs && span.toMs >= fromMs)
    .map((span) => ({ fromMs: Math.max(fromMs, span.fromMs), toMs: Math.min(toMs, span.toMs) }));
}

/**
 * Energy per bucket from integrals over cells, within each of which a metric is measured or is not.
 * @param cells As `cellsOf` gives them.
 */
export function energyOfCells(
  edges: readonly number[],
  cells: readonly number[],
  power: Integral,
  meter: SpannedIntegral,
): BucketEnergy {
  const parts = partsOf(cells, power, meter);
  const buckets = edges.length - 1;
  const none = () => new Float64Array(buckets);
  const sum = { wh: none(), measuredMs: none(), gapWh: none() };
  let bucket = -1;
  for (const [cell, { wh, measuredMs, gapWh }] of parts.entries()) {
    while (bucket + 1 < edges.length && (edges[bucket + 1] as number) <= (cells[cell] as number)) bucket++;
    if (bucket < 0 || bucket >= buckets) continue;
    sum.wh[bucket] = (sum.wh[bucket] as number) + wh;
    sum.measuredMs[bucket] = (sum.measuredMs[bucket] as number) + measuredMs;
    sum.gapWh[bucket] = (sum.gapWh[bucket] as number) + gapWh;
  }
  return bucketsOf(buckets, (place) => ({ ...partOf(sum, place), gapWh: sum.gapWh[place] as number }));
}

interface Part {
  wh: number;
  measuredMs: number;
  gapWh: number;
}

/** What counts in each cell. */
function partsOf(cells: readonly number[], power: Integral, meter: SpannedIntegral): Part[] {
  const parts = Array.from({ length: Math.max(0, cells.length - 1) }, (_, cell) =>
    partOf((meter.measuredMs[cell] as number) > 0 ? meter : power, cell),
  );
  let cell = 0;
  for (const [index, { fromMs }] of meter.spans.slice(1).entries()) {
    const gapFromMs = (meter.spans[index] as Span).toMs;
    while (cell < parts.length && (cells[cell] as number) < gapFromMs) cell++;
    const first = cell;
    while (cell < parts.length && (cells[cell + 1] as number) <= fromMs) cell++;
    spread(cells, parts, meter, [first, cell]);
  }
  return parts;
}

/** Adds what a meter counted over a gap beyond what power measured meanwhile. */
function spread(
  cells: readonly number[],
  parts: Part[],
  meter: Integral,
  [first, end]: readonly [first: number, end: number],
): void {
  const lacksMs = (cell: number) =>
    (cells[cell + 1] as number) - (cells[cell] as number) - (parts[cell] as Part).measuredMs;
  let [wh, missingMs] = [0, 0];
  for (let cell = first; cell < end; cell++) {
    wh += (meter.wh[cell] as number) - (parts[cell] as Part).wh;
    missingMs += lacksMs(cell);
  }
  if (wh <= 0 || missingMs <= 0) return;
  for (let cell = first; cell < end; cell++) {
    const part = parts[cell] as Part;
    const gapWh = (wh * lacksMs(cell)) / missingMs;
    parts[cell] = { ...part, wh: part.wh + gapWh, gapWh };
  }
}

function bucketsOf(count: number, partAt: (bucket: number) => Part): BucketEnergy {
  const parts = Array.from({ length: count }, (_, bucket) => partAt(bucket));
  return {
    wh: parts.map(({ wh, measuredMs }) => (measuredMs > 0 || wh > 0 ? wh : null)),
    measuredMs: parts.map(({ measuredMs }) => measuredMs),
    ...(parts.some(({ gapWh }) => gapWh > 0) && { gapWh: parts.map(({ gapWh }) => gapWh) }),
  };
}

function partOf({ wh, measuredMs }: Integral, place: number): Part {
  return { wh: wh[place] ?? 0, measuredMs: measuredMs[place] ?? 0, gapWh: 0 };
}
