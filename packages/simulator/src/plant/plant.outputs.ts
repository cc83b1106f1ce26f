/** What a controller can set in a plant. */
import { acOff } from "@offgrid/contract/devices/ac-setting";
import { findOutput, outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { isOn } from "@offgrid/contract/commands/arbitrate";
import { type Output, OutputRefusal, type Outputs } from "@offgrid/controller/drivers/driver";

import type { PlantDesign } from "./plant.design.ts";
import { acSettingOf, hasAirConditionerPower, lightLevelsOf, type PlantReading } from "./plant.ts";
import type { PlantState } from "./plant.state.ts";
import { hasPhases, isPhaseConnected, onlyPhaseOf } from "./phases.ts";
import { isRelayClosed, relayGroups } from "./relays.ts";
import { type AirSetting, withWord, wordOf } from "./room.ts";

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
  change: (changes: Partial<Pick<PlantState, "opened" | "openedPhases" | "lightLevels" | "acSetting">>) => void,
): Outputs {
  const isHeld = (target: string) => {
    const { kind, number } = mustFind(target);
    const { state, reading } = held();
    if (kind === "ac") return !hasAirConditionerPower(design, state);
    if (kind === "street_light") return reading !== undefined && reading.flow.dcLoadW <= 0;
    if (kind === "phase") return !hasPhases(state);
    const group = relayGroups(design)[number - 1];
    return group !== undefined && state.shed.includes(group);
  };
  return {
    list: [...relays(design), ...lights(design), ...phases(design), ...airConditioners(design)],
    isHeld,
    write: async (target, value) => {
      const { kind, number } = mustFind(target);
      const { state } = held();
      if (isOn(value) && isHeld(target)) throw new OutputRefusal("protected");
      if (kind === "ac") {
        change({ acSetting: settingFor(design, state, String(value)) });
      } else if (kind === "street_light") {
        change({ lightLevels: lightLevelsOf(design, state).with(number - 1, Number(value)) });
      } else if (kind === "phase") {
        change({ openedPhases: opened(state.openedPhases, number, value === true) });
      } else if (number !== design.faults?.stuckRelay) {
        change({ opened: opened(state.opened, number, value === true) });
      }
    },
    readBack: async (target) => {
      const { kind, number } = mustFind(target);
      const { state } = held();
      if (kind === "ac") {
        const setting = isHeld(target) ? null : acSettingOf(design, state);
        return setting ? wordOf(setting) : acOff;
      }
      if (kind === "relay") return isRelayClosed(design, state, number);
      if (kind === "phase") return isPhaseConnected(state, number);
      return isHeld(target) ? 0 : lightLevelsOf(design, state)[number - 1];
    },
  };
}

/** The switches that are open, with this one open or closed. */
function opened(before: readonly number[], number: number, isClosed: boolean): number[] {
  const others = before.filter((one) => one !== number);
  return isClosed ? others : [...others, number];
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

function airConditioners(design: PlantDesign): Output[] {
  if (!design.airConditioner) return [];
  const { op, dwellMs } = outputKinds.ac;
  const phase = onlyPhaseOf(design, "air_conditioner");
  const relay = relayGroups(design).indexOf("homes") + 1;
  const fedBy = [
    ...(phase === undefined ? [] : [outputTarget("phase", phase)]),
    ...(relay > 0 ? [outputTarget("relay", relay)] : []),
  ];
  return [{ target: outputTarget("ac", 1), op, dwellMs, fedBy }];
}

/** @throws OutputRefusal where there is no unit, or it cannot do it. */
function settingFor(design: PlantDesign, state: PlantState, word: string): AirSetting {
  const before = acSettingOf(design, state);
  const after = before && withWord(before, word);
  if (!after) throw new OutputRefusal("unsupported");
  return after;
}

/** A plant of one phase has no contactor for it: without it, nothing would have power. */
function phases(design: PlantDesign): Output[] {
  const { numbers, op, dwellMs } = outputKinds.phase;
  return design.phases === 1 ? [] : numbers.map((phase) => ({ target: outputTarget("phase", phase), op, dwellMs }));
}

function mustFind(target: string) {
  const output = findOutput(target);
  if (!output) throw new Error(`The plant has no output ${target}.`);
  return output;
}
