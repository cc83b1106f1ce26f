import type { PlantDesign } from "./plant.design.ts";
import { type PlantReading, stepPlant } from "./plant.ts";
import type { PlantState } from "./plant.state.ts";

const dayMs = 86_400_000;

/** Every five minutes of some days. */
export function history(design: PlantDesign, days: number, from: PlantState, cloudCover?: number) {
  const moments: { state: PlantState; reading: PlantReading }[] = [];
  let state = from;
  while (state.atMs < from.atMs + days * dayMs) {
    const moment = stepPlant(design, state, state.atMs + 300_000, cloudCover === undefined ? {} : { cloudCover });
    moments.push(moment);
    state = moment.state;
  }
  return moments;
}
