/**
 * Why an output is as it is:
 *
 * - `equipment`: the equipment keeps it so by itself, such as a battery that disconnects.
 * - `no_supply`: what feeds it is off, so that it has no power whatever it is set to.
 * - `interlock`, `lock`, `protection`: safety of the installation; people at work; a battery that would be emptied.
 * - `works`: somebody works at the container, so that nothing switches it on by itself.
 * - `too_often`: it was switched as often within an hour as its wear allows, so that nothing switches it on.
 * - `phase_limit`: a phase drew too much, or the charge is too low for it.
 * - `min_on`, `min_off`: it was switched a short time ago.
 * - `hand`: it was switched on site, by nobody that the controller knows.
 * - `command`: somebody set it from the portal.
 * - `emergency`: somebody let it run for a while although load protection had cut it.
 * - `phases`, `automation`, `schedule`: phase control, a rule, or a time wants it so.
 * - `low_charge`: the settings of what it is keep it off below a charge of the battery.
 * - `as_left`: nobody asks for anything, and people left it so.
 * - `as_found`: it was so when the controller could read it again.
 */
export const outputReasons = [
  "equipment",
  "no_supply",
  "interlock",
  "lock",
  "protection",
  "works",
  "too_often",
  "phase_limit",
  "min_on",
  "min_off",
  "hand",
  "command",
  "emergency",
  "phases",
  "automation",
  "schedule",
  "low_charge",
  "as_left",
  "as_found",
] as const;

/**
 * Who keeps an output off for the battery's or the inverter's sake: the equipment by itself, load protection, or the limits of
 * a phase. What lost its power with one of these is not kept off itself, and counts with what feeds it.
 */
export const protectingReasons = [
  "equipment",
  "protection",
  "phase_limit",
] as const satisfies (typeof outputReasons)[number][];

/** What phase control goes by: the power of a phase, the charge, or what all phases draw together. */
export const passedLimits = ["power", "charge", "total"] as const;
