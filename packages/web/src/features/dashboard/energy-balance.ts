import type { EnergyBalance } from "./dashboard.data.ts";

/** Below this share of the period, the figures say how much of it was measured. */
const goodCoverage = 0.95;

/** Both courses on one axis. */
export interface BalanceCourse {
  /** Starts of the groups, epoch milliseconds. */
  t: number[];
  /** Wh per group; null where nothing was measured. */
  generated: (number | null)[];
  used: (number | null)[];
  generatedWh: number;
  usedWh: number;
  /** Share of the period that was measured, 0..1, where that is too little to be silent about. */
  poorCoverage?: number;
}

/** Puts generation and consumption on the groups that either has; one answer may be an hour ahead of the other. */
export function toCourse({ generation, consumption }: EnergyBalance): BalanceCourse {
  const t = [...new Set([...generation.t, ...consumption.t])].sort((one, other) => one - other);
  const on = (answer: { t: readonly number[]; values: readonly (number | null)[] }) => {
    const byTime = new Map(answer.t.map((at, index) => [at, answer.values[index] ?? null]));
    return t.map((at) => byTime.get(at) ?? null);
  };
  const coverage = Math.min(generation.coverage, consumption.coverage);
  return {
    t,
    generated: on(generation),
    used: on(consumption),
    generatedWh: generation.total,
    usedWh: consumption.total,
    ...(coverage < goodCoverage ? { poorCoverage: coverage } : {}),
  };
}
