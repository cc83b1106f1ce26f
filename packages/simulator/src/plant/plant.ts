/**
 * The whole plant as a function of (state, instant). It has no clock and no randomness of its own: a seed is part of
 * the design.
 */
import { clearSkyWPerM2, cloudTransmission, planeIrradianceWPerM2 } from "@offgrid/contract/core/irradiance";
import { sunPosition } from "@offgrid/contract/core/sun";

import {
  batteryAfterDegC,
  chargeLimitW,
  dischargeLimitW,
  socPercent,
  storedAfterWh,
  type Terminals,
  terminals,
} from "./battery.ts";
import { type LoadGroup, loadDemandW, loadGroups, ownLevels } from "./loads.ts";
import { localTime } from "./local-time.ts";
import { connectedShare } from "./phases.ts";
import { chance, subSeed } from "./chance.ts";
import type { PlantDesign } from "./plant.design.ts";
import type { PlantState } from "./plant.state.ts";
import { type PowerFlow, splitPower } from "./power-flow.ts";
import { groupsOff } from "./relays.ts";
import { type AirSetting, airConditionerW, airNext, insideAfterDegC, ownSetting } from "./room.ts";
import { availableSolarW, panelDegC } from "./solar-array.ts";
import { fuelLPerHour, generatorNext, gridPresent, gridUseNext, shedNext } from "./supervision.ts";
import { type Weather, weatherAt } from "./weather.ts";

/** What happened during a step. Powers are means over the step; the meters added power times its length. */
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
  /** Of each lamp, 0..100; 0 where it has no power. */
  streetLightLevels: readonly number[];
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

/** The levels of the lamps in a state. */
export function lightLevelsOf(design: PlantDesign, { atMs, lightLevels }: PlantState): readonly number[] {
  if (lightLevels) return lightLevels;
  const { elevationDeg } = sunPosition(atMs, design.latitudeDeg, design.longitudeDeg);
  return ownLevels(design.streetLights, elevationDeg, localTime(design.zoneName, atMs).hour);
}

/** What the air conditioner of a state is set to; null: the plant has none. */
export function acSettingOf({ airConditioner }: PlantDesign, { acSetting, insideDegC }: PlantState): AirSetting | null {
  return airConditioner ? (acSetting ?? ownSetting(airConditioner, insideDegC)) : null;
}

/** The air conditioner hangs on the relay of the homes, and on one phase where there are three. */
export function hasAirConditionerPower(
  design: PlantDesign,
  { opened, openedPhases, shed }: Pick<PlantState, "opened" | "openedPhases" | "shed">,
): boolean {
  if (groupsOff(design, { opened, shed }).includes("homes")) return false;
  return connectedShare(design, { openedPhases }, "air_conditioner") > 0;
}

/**
 * One step of any length, during which everything stays as it is in the middle of the step.
 * @param toMs End of the step; at or after the state's instant. The same instant gives readings and changes no meter.
 */
