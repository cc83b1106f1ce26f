/**
 * Why an output is as it is:
 *
 * - `equipment`: the equipment keeps it so by itself, such as a battery that disconnects.
 * - `interlock`, `lock`, `protection`: safety of the installation; people at work; a battery that would be emptied.
 * - `too_often`: it was switched as often within an hour as its wear allows, so that nothing switches it on.
 * - `min_on`, `min_off`: it was switched a short time ago.
 * - `hand`: it was switched on site, by nobody that the controller knows.
 * - `command`: somebody set it from the portal.
 * - `phases`, `automation`, `schedule`: phase control, a rule, or a time wants it so.
 * - `low_charge`: the settings of what it is keep it off below a charge of the battery.
 * - `as_left`: nobody asks for anything, and people left it so.
 * - `as_found`: it was so when the controller could read it again.
 */
export const outputReasons = [
  "equipment",
  "interlock",
  "lock",
  "protection",
  "too_often",
  "min_on",
  "min_off",
  "hand",
  "command",
  "phases",
  "automation",
  "schedule",
  "low_charge",
  "as_left",
  "as_found",
] as const;

/** Who keeps an output off for the battery's sake: the equipment by itself, or load protection. */
export const protectingReasons = ["equipment", "protection"] as const satisfies (typeof outputReasons)[number][];
