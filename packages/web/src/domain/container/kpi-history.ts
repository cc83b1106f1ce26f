/** Length of the groups of the histories. */
export const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

/** The leading figures of a container, in the order of the histories. */
export const kpiMetrics = ["solar.power", "load.power", "battery.soc", "battery.power"] as const;
export type KpiMetric = (typeof kpiMetrics)[number];

export interface KpiHistory {
  /** The last 24 h by quarter hours, oldest first; undefined: nothing was measured in them. */
  spark: readonly (number | null)[] | undefined;
  /** Mean of the quarter hour of this time yesterday. */
  yesterday: number | undefined;
}

/**
 * The history of a figure over the last 24 hours.
 * @param t Starts of quarter hours, epoch ms, rising.
 */
export function kpiHistory(t: readonly number[], values: readonly (number | null)[], nowMs: number): KpiHistory {
  const spark = values.slice(-dayMs / quarterMs);
  const index = t.findLastIndex((at) => at <= nowMs - dayMs);
  const yesterday = index >= 0 && nowMs - dayMs - t[index]! < quarterMs ? values[index] : undefined;
  return {
    spark: spark.some((value) => value !== null) ? spark : undefined,
    yesterday: yesterday ?? undefined,
  };
}

/** A dim morning, or a house where everything is off, is nothing to compare with. */
const comparableW = 50;

/** Change of a figure against yesterday in percent; a state of charge in points. Undefined: nothing to compare with. */
export function changeOf(
  metric: KpiMetric,
  reading: { value: number; isOld: boolean; areLoadsCut?: boolean } | undefined,
  yesterday: number | undefined,
): number | undefined {
  // What was measured hours ago is not of this time of the day.
  if (!reading || reading.isOld || yesterday === undefined) return undefined;
  const { value, areLoadsCut = false } = reading;
  // Loads without power do not use less than yesterday: what is on beside them is all that is measured.
  if (metric === "load.power" && areLoadsCut) return undefined;
  if (metric === "battery.soc") return value - yesterday;
  // A change of direction has no percentage, nor has growth from next to nothing.
  if (metric === "battery.power" || Math.abs(yesterday) < comparableW) return undefined;
  return ((value - yesterday) / yesterday) * 100;
}
