/** What the settings of load protection may be. No schema library here: screens import it. */
export const protectionBounds = {
  percent: { from: 0, to: 100 },
  volts: { from: 0, to: 1_000 },
  delaySeconds: { from: 5, to: 3_600 },
} as const;

/** Charge and voltage must rise by this until loads come back, so that a load does not flap at the edge. */
export const leastGapPercent = 1;
export const leastGapV = 0.1;
