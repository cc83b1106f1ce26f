import { type ShownUnits } from "@offgrid/contract/core/unit-choices";
import { showUnits } from "@offgrid/contract/telemetry/shown-units";

import { config } from "./config.ts";

let shown: ShownUnits = config.units;
let changes = 0;

/** From now on quantities are written in these units. What is drawn already stays as it is. */
export function takeUnits(units: ShownUnits): void {
  shown = units;
  showUnits(units);
}

/**
 * Takes the units of whoever is signed in before anything is drawn in them.
 * @returns Another number each time that they have changed: what is keyed by it is drawn anew, with all that it remembers.
 */
export function followUnits(units: ShownUnits | undefined): number {
  if (units && (units.temperature !== shown.temperature || units.wind !== shown.wind)) {
    takeUnits(units);
    changes += 1;
  }
  return changes;
}