export function stepPlant(
  design: PlantDesign,
  state: PlantState,
  toMs: number,
  force: PlantForce = {},
): { state: PlantState; reading: PlantReading } {
  const stepS = (toMs - state.atMs) / 1000;
  if (!(stepS >= 0)) throw new RangeError(`A plant cannot go back in time, from ${state.atMs} to ${toMs}.`);
  const conditions = surroundings(design, (state.atMs + toMs) / 2, force);
  const sources = sourcesNext(design, state, conditions);
  const demand = demandOf(design, state, conditions, sources);
  const limits = {
    chargeLimitW: chargeLimitW(design.battery, state.storedWh, state.batteryDegC, stepS),
    dischargeLimitW: dischargeLimitW(design.battery, state.storedWh, stepS),
  };
  const flow = splitPower(design.inverter, {
    solarAvailableW:
      panelsLeft(design, conditions.atMs) * availableSolarW(design.array, conditions.planeWPerM2, conditions.panelDegC),
    acLoadW: demand.acW,
    dcLoadW: demand.dcW,
    generatorMaxW: sources.generatorMaxW,
    gridMaxW: sources.gridMaxW,
    ...limits,
  });

  // With too little power, all loads on a bus get the same fraction of what they want.
  const acServed = demand.acW > 0 ? flow.acLoadW / demand.acW : 1;
  const dcServed = flow.dcLoadW / demand.dcW;
  const groupsW = { ...demand.groupsW };
  for (const group of Object.keys(groupsW) as LoadGroup[]) groupsW[group] *= acServed;
  const storedWh = storedAfterWh(design.battery, state.storedWh, flow.batteryW, stepS);
  const battery = terminals(design.battery, storedWh, flow.batteryW);
  const heatW = equipmentHeatW(design, demand.airMode, flow, acServed, dcServed);

  const { weather, globalWPerM2, planeWPerM2, panelDegC: panelTemperatureDegC } = conditions;
  const { generatorOn, gridInUse, shed } = sources;
  const { insideDegC } = state;
  return {
    state: {
      ...state,
      atMs: toMs,
      storedWh,
      batteryDegC: batteryAfterDegC(design.battery, state.batteryDegC, insideDegC, battery.currentA, stepS),
      insideDegC: insideAfterDegC(design.room, insideDegC, weather.ambientDegC, globalWPerM2, heatW, stepS),
      airMode: demand.airMode,
      generatorOn,
      generatorRanS: generatorOn ? state.generatorRanS + stepS : 0,
      fuelL: fuelAfterL(design, state.fuelL, generatorOn, flow.generatorW, conditions.local.hour, stepS),
      gridInUse,
      shed,
      meters: metersAfter(state.meters, flow, generatorOn, stepS),
    },
    reading: {
      atMs: toMs,
      stepS,
      weather,
      globalWPerM2,
      planeWPerM2,
      panelDegC: panelTemperatureDegC,
      flow,
      groupsW,
      airConditionerW: demand.airW * acServed,
      streetLightsW: demand.lightsW * dcServed,
      streetLightLevels: demand.lightLevels.map((level) => (flow.dcLoadW > 0 ? level : 0)),
      gridPresent: sources.gridPresent,
      battery,
      ...limits,
    },
  };
}

type Surroundings = ReturnType<typeof surroundings>;

/** Local time, sun and weather at an instant, and the sunlight that reaches the panels. */
function surroundings(design: PlantDesign, atMs: number, force: PlantForce) {
  const local = localTime(design.zoneName, atMs);
  const sun = sunPosition(atMs, design.latitudeDeg, design.longitudeDeg);
  const weather = weatherAt(design.climate, design.seed, atMs, design.longitudeDeg, force.cloudCover);
  const globalWPerM2 = clearSkyWPerM2(sun.elevationDeg) * cloudTransmission(weather.cloudCover);
  const planeWPerM2 = planeIrradianceWPerM2(globalWPerM2, sun, design.array);
  return {
    atMs,
    local,
    sun,
    weather,
    globalWPerM2,
    planeWPerM2,
    panelDegC: panelDegC(planeWPerM2, weather.ambientDegC, weather.windMPerS),
  };
}

/** The share of the panels that work at an instant. */
function panelsLeft({ faults }: PlantDesign, atMs: number): number {
  const lost = faults?.lostPanels;
  return lost && atMs >= lost.sinceMs ? 1 - lost.share : 1;
}

type Sources = ReturnType<typeof sourcesNext>;

/** Whoever starts a generator by hand looks at it once a watch. */
const watchMs = 5 * 3_600_000;

/** Which sources run during the step, and which loads are shed. */
function sourcesNext(design: PlantDesign, state: PlantState, { atMs, local }: Surroundings) {
  const { generatorSet, gridInput } = design;
  const { fuelL, generatorRanS: ranS } = state;
  const soc = socPercent(design.battery, state.storedWh);
  const early = generatorSet?.startSpread ? chance(subSeed(design.seed, 41), Math.floor(atMs / watchMs)) ** 2 : 0;
  const generatorOn =
    generatorSet !== undefined &&
    generatorNext(generatorSet, { on: state.generatorOn, ranS, fuelL, socPercent: soc, early });
  const present = gridInput !== undefined && gridPresent(design.seed, atMs, local.hour);
  const gridInUse = gridInput !== undefined && gridUseNext(gridInput, state.gridInUse, present, soc);
  return {
    generatorOn,
    generatorMaxW: generatorOn ? generatorSet.maxW : 0,
    gridPresent: present,
    gridInUse,
    gridMaxW: gridInUse ? gridInput.maxW : 0,
    shed: shedNext(state.shed, soc, generatorOn || gridInUse),
  };
}

