/** The whole plant as a function of (state, instant). No clock, no chance of its own: a seed is part of the spec. */
import { clearSkyWPerM2, cloudTransmission, planeIrradianceWPerM2 } from "@offgrid/contract/core/irradiance";
import { sunPosition, sunsetElevationDeg } from "@offgrid/contract/core/sun";

import {
  batteryAfterDegC,
  chargeLimitW,
  dischargeLimitW,
  socPercent,
  storedAfterWh,
  type Terminals,
  terminals,
} from "./battery.ts";
import { type LoadGroup, loadDemandW, streetLightLevel } from "./loads.ts";
import { localTime } from "./local-time.ts";
import type { PlantSpec } from "./plant.spec.ts";
import { type PowerFlow, splitPower } from "./power-flow.ts";
import { type AirMode, airConditionerW, insideAfterDegC, thermostat } from "./room.ts";
import { availableSolarW, panelDegC } from "./solar-array.ts";
import { fuelLPerHour, generatorNext, gridPresent, gridUseNext, shedNext } from "./supervision.ts";
import { type Weather, weatherAt } from "./weather.ts";

/** Everything that a plant remembers; plain data, so that it can be written to a file as JSON. */
export interface PlantState {
  atMs: number;
  /** 0..capacity. */
  storedWh: number;
  batteryDegC: number;
  insideDegC: number;
  airMode: AirMode;
  generatorOn: boolean;
  /** Length of the run that goes on; 0 when off. */
  generatorRanS: number;
  fuelL: number;
  gridInUse: boolean;
  shed: readonly LoadGroup[];
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

/** What was going on during a step. Powers are means over the step; its length times a power is what the meters added. */
export interface PlantReading {
  /** End of the step. */
  atMs: number;
  stepS: number;
  weather: Weather;
  globalWPerM2: number;
  planeWPerM2: number;
  panelDegC: number;
  flow: PowerFlow;
  /** Served power by group. */
  groupsW: Readonly<Record<LoadGroup, number>>;
  airConditionerW: number;
  streetLightsW: number;
  /** 0..100. */
  streetLightLevel: number;
  gridPresent: boolean;
  battery: Terminals;
  chargeLimitW: number;
  dischargeLimitW: number;
}

/** What a scenario forces on a plant. */
export interface PlantForce {
  /** 0..1 */
  cloudCover?: number;
}

/** Longest step that `advancePlant` takes: thermostats and clouds need it this short. */
export const longestStepMs = 300_000;

/** A plant that has just been put up: battery at 60 %, tank at 80 %, meters at 0. */
export function newPlantState(spec: PlantSpec, atMs: number): PlantState {
  const { outsideDegC } = weatherAt(spec.climate, spec.seed, atMs, spec.longitudeDeg);
  return {
    atMs,
    storedWh: 0.6 * spec.battery.capacityWh,
    batteryDegC: outsideDegC,
    insideDegC: outsideDegC,
    airMode: "off",
    generatorOn: false,
    generatorRanS: 0,
    fuelL: 0.8 * (spec.generatorSet?.tankL ?? 0),
    gridInUse: false,
    shed: [],
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

/** The same state with another charge; percent, taken into 0..100. */
export function withCharge(spec: PlantSpec, state: PlantState, percent: number): PlantState {
  return { ...state, storedWh: (Math.min(100, Math.max(0, percent)) / 100) * spec.battery.capacityWh };
}

/**
 * One step of any length, with everything constant during it as it is in its middle.
 * @param toMs End of the step; at or after the state's instant. The same instant gives readings and changes no meter.
 */
export function stepPlant(
  spec: PlantSpec,
  state: PlantState,
  toMs: number,
  force: PlantForce = {},
): { state: PlantState; reading: PlantReading } {
  const stepS = (toMs - state.atMs) / 1000;
  if (!(stepS >= 0)) throw new RangeError(`A plant cannot go back in time, from ${state.atMs} to ${toMs}.`);
  const hours = stepS / 3600;
  const middleMs = (state.atMs + toMs) / 2;
  const local = localTime(spec.zoneName, middleMs);
  const soc = socPercent(spec.battery, state.storedWh);

  const sun = sunPosition(middleMs, spec.latitudeDeg, spec.longitudeDeg);
  const weather = weatherAt(spec.climate, spec.seed, middleMs, spec.longitudeDeg, force.cloudCover);
  const globalWPerM2 = clearSkyWPerM2(sun.elevationDeg) * cloudTransmission(weather.cloudCover);
  const planeWPerM2 = planeIrradianceWPerM2(globalWPerM2, sun, spec.array);
  const panelTemperatureDegC = panelDegC(planeWPerM2, weather.outsideDegC, weather.windMPerS);

  const { generatorSet, gridInput, airConditioner } = spec;
  const generatorOn =
    generatorSet !== undefined &&
    generatorNext(generatorSet, {
      on: state.generatorOn,
      ranS: state.generatorRanS,
      fuelL: state.fuelL,
      socPercent: soc,
    });
  const present = gridInput !== undefined && gridPresent(spec.seed, middleMs, local.hour);
  const gridInUse = gridInput !== undefined && gridUseNext(gridInput, state.gridInUse, present, soc);
  const shed = shedNext(state.shed, soc, generatorOn || gridInUse);

  const wanted = loadDemandW(spec.loads, spec.seed, middleMs, local, weather.outsideDegC);
  for (const group of shed) wanted[group] = 0;
  const airMode =
    airConditioner && !shed.includes("homes") ? thermostat(airConditioner, state.airMode, state.insideDegC) : "off";
  const airWantedW = airConditioner ? airConditionerW(airConditioner, airMode, weather.outsideDegC) : 0;
  const lightLevel = streetLightLevel(sun.elevationDeg, sunsetElevationDeg, local.hour);
  const lightsWantedW = (spec.streetLights.lamps * spec.streetLights.lampW * lightLevel) / 100;

  const acWantedW = wanted.homes + wanted.shops + wanted.cold_room + wanted.pump + airWantedW;
  const dcWantedW = spec.loads.essentialW + lightsWantedW;
  const chargeMaxW = chargeLimitW(spec.battery, state.storedWh, state.batteryDegC, stepS);
  const dischargeMaxW = dischargeLimitW(spec.battery, state.storedWh, stepS);
  const flow = splitPower(spec.inverter, {
    solarAvailableW: availableSolarW(spec.array, planeWPerM2, panelTemperatureDegC),
    acLoadW: acWantedW,
    dcLoadW: dcWantedW,
    generatorMaxW: generatorOn ? generatorSet.maxW : 0,
    gridMaxW: gridInUse ? gridInput.maxW : 0,
    chargeLimitW: chargeMaxW,
    dischargeLimitW: dischargeMaxW,
  });

  // With too little power everything on a bus dims alike.
  const acServed = acWantedW > 0 ? flow.acLoadW / acWantedW : 1;
  const dcServed = flow.dcLoadW / dcWantedW;
  for (const group of Object.keys(wanted) as LoadGroup[]) wanted[group] *= acServed;
  const airW = airWantedW * acServed;
  const storedWh = storedAfterWh(spec.battery, state.storedWh, flow.batteryW, stepS);
  const battery = terminals(spec.battery, storedWh, flow.batteryW);

  const heatMovedW =
    airMode === "off" || !airConditioner ? 0 : airConditioner.compressorW * airConditioner.coefficient * acServed;
  const equipmentHeatW =
    flow.lossesW + spec.loads.essentialW * dcServed + (airMode === "cool" ? -heatMovedW : heatMovedW);
  const fuelL = generatorSet
    ? refuelled(state.fuelL, generatorSet.tankL, local.hour) -
      (generatorOn ? fuelLPerHour(generatorSet, flow.generatorW) * hours : 0)
    : 0;

  const { meters } = state;
  return {
    state: {
      atMs: toMs,
      storedWh,
      batteryDegC: batteryAfterDegC(spec.battery, state.batteryDegC, state.insideDegC, battery.currentA, stepS),
      insideDegC: insideAfterDegC(
        spec.room,
        state.insideDegC,
        weather.outsideDegC,
        globalWPerM2,
        equipmentHeatW,
        stepS,
      ),
      airMode,
      generatorOn,
      generatorRanS: generatorOn ? state.generatorRanS + stepS : 0,
      fuelL: Math.max(0, fuelL),
      gridInUse,
      shed,
      meters: {
        solarWh: meters.solarWh + flow.solarW * hours,
        loadWh: meters.loadWh + (flow.acLoadW + flow.dcLoadW) * hours,
        batteryInWh: meters.batteryInWh + Math.max(0, flow.batteryW) * hours,
        batteryOutWh: meters.batteryOutWh + Math.max(0, -flow.batteryW) * hours,
        generatorWh: meters.generatorWh + flow.generatorW * hours,
        generatorRunS: meters.generatorRunS + (generatorOn ? stepS : 0),
        gridWh: meters.gridWh + flow.gridW * hours,
      },
    },
    reading: {
      atMs: toMs,
      stepS,
      weather,
      globalWPerM2,
      planeWPerM2,
      panelDegC: panelTemperatureDegC,
      flow,
      groupsW: wanted,
      airConditionerW: airW,
      streetLightsW: lightsWantedW * dcServed,
      streetLightLevel: lightLevel,
      gridPresent: present,
      battery,
      chargeLimitW: chargeMaxW,
      dischargeLimitW: dischargeMaxW,
    },
  };
}

/** Someone brings diesel in the morning when little is left. */
function refuelled(fuelL: number, tankL: number, hour: number): number {
  return fuelL < 0.25 * tankL && hour >= 9 && hour < 11 ? 0.95 * tankL : fuelL;
}

/**
 * Goes to an instant in steps that end on multiples of `gridMs`, so that the result does not depend on how often it was
 * asked for on the way; the reading is that of the last step.
 */
export function advancePlant(
  spec: PlantSpec,
  state: PlantState,
  toMs: number,
  force: PlantForce = {},
  gridMs: number = longestStepMs,
): { state: PlantState; reading: PlantReading } {
  let at = state;
  for (;;) {
    const nextMs = (Math.floor(at.atMs / gridMs) + 1) * gridMs;
    if (nextMs >= toMs) return stepPlant(spec, at, toMs, force);
    at = stepPlant(spec, at, nextMs, force).state;
  }
}
