import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

/** What the battery does now; `stale` when the figure is too old to say, `unmeasured` when its power is not known. */
export type ChargeState = "charging" | "discharging" | "idle" | "full" | "stale" | "unmeasured";

/** What names the colour of a charge in the attributes of an `og-charge`: absent, it is an ordinary one. */
export interface ChargeMarks {
  "data-low": true | undefined;
  "data-cut": true | undefined;
  /** Nobody knows how grave it is now. */
  "data-old"?: true | undefined;
}

/** What a charge is measured by. */
export interface ChargeLimits {
  /** Below it the charge is low, percent; undefined: not known. */
  reservePercent?: number | undefined;
  /** How its container is supplied; undefined: not known. */
  energy?: SupplyNow | undefined;
}

/** Of its state, what its charge is drawn by. */
export type SupplyNow = Pick<EnergyState, "level" | "cutOutputs">;

/** Is a part of the loads off because the battery was low? What a phase or all of them drew says nothing of it. */
function isCutForBattery({ level, cutOutputs = [] }: Partial<SupplyNow> = {}): boolean {
  return level === "cut_partly" && cutOutputs.some(({ cause }) => cause?.low ?? cause?.passed?.of === "charge");
}

export function isBelowReserve(percent: number | undefined, reservePercent: number | undefined): boolean {
  return percent !== undefined && reservePercent !== undefined && percent < reservePercent;
}

/**
 * How grave a charge is, the same wherever it is drawn.
 * @param percent 0..100; undefined: not known, or too long ago to be held against the reserve.
 */
export function chargeMarks(percent: number | undefined, { reservePercent, energy }: ChargeLimits): ChargeMarks {
  // Protection gives loads back well above the charge at which it cut them: until then none of it is enough.
  const isLow = isBelowReserve(percent, reservePercent) || (percent !== undefined && isCutForBattery(energy));
  return {
    "data-low": isLow || undefined,
    "data-cut": energy?.level === "cut" || undefined,
    "data-old": percent === undefined || undefined,
  };
}