/** What the loads that are not shed would take if there were enough power. */
function demandOf(
  design: PlantDesign,
  state: PlantState,
  { atMs, local, sun, weather }: Surroundings,
  { shed }: Sources,
) {
  const { streetLights } = design;
  const groupsW = loadDemandW(design.loads, design.seed, atMs, local, weather.ambientDegC);
  const off = groupsOff(design, { opened: state.opened, shed });
  for (const group of loadGroups) groupsW[group] *= off.includes(group) ? 0 : connectedShare(design, state, group);
  const isAirOff = !hasAirConditionerPower(design, { ...state, shed });
  const { airMode, airW } = airDemand(design, state, isAirOff, weather.ambientDegC);
  const lightLevels = state.lightLevels ?? ownLevels(streetLights, sun.elevationDeg, local.hour);
  const lightsW = lightLevels.reduce((sum, level) => sum + (streetLights.lampW * level) / 100, 0);
  return {
    groupsW,
    airMode,
    airW,
    lightLevels,
    lightsW,
    acW: groupsW.homes + groupsW.shops + groupsW.cold_room + groupsW.pump + airW,
    dcW: design.loads.essentialW + lightsW,
  };
}

function airDemand({ airConditioner }: PlantDesign, state: PlantState, isOff: boolean, ambientDegC: number) {
  if (!airConditioner || isOff) return { airMode: "off" as const, airW: 0 };
  const airMode = airNext(airConditioner, state.acSetting, state.airMode, state.insideDegC);
  return { airMode, airW: airConditionerW(airConditioner, airMode, ambientDegC, state.acSetting?.fan) };
}

/** Heat that the equipment gives off in the room; the air conditioner removes it while it cools. */
function equipmentHeatW(
  { airConditioner, loads }: PlantDesign,
  airMode: PlantState["airMode"],
  flow: PowerFlow,
  acServed: number,
  dcServed: number,
): number {
  const isMoving = airMode === "cool" || airMode === "heat";
  const movedW = airConditioner && isMoving ? airConditioner.compressorW * airConditioner.coefficient * acServed : 0;
  return flow.lossesW + loads.essentialW * dcServed + (airMode === "cool" ? -movedW : movedW);
}

function fuelAfterL(
  { generatorSet }: PlantDesign,
  fuelL: number,
  generatorOn: boolean,
  generatorW: number,
  hour: number,
  stepS: number,
): number {
  if (!generatorSet) return 0;
  const burntL = generatorOn ? fuelLPerHour(generatorSet, generatorW) * (stepS / 3600) : 0;
  return Math.max(0, refuelled(fuelL, generatorSet.tankL, hour) - burntL);
}

function metersAfter(
  meters: PlantState["meters"],
  flow: PowerFlow,
  generatorOn: boolean,
  stepS: number,
): PlantState["meters"] {
  const hours = stepS / 3600;
  return {
    solarWh: meters.solarWh + flow.solarW * hours,
    loadWh: meters.loadWh + (flow.acLoadW + flow.dcLoadW) * hours,
    batteryInWh: meters.batteryInWh + Math.max(0, flow.batteryW) * hours,
    batteryOutWh: meters.batteryOutWh + Math.max(0, -flow.batteryW) * hours,
    generatorWh: meters.generatorWh + flow.generatorW * hours,
    generatorRunS: meters.generatorRunS + (generatorOn ? stepS : 0),
    gridWh: meters.gridWh + flow.gridW * hours,
  };
}

/** Someone brings diesel in the morning when little is left. */
function refuelled(fuelL: number, tankL: number, hour: number): number {
  return fuelL < 0.25 * tankL && hour >= 9 && hour < 11 ? 0.95 * tankL : fuelL;
}

/**
 * Goes to an instant in steps that end on multiples of `gridMs`, so that the result does not depend on how many calls
 * it took to get there; the reading is that of the last step.
 */
export function advancePlant(
  design: PlantDesign,
  state: PlantState,
  toMs: number,
  force: PlantForce = {},
  gridMs: number = longestStepMs,
): { state: PlantState; reading: PlantReading } {
  let at = state;
  for (;;) {
    const nextMs = (Math.floor(at.atMs / gridMs) + 1) * gridMs;
    if (nextMs >= toMs) return stepPlant(design, at, toMs, force);
    at = stepPlant(design, at, nextMs, force).state;
  }
}
