/** How the street lights of a plant shine, where nobody has set anything else. */
import { lightKey, type LightNumber } from "@offgrid/contract/street-lights/light-keys";
import type { Place } from "@offgrid/contract/core/moments";
import type { StreetLightsSection } from "@offgrid/contract/street-lights/street-lights.schema";

import type { PlantDesign } from "./plant.design.ts";

/** As their own dusk switch would have it: from sunset to sunrise, dimmed while people sleep. */
export function lightPlans({ streetLights }: PlantDesign): StreetLightsSection {
  const plan = {
    mode: "schedule" as const,
    level: 100,
    steps: [
      { at: { sun: "sunset" as const }, level: 100 },
      { at: { time: "23:00" }, level: 40 },
      { at: { time: "05:00" }, level: 100 },
      { at: { sun: "sunrise" as const }, level: 0 },
    ],
    ratedW: streetLights.lampW,
  };
  const keys = Array.from({ length: streetLights.lamps }, (_, index) => lightKey((index + 1) as LightNumber));
  return Object.fromEntries(keys.map((key) => [key, plan]));
}

export function placeOf({ zoneName, latitudeDeg, longitudeDeg }: PlantDesign): Place {
  return { zoneName, latitudeDeg, longitudeDeg };
}
