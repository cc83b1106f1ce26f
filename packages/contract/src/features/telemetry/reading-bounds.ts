import { findMetric, type Unit } from "./metrics.ts";

/**
 * What a reading may be at all, by its unit. Far beyond what any equipment of a container has, so that nothing true is refused; a
 * value outside is a fault of a program or of a wire, and would spoil sums, means and charts for good.
 */
const boundsByUnit: Readonly<Record<Unit, Bounds>> = {
  W: around(1e8),
  Wh: around(1e13),
  V: around(1e5),
  mV: around(1e7),
  A: around(1e5),
  percent: around(1e3),
  degC: { from: -273.15, to: 2_000 },
  Hz: around(1e5),
  s: around(1e10),
  bool: around(1e6),
  state: around(1e6),
  count: around(1e12),
  "W/m2": around(1e4),
  "m/s": around(1e3),
  m: around(1e6),
  deg: around(360),
  dBm: around(1e3),
  B: around(1e18),
  ms: around(1e10),
};

/**
 * A state of charge has ends: a reading past them would spoil reserve, outlook and warnings, and make a true one of the same
 * instant a conflict. Some monitors count a little past full.
 */
const chargeBounds: Bounds = { from: 0, to: 105 };
const isCharge = (metric: string) => /^battery\.(pack\.\d+\.)?soc$/.test(metric);

/** Of a container's own metric, of which nobody knows more. */
const otherBounds = around(1e15);

export interface Bounds {
  from: number;
  to: number;
}

function around(most: number): Bounds {
  return { from: -most, to: most };
}

/** What readings of a metric may be. Both ends are possible. */
export function readingBounds(metric: string): Bounds {
  if (isCharge(metric)) return chargeBounds;
  const known = findMetric(metric);
  return known ? boundsByUnit[known.unit] : otherBounds;
}

export function isPossible(value: number, { from, to }: Bounds): boolean {
  return value >= from && value <= to;
}
