/**
 * What became of an automation:
 *
 * - `began`, `ended`: its condition became true, and no longer is.
 * - `finished`: it did everything.
 * - `stopped`: a condition was not met, or not known.
 * - `failed`: it could not do a step, as where the end of it depends on a sun that is not known.
 * - `blocked`: something of a higher rank keeps an output from what it asks for.
 * - `superseded`: it was set off again meanwhile, or was changed.
 * - `missed`: its time passed without power, too long ago.
 * - `limited`: it had run too short a time ago, or often enough that day.
 */
export const runOutcomes = [
  "began",
  "ended",
  "finished",
  "stopped",
  "failed",
  "blocked",
  "superseded",
  "missed",
  "limited",
] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** What people look into; of the others nobody is notified. */
export const runTroubles = ["blocked", "failed", "missed"] as const satisfies readonly RunOutcome[];
