/** What a controller can set in a plant. */
import { findOutput, outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { type Output, OutputRefusal, type Outputs } from "@offgrid/controller/drivers/driver";

import type { PlantDesign } from "./plant.design.ts";
import type { PlantState } from "./plant.ts";
import { isRelayClosed, relayGroups } from "./relays.ts";

/** Reads and changes the state of the plant that the driver holds. */
export function plantOutputs(
  design: PlantDesign,
  state: () => PlantState,
  change: (changes: Pick<PlantState, "opened">) => void,
): Outputs {
  const { op, dwellMs } = outputKinds.relay;
  const groups = relayGroups(design);
  const list = Array.from({ length: design.relays }, (_, index): Output => {
    // A pump that starts may hurt whoever works on it.
    const failSafe = groups[index] === "pump" ? "proved" : undefined;
    return { target: outputTarget("relay", index + 1), op, dwellMs, failSafe };
  });
  const isHeld = (target: string) => {
    const group = groups[relayNumber(target) - 1];
    return group !== undefined && state().shed.includes(group);
  };
  return {
    list,
    isHeld,
    write: async (target, value) => {
      const relay = relayNumber(target);
      const others = state().opened.filter((one) => one !== relay);
      if (value === true && isHeld(target)) throw new OutputRefusal("protected");
      change({ opened: value === true ? others : [...others, relay] });
    },
    readBack: async (target) => isRelayClosed(design, state(), relayNumber(target)),
  };
}

const relayNumber = (target: string) => findOutput(target)?.number ?? NaN;
