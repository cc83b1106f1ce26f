/**
 * Which of a power and its meter an energy is taken from. Pure.
 *
 * A meter takes precedence wherever it measured at least nine tenths as long as power did. Where power measured more, the
 * meter tells what power lacks: what it counted while it was measured, and of what it counted over a gap whatever power has
 * not measured, spread evenly over the time that power lacks. So a day, its hours and its month say the same sum.
 */

/** Energy with the time that was measured, one entry per bucket. */
export interface Integral {
  wh: Float64Array;
  measuredMs: Float64Array;
}

/** An integral, and when it began and ended to be measured. */
export interface IntegralWithEnds extends Integral {
  /** The first reading, both ends of each gap, the last reading; some may be there twice. */
  endsMs: number[];
}

export interface BucketEnergy {
  /** Wh per bucket; null where nothing was measured. */
  wh: (number | null)[];
  /** How much of each bucket was measured. */
  measuredMs: number[];
}

/** What a meter has of the time that power lacks. */
export interface Rest {
  wh: number;
  measuredMs: number;
}

const meterShare = 0.9;

export function isMeterBetter(power: Rest, meter: Rest): boolean {
  if (meter.measuredMs === 0) return power.measuredMs === 0 && meter.wh > 0;
  return meter.measuredMs >= meterShare * power.measuredMs;
}

/** Energy per bucket from the integrals of power readings and a meter, of which one or the other is known in each. */
export function energyOfIntegrals(power: Integral, meter: Integral): BucketEnergy {
  return energyOfAll(power, meter, (bucket) => partOf(power, bucket));
}

/**
 * The instants at which buckets have to be cut, and both integrated between these, since there is a bucket in which power
 * measured more and a meter has something of what it lacks; undefined where there is none.
 * @param edges n + 1 rising instants of n buckets.
 */
export function cellsOf(
  power: IntegralWithEnds,
  meter: IntegralWithEnds,
  edges: readonly number[],
): number[] | undefined {
  const isLacking = (bucket: number) => {
    const [own, other] = [partOf(power, bucket), partOf(meter, bucket)];
    const wholeMs = (edges[bucket + 1] as number) - (edges[bucket] as number);
    return own.measuredMs > 0 && own.measuredMs < wholeMs && other.wh > 0 && !isMeterBetter(own, other);
  };
  if (!power.wh.some((_, bucket) => isLacking(bucket))) return undefined;
  const [fromMs, toMs] = [edges[0] as number, edges.at(-1) as number];
  // A gap that reaches out of the range is known as a whole only.
  const beginMs = Math.max(...meter.endsMs.filter((atMs) => atMs <= fromMs));
  const endMs = Math.min(...meter.endsMs.filter((atMs) => atMs >= toMs));
  const low = Number.isFinite(beginMs) ? beginMs : fromMs;
  const high = Number.isFinite(endMs) ? endMs : toMs;
  const ends = [...power.endsMs, ...meter.endsMs].filter((atMs) => atMs >= low && atMs <= high);
  return [...new Set([...edges, ...ends])].sort((one, other) => one - other);
}

/**
 * As `energyOfIntegrals`, from integrals over cells, none of which has an edge of a bucket or an end of a gap within.
 * @param cells As `cellsOf` gives them.
 */
export function energyOfCells(
  edges: readonly number[],
  cells: readonly number[],
  power: Integral,
  meter: IntegralWithEnds,
): BucketEnergy {
  const rests = restsOf(cells, power, meter);
  const buckets = edges.length - 1;
  const none = (): Integral => ({ wh: new Float64Array(buckets), measuredMs: new Float64Array(buckets) });
  const [powers, meters, filled] = [none(), none(), none()];
  const add = (sum: Integral, bucket: number, { wh, measuredMs }: Rest) => {
    sum.wh[bucket] = (sum.wh[bucket] ?? 0) + wh;
    sum.measuredMs[bucket] = (sum.measuredMs[bucket] ?? 0) + measuredMs;
  };
  let bucket = -1;
  for (const [cell, rest] of rests.entries()) {
    while (bucket + 1 < edges.length && (edges[bucket + 1] as number) <= (cells[cell] as number)) bucket++;
    if (bucket < 0 || bucket >= buckets) continue;
    add(powers, bucket, partOf(power, cell));
    add(meters, bucket, partOf(meter, cell));
    add(filled, bucket, partOf(power, cell));
    add(filled, bucket, rest);
  }
  return energyOfAll(powers, meters, (index) => partOf(filled, index));
}

/** What a meter has of the time that power lacks, of each cell. */
export function restsOf(cells: readonly number[], power: Integral, meter: IntegralWithEnds): Rest[] {
  const lacksMs = (cell: number) =>
    (cells[cell + 1] as number) - (cells[cell] as number) - (power.measuredMs[cell] as number);
  const isCounted = (cell: number) => (meter.measuredMs[cell] as number) === 0;
  const ends = new Set(meter.endsMs);
  const rests = Array.from({ length: Math.max(0, cells.length - 1) }, (_, cell): Rest => {
    const { wh, measuredMs } = partOf(meter, cell);
    const share = lacksMs(cell) / ((cells[cell + 1] as number) - (cells[cell] as number));
    return { wh: wh * share, measuredMs: measuredMs * share };
  });
  for (let first = 0; first < rests.length; first++) {
    if (!isCounted(first)) continue;
    let last = first;
    while (last + 1 < rests.length && isCounted(last + 1) && !ends.has(cells[last + 1] as number)) last++;
    let [wh, missingMs] = [0, 0];
    for (let cell = first; cell <= last; cell++) {
      wh += (meter.wh[cell] as number) - (power.wh[cell] as number);
      missingMs += lacksMs(cell);
    }
    const perMs = missingMs > 0 ? Math.max(0, wh) / missingMs : 0;
    for (let cell = first; cell <= last; cell++) rests[cell] = { wh: perMs * lacksMs(cell), measuredMs: 0 };
    first = last;
  }
  return rests;
}

function energyOfAll(power: Integral, meter: Integral, filled: (bucket: number) => Rest): BucketEnergy {
  const wh: (number | null)[] = [];
  const measuredMs: number[] = [];
  for (let bucket = 0; bucket < power.wh.length; bucket++) {
    const counted = partOf(meter, bucket);
    const best = isMeterBetter(partOf(power, bucket), counted) ? counted : filled(bucket);
    wh.push(best.measuredMs > 0 || best.wh > 0 ? best.wh : null);
    measuredMs.push(best.measuredMs);
  }
  return { wh, measuredMs };
}

function partOf({ wh, measuredMs }: Integral, place: number): Rest {
  return { wh: wh[place] ?? 0, measuredMs: measuredMs[place] ?? 0 };
}
