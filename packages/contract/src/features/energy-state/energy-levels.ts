/** A cut that is expected is ahead where it comes within so many hours at least with one chance in four. */
export const cutAheadHours = 24;
/** The forecast of the charge reaches so far. */
export const forecastHours = 48;

/**
 * How a container is supplied, the worst first. cut: its loads have no power. cut_partly: protection has cut a part of
 * them. cut_ahead: they are expected to lose it, within 24 hours at least with one chance in four. generator_ahead: so they are, but it has a generator, which the forecast does not count. below_reserve:
 * the charge is below the reserve. unknown: the charge is not measured, or its last reading is too old. generator_running:
 * its generator runs, and the battery need not help it. computing: the loads have power, and a forecast is on its way, be it
 * the first or one in place of another that was overtaken: they were to be cut, or were cut when it was made. full: at 99 % or more
 * and not discharging.
 */
export const energyLevels = [
  "cut",
  "cut_partly",
  "cut_ahead",
  "generator_ahead",
  "below_reserve",
  "unknown",
  "generator_running",
  "computing",
  "normal",
  "charging",
  "full",
] as const;

/** What draws this much runs, W. */
export const runningW = 1;

/** Why it is not known when loads have power again. */
export const noReturns = [
  "computing",
  "charge",
  "history",
  "capacity",
  "sun",
  "horizon",
  "passed",
  "protection",
  "charge_limit",
] as const;
