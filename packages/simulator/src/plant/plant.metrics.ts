/** What a plant's controller measures: names of the catalogue and the rounded values that a device would report. */
import { acModes } from "@offgrid/contract/devices/ac-setting";
import { outputKinds, outputMetric, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { findMetric, type MetricId } from "@offgrid/contract/telemetry/metrics";

import { cellCount, cellVoltages, socPercent } from "./battery.ts";
import { chance, smoothNoise, subSeed } from "./chance.ts";
import { loadGroups } from "./loads.ts";
import { localTime } from "./local-time.ts";
import { hasAirConditionerPower, type PlantReading } from "./plant.ts";
import type { PlantState } from "./plant.state.ts";
import { hasPhases, isPhaseConnected, shareOfPhase } from "./phases.ts";
import type { PlantDesign } from "./plant.design.ts";
import { isRelayClosed } from "./relays.ts";
import { ownSetting } from "./room.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Everything that a value may depend on. */
interface Moment {
  design: PlantDesign;
  state: PlantState;
  reading: PlantReading;
  /** Voltages of the cells, in order. */
  cells: readonly number[];
  /** AC power on L1, L2, L3. */
  phasesW: readonly number[];
}

type Source = (moment: Moment) => number;
type Sources = Partial<Record<MetricId, Source>>;

const flag = (on: boolean) => (on ? 1 : 0);
const jitter = (m: Moment, purpose: number, periodMs: number) =>
  smoothNoise(subSeed(m.design.seed, purpose), m.reading.atMs, periodMs) - 0.5;

function solarSources(design: PlantDesign): Sources {
  const sources: Sources = {
    "solar.power": ({ reading }) => reading.flow.solarW,
    "solar.energy": ({ state }) => state.meters.solarWh,
    "solar.irradiance": ({ reading }) => reading.planeWPerM2,
    "solar.temperature": ({ reading }) => reading.panelDegC,
  };
  // Strings differ a little; the shares add up to one.
  const weights = Array.from({ length: design.array.chargers }, (_, index) => 0.97 + 0.06 * chance(design.seed, index));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  for (const [index, weight] of weights.entries()) {
    const number = (index + 1) as 1 | 2 | 3 | 4;
    const share = weight / sum;
    sources[`solar.${number}.power`] = ({ reading }) => reading.flow.solarW * share;
    // A string of eight panels in sunlight; nearly nothing in the dark.
    sources[`solar.${number}.voltage`] = ({ reading }) =>
      reading.planeWPerM2 <= 0
        ? 0
        : (262 + 9 * index) *
          (1 - 0.0029 * (reading.panelDegC - 25)) *
          (1 - Math.exp(-reading.planeWPerM2 / 12)) *
          (reading.flow.batteryW > 0 || reading.flow.solarW > 0 ? 1 : 1.15);
    sources[`solar.${number}.current`] = ({ reading }) => (reading.flow.solarW * share) / reading.battery.voltageV;
  }
  return sources;
}

function batterySources(design: PlantDesign): Sources {
  const sources: Sources = {
    "battery.soc": ({ state }) => socPercent(design.battery, state.storedWh),
    "battery.soh": () => design.battery.sohPercent,
    "battery.power": ({ reading }) => reading.flow.batteryW,
    "battery.current": ({ reading }) => reading.battery.currentA,
    "battery.voltage": ({ reading }) => reading.battery.voltageV,
    "battery.temperature": ({ state }) => state.batteryDegC,
    "battery.energy_in": ({ state }) => state.meters.batteryInWh,
    "battery.energy_out": ({ state }) => state.meters.batteryOutWh,
    "battery.capacity": () => design.battery.capacityWh,
    "battery.cycles": ({ state }) =>
      design.battery.earlierCycles + state.meters.batteryOutWh / design.battery.capacityWh,
    // Ten days stand for "no end in sight", as on real battery monitors.
    "battery.time_to_go": ({ state, reading }) =>
      reading.flow.batteryW >= 0
        ? 10 * 86_400
        : Math.min(10 * 86_400, (3600 * state.storedWh * design.battery.dischargeEfficiency) / -reading.flow.batteryW),
    "battery.charge_limit": ({ reading }) => reading.chargeLimitW / reading.battery.voltageV,
    "battery.discharge_limit": ({ reading }) => reading.dischargeLimitW / reading.battery.voltageV,
    "battery.cell_min": ({ cells }) => Math.min(...cells),
    "battery.cell_max": ({ cells }) => Math.max(...cells),
    "battery.cell_spread": ({ cells }) => 1000 * (Math.max(...cells) - Math.min(...cells)),
  };
  if (design.reportsCells) {
    for (let cell = 1; cell <= cellCount; cell++) {
      sources[`battery.cell.${cell}.voltage` as MetricId] = ({ cells }) => cells[cell - 1] as number;
    }
  }
  return sources;
}

function conversionSources(design: PlantDesign): Sources {
  const sources: Sources = {
    "load.power": ({ reading }) => reading.flow.acLoadW + reading.flow.dcLoadW,
    "load.energy": ({ state }) => state.meters.loadWh,
    "load.ac.power": ({ reading }) => reading.flow.acLoadW,
    "load.dc.power": ({ reading }) => reading.flow.dcLoadW,
    "losses.power": ({ reading }) => reading.flow.lossesW,
    "inverter.power": ({ reading }) => reading.flow.inverterW,
    "inverter.temperature": ({ state, reading }) =>
      state.insideDegC + 6 + (34 * reading.flow.inverterW) / design.inverter.maxW,
    "inverter.frequency": (m) => 50 + 0.06 * jitter(m, 60, 90_000),
    // While nothing is drawn it still holds the voltage.
    "inverter.state": ({ state, reading: { flow } }) =>
      flow.chargerW > 0 ? 2 : flow.generatorW + flow.gridW > 0 ? 3 : hasPhases(state) ? 1 : 0,
  };
  for (let index = 0; index < design.phases; index++) {
    const phase = (index + 1) as 1 | 2 | 3;
    const voltage: Source = (m) =>
      230 +
      2.4 * jitter(m, 61 + index, 4 * minuteMs) -
      (4 * (m.phasesW[index] as number) * design.phases) / design.inverter.maxW;
    sources[`phase.${phase}.voltage`] = (m) => (isPhaseConnected(m.state, phase) ? voltage(m) : 0);
    sources[`phase.${phase}.current`] = (m) => (m.phasesW[index] as number) / (voltage(m) * 0.96);
    sources[`phase.${phase}.power`] = ({ phasesW }) => phasesW[index] as number;
    sources[`phase.${phase}.on`] = ({ state }) => flag(isPhaseConnected(state, phase));
  }
  return sources;
}

function sourceSetSources(design: PlantDesign): Sources {
  const sources: Sources = {};
  if (design.generatorSet) {
    const { tankL } = design.generatorSet;
    const volt = ({ state, reading }: Moment) =>
      state.generatorOn ? 234 - (5 * reading.flow.generatorW) / (design.generatorSet?.maxW ?? 1) : 0;
    Object.assign(sources, {
      "generator.on": ({ state }) => flag(state.generatorOn),
      "generator.power": ({ reading }) => reading.flow.generatorW,
      "generator.voltage": volt,
      "generator.current": (m) => (m.state.generatorOn ? m.reading.flow.generatorW / design.phases / volt(m) : 0),
      "generator.energy": ({ state }) => state.meters.generatorWh,
      "generator.run_time": ({ state }) => state.meters.generatorRunS,
      "tank.fuel.1.level": ({ state }) => (100 * state.fuelL) / tankL,
    } satisfies Sources);
  }
  if (design.gridInput) {
    const volt = (m: Moment) => (m.reading.gridPresent ? 222 + 14 * jitter(m, 64, 25 * minuteMs) : 0);
    Object.assign(sources, {
      "grid.on": ({ reading }) => flag(reading.gridPresent),
      "grid.power": ({ reading }) => reading.flow.gridW,
      "grid.voltage": volt,
      "grid.current": (m) => (m.reading.gridPresent ? m.reading.flow.gridW / design.phases / volt(m) : 0),
      "grid.frequency": (m) => (m.reading.gridPresent ? 50 + 0.5 * jitter(m, 65, 3 * minuteMs) : 0),
      "grid.energy": ({ state }) => state.meters.gridWh,
    } satisfies Sources);
  }
  return sources;
}

function equipmentSources(design: PlantDesign): Sources {
  const sources: Sources = {};
  if (design.airConditioner) {
    const unit = design.airConditioner;
    const setting = ({ state }: Moment) => state.acSetting ?? ownSetting(unit, state.insideDegC);
    const mode = (m: Moment) => (hasAirConditionerPower(design, m.state) ? setting(m).mode : "off");
    Object.assign(sources, {
      "ac.on": ({ state }) => flag(state.airMode !== "off"),
      "ac.power": ({ reading }) => reading.airConditionerW,
      "ac.temperature": (m) => m.state.insideDegC - 0.4 + 0.3 * jitter(m, 66, 5 * minuteMs),
      "ac.setpoint": (m) => setting(m).setpointDegC,
      "ac.mode": (m) => acModes.indexOf(mode(m)),
      "ac.fan": (m) => (mode(m) === "off" ? 0 : setting(m).fan),
    } satisfies Sources);
  }
  sources["street_light.power"] = ({ reading }) => reading.streetLightsW;
  for (const number of outputKinds.street_light.numbers.slice(0, design.streetLights.lamps)) {
    const level = ({ reading }: Moment) => reading.streetLightLevels[number - 1] ?? 0;
    sources[`street_light.${number}.on`] = (moment) => flag(level(moment) > 0);
    sources[outputMetric(outputTarget("street_light", number))] = level;
  }
  for (let index = 0; index < design.relays; index++) {
    const relay = index + 1;
    sources[outputMetric(outputTarget("relay", relay))] = ({ state }) => flag(isRelayClosed(design, state, relay));
  }
  return {
    ...sources,
    "inside.temperature": ({ state }) => state.insideDegC,
    "inside.humidity": ({ state, reading }) =>
      Math.min(
        97,
        Math.max(5, reading.weather.humidityPercent - 1.6 * (state.insideDegC - reading.weather.ambientDegC)),
      ),
    "outside.temperature": ({ reading }) => reading.weather.ambientDegC,
    "outside.wind": ({ reading }) => reading.weather.windMPerS,
    "door.open": (m) => {
      const { hour } = localTime(design.zoneName, m.reading.atMs);
      return flag(hour >= 8 && hour < 17 && jitter(m, 67, 25 * minuteMs) > 0.46);
    },
    "network.signal": (m) => -78 + 18 * jitter(m, 68, 35 * minuteMs) - 6 * m.reading.weather.cloudCover,
    "network.latency": (m) => 130 + 160 * Math.max(0, jitter(m, 69, 6 * minuteMs)) + 60 * m.reading.weather.cloudCover,
    // The controller reboots every week, as scheduled.
    "controller.uptime": ({ reading }) => {
      const weekMs = 7 * dayMs;
      return ((reading.atMs + chance(design.seed, 99) * weekMs) % weekMs) / 1000;
    },
    "position.latitude": () => design.latitudeDeg,
    "position.longitude": () => design.longitudeDeg,
  };
}

/** Charge that the drifting cell has lost by now, if this plant has one. */
export function cellDrift(design: PlantDesign, atMs: number): { cell: number; lostPercent: number } | undefined {
  const fault = design.faults?.driftingCell;
  if (!fault) return undefined;
  const days = (atMs / dayMs) % fault.balancedEveryDays;
  return { cell: fault.cell, lostPercent: days * fault.percentPerDay };
}

/** Is the loose contact of this plant's faulty sensors open at this instant? */
export function isContactOpen(design: PlantDesign, atMs: number): boolean {
  return smoothNoise(subSeed(design.seed, 50), atMs, 100 * minuteMs) > 0.7;
}

function phasePowers(design: PlantDesign, state: PlantState, reading: PlantReading): number[] {
  if (design.phases === 1) return [reading.flow.acLoadW];
  const { groupsW, airConditionerW } = reading;
  return [1, 2, 3].map((phase) => {
    let powerW = airConditionerW * shareOfPhase(design, state, "air_conditioner", phase);
    for (const group of loadGroups) powerW += groupsW[group] * shareOfPhase(design, state, group, phase);
    return powerW;
  });
}

/** Decimals where a device shows more of them than the screens do: state of charge moves in tenths. */
const finerDecimals: Partial<Record<MetricId, number>> = { "battery.soc": 1 };

export interface PlantMetrics {
  readonly names: readonly MetricId[];
  /** Values in the order of the names; null where a sensor has no reading. */
  values: (state: PlantState, reading: PlantReading) => (number | null)[];
}

/** What a plant of this design measures; the same design always gives the same names in the same order. */
export function plantMetrics(design: PlantDesign): PlantMetrics {
  const sources: Sources = {
    ...solarSources(design),
    ...batterySources(design),
    ...conversionSources(design),
    ...sourceSetSources(design),
    ...equipmentSources(design),
  };
  const { looseContactMetrics: loose = [], stopped } = design.faults ?? {};
  const columns = Object.entries(sources).map(([name, source]) => ({
    source,
    factor: 10 ** (finerDecimals[name as MetricId] ?? findMetric(name)?.decimals ?? 2),
    hasLooseContact: loose.includes(name),
    stoppedMs: stopped?.metrics.includes(name) ? stopped.sinceMs : Infinity,
  }));
  return {
    names: Object.keys(sources) as MetricId[],
    values: (state, reading) => {
      const moment: Moment = {
        design,
        state,
        reading,
        cells: cellVoltages(
          design.battery,
          design.seed,
          state.storedWh,
          reading.battery,
          cellDrift(design, reading.atMs),
        ),
        phasesW: phasePowers(design, state, reading),
      };
      const isSilent = loose.length > 0 && isContactOpen(design, reading.atMs);
      return columns.map((column) =>
        // Adding 0 turns -0 into 0.
        (column.hasLooseContact && isSilent) || reading.atMs >= column.stoppedMs
          ? null
          : Math.round(column.source(moment) * column.factor) / column.factor + 0,
      );
    },
  };
}
