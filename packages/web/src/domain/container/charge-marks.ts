/** What the battery does now; `stale` when the figure is too old to say, `unmeasured` when its power is not known. */
export type ChargeState = "charging" | "discharging" | "idle" | "full" | "stale" | "unmeasured";

/** What names the colour of a charge in `data-low` and `data-cut` of an `og-charge`: absent, it is an ordinary one. */
export interface ChargeMarks {
  "data-low": true | undefined;
  "data-cut": true | undefined;
}

/** What a charge is measured by. */
export interface ChargeLimits {
  /** Level at which loads are cut to protect the battery, percent; undefined: not known. */
  reservePercent?: number | undefined;
  /** The loads are cut. */
  isCut?: boolean | undefined;
}

/**
 * How grave a charge is, the same wherever it is drawn.
 * @param percent 0..100; undefined: not known, or too long ago to be held against the reserve.
 */
export function chargeMarks(percent: number | undefined, { reservePercent, isCut }: ChargeLimits): ChargeMarks {
  const isLow = percent !== undefined && reservePercent !== undefined && percent < reservePercent;
  return { "data-low": isLow || undefined, "data-cut": isCut || undefined };
}
