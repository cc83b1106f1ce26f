/** When the panels of a plant must have been lost for its battery to have a certain charge at an instant. Pure. */
import { socPercent } from "../plant/battery.ts";
import type { PlantDesign, PlantFaults } from "../plant/plant.design.ts";
import { longestStepMs, stepPlant } from "../plant/plant.ts";
import { type PlantState, newPlantState } from "../plant/plant.state.ts";

const quarterMs = 900_000;
/** A plant has settled after this long. */
const settledQuarters = 4 * 96;
const longestQuarters = 4 * 96;
const lostShare = 0.97;

/** The plant after each of so many quarters of an hour, and before them. */
function byQuarters(design: PlantDesign, start: PlantState, quarters: number): PlantState[] {
  const states = [start];
  let state = start;
  for (let quarter = 0; quarter < quarters; quarter++) {
    const untilMs = state.atMs + quarterMs;
    while (state.atMs < untilMs) state = stepPlant(design, state, Math.min(untilMs, state.atMs + longestStepMs)).state;
    states.push(state);
  }
  return states;
}

/** A loss at a quarter of an hour, counted back from the instant, after which the charge has fallen to `atPercent` then. */
export function panelsLostFor(
  design: PlantDesign,
  atPercent: number,
  atMs: number,
): NonNullable<PlantFaults["lostPanels"]> {
  const first = newPlantState(design, atMs - (settledQuarters + longestQuarters) * quarterMs);
  const sound = byQuarters(design, first, settledQuarters + longestQuarters).slice(-longestQuarters - 1);
  const lost = (quarters: number) => ({ share: lostShare, sinceMs: atMs - quarters * quarterMs });
  const chargeAfter = (quarters: number) => {
    const start = sound[longestQuarters - quarters]!;
    const faulty = { ...design, faults: { ...design.faults, lostPanels: lost(quarters) } };
    return socPercent(faulty.battery, byQuarters(faulty, start, quarters).at(-1)!.storedWh);
  };
  // The longer ago, the lower it is now.
  let [enough, tooShort] = [longestQuarters, 0];
  while (enough - tooShort > 1) {
    const middle = Math.floor((enough + tooShort) / 2);
    if (chargeAfter(middle) <= atPercent) enough = middle;
    else tooShort = middle;
  }
  return lost(enough);
}
