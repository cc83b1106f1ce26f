import type { LoadGroup } from "./loads.ts";
import type { PlantDesign } from "./plant.design.ts";
import type { AirMode, AirSetting } from "./room.ts";
import { weatherAt } from "./weather.ts";

/** Everything that a plant remembers; plain data, so that it can be written to a file as JSON. */
export interface PlantState {
  atMs: number;
  /** 0..capacity. */
  storedWh: number;
  batteryDegC: number;
  insideDegC: number;
  airMode: AirMode;
  /** What a controller has set the air conditioner to; null: it follows its own thermostat. */
  acSetting: AirSetting | null;
  generatorOn: boolean;
  /** Length of the present run; 0 when off. */
  generatorRanS: number;
  fuelL: number;
  gridInUse: boolean;
  /** Switched off by the plant itself, for lack of charge. */
  shed: readonly LoadGroup[];
  /** Relays that a command has opened, by number. */
  opened: readonly number[];
  /** Contactors of phases that a command has opened, by number. */
  openedPhases: readonly number[];
  /** Level of each street light as its controller set it, 0..100; null: they follow their own dusk switch. */
  lightLevels: readonly number[] | null;
  meters: PlantMeters;
}

/** Meters never run backwards; each is the exact sum of the powers that the readings showed. */
export interface PlantMeters {
  solarWh: number;
  loadWh: number;
  batteryInWh: number;
  batteryOutWh: number;
  generatorWh: number;
  generatorRunS: number;
  gridWh: number;
}

/** A new plant: battery at 60 %, tank at 80 %, meters at 0. */
export function newPlantState(design: PlantDesign, atMs: number): PlantState {
  const { ambientDegC } = weatherAt(design.climate, design.seed, atMs, design.longitudeDeg);
  return {
    atMs,
    storedWh: 0.6 * design.battery.capacityWh,
    batteryDegC: ambientDegC,
    insideDegC: ambientDegC,
    airMode: "off",
    acSetting: null,
    generatorOn: false,
    generatorRanS: 0,
    fuelL: 0.8 * (design.generatorSet?.tankL ?? 0),
    gridInUse: false,
    shed: [],
    opened: [],
    openedPhases: [],
    lightLevels: null,
    meters: {
      solarWh: 0,
      loadWh: 0,
      batteryInWh: 0,
      batteryOutWh: 0,
      generatorWh: 0,
      generatorRunS: 0,
      gridWh: 0,
    },
  };
}

/** The same state with another charge, in percent, clamped to 0..100. */
export function withCharge(design: PlantDesign, state: PlantState, percent: number): PlantState {
  return { ...state, storedWh: (Math.min(100, Math.max(0, percent)) / 100) * design.battery.capacityWh };
}
