import { outputKinds, type OutputTarget, outputTarget } from "../devices/output-kinds.ts";

/** What the settings of phase control may be. No schema library here: screens import it whole. */

export const phaseNumbers = outputKinds.phase.numbers;
export type PhaseNumber = (typeof phaseNumbers)[number];

export function phaseTarget(phase: PhaseNumber): OutputTarget<"phase"> {
  return outputTarget("phase", phase) as OutputTarget<"phase">;
}

/**
 * - `off`: phase control disconnects nothing.
 * - `limits`: a phase that draws too much, or for which the charge is too low, is disconnected.
 * - `priorities`: also, what the phases may draw together goes to the most important ones first.
 */
export const phaseModes = ["off", "limits", "priorities"] as const;
export type PhaseMode = (typeof phaseModes)[number];

export const phaseBounds = {
  priority: { from: 1, to: 9 },
  watts: { from: 100, to: 1_000_000 },
  percent: { from: 0, to: 100 },
  delaySeconds: { from: 5, to: 3_600 },
} as const;

/** The charge must rise by this until a phase comes back, so that it does not flap at the edge. */
export const leastGapPercent = 1;
