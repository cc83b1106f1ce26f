/** What a controller can set in a plant. */
import { findOutput, outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { type Output, OutputRefusal, type Outputs } from "@offgrid/controller/drivers/driver";

import type { PlantDesign } from "./plant.design.ts";
import { lightLevelsOf, type PlantReading, type PlantState } from "./plant.ts";
import { isRelayClosed, relayGroups } from "./relays.ts";

/** A plant as its driver holds it. */
export interface HeldPlant {
  state: PlantState;
  /** Undefined before the first frame. */
  reading?: PlantReading;
}

/** Reads and changes the state of the plant that the driver holds. */
export function plantOutputs(
  design: PlantDesign,
  held: () => HeldPlant,
  change: (changes: Partial<Pick<PlantState, "opened" | "lightLevels">>) => void,
): Outputs {
  const isHeld = (target: string) => {
    const { kind, number } = mustFind(target);
    const { state, reading } = held();
    if (kind === "street_light") return reading !== undefined && reading.flow.dcLoadW <= 0;
    const group = relayGroups(design)[number - 1];
    return group !== undefined && state.shed.includes(group);
  };
  return {
    list: [...relays(design), ...lights(design)],
    isHeld,
    write: async (target, value) => {
      const { kind, number } = mustFind(target);
      const { state } = held();
      if (value !== false && value !== 0 && isHeld(target)) throw new OutputRefusal("protected");
      if (kind === "street_light") {
        change({ lightLevels: lightLevelsOf(design, state).with(number - 1, Number(value)) });
      } else if (number !== design.faults?.stuckRelay) {
        const others = state.opened.filter((one) => one !== number);
        change({ opened: value === true ? others : [...others, number] });
      }
    },
    readBack: async (target) => {
      const { kind, number } = mustFind(target);
      const { state } = held();
      if (kind === "relay") return isRelayClosed(design, state, number);
      return isHeld(target) ? 0 : lightLevelsOf(design, state)[number - 1];
    },
  };
}

function relays(design: PlantDesign): Output[] {
  const { op, dwellMs } = outputKinds.relay;
  const groups = relayGroups(design);
  return Array.from({ length: design.relays }, (_, index): Output => {
    // A pump that starts may hurt whoever works on it.
    const failSafe = groups[index] === "pump" ? "proved" : undefined;
    return { target: outputTarget("relay", index + 1), op, dwellMs, failSafe };
  });
}

function lights({ streetLights }: PlantDesign): Output[] {
  const { op, dwellMs } = outputKinds.street_light;
  return Array.from({ length: streetLights.lamps }, (_, index) => {
    return { target: outputTarget("street_light", index + 1), op, dwellMs };
  });
}

function mustFind(target: string) {
  const output = findOutput(target);
  if (!output) throw new Error(`The plant has no output ${target}.`);
  return output;
}
