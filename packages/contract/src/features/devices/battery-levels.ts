/** A battery at this charge or above is full, percent: for its state, its bar, its days and its forecast alike. */
export const fullSoc = 99;

/** Battery power under this, W, is neither charging nor discharging. */
export const idleBelowW = 10;

/**
 * Is a battery full now? One that gives power is about to be so no more, whatever the rounding of its charge still says.
 * @param powerW Positive while it charges; null or undefined: not known, and its charge alone tells.
 */
export function isBatteryFull(soc: number, powerW: number | null | undefined): boolean {
  return soc >= fullSoc && (powerW ?? 0) > -idleBelowW;
}

/** A battery is too hot from here on, and too cold to be charged down from there. */
export const hotDegC = 50;
export const coldDegC = 0;
