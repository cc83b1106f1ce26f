/** A plant as a controller's equipment. */
import { deviceMetrics } from "@offgrid/contract/devices/device-facts";
import type { DeviceReading, Driver } from "@offgrid/controller/drivers/driver";

import {
  acSettingOf,
  advancePlant,
  lightLevelsOf,
  longestStepMs,
  type PlantForce,
  type PlantReading,
  stepPlant,
} from "./plant.ts";
import { type PlantState, withCharge } from "./plant.state.ts";
import { plantCapabilities, plantDevices } from "./plant.devices.ts";
import { newWatch, type PlantEvent, plantEvents } from "./plant.events.ts";
import { PlantPaces } from "./plant.paces.ts";
import { plantMetrics } from "./plant.metrics.ts";
import { type HeldPlant, plantOutputs } from "./plant.outputs.ts";
import type { PlantDesign } from "./plant.design.ts";

/** A gap up to this is computed in the steps of the frames, so that a restart does not change the values. */
const exactGapMs = 3_600_000;

/** The driver, and the controls by which a scenario steers the plant. */
export interface PlantDriver extends Driver {
  readonly design: PlantDesign;
  /** As of the last frame. */
  state(): PlantState;
  /** Undefined before the first frame. */
  reading(): PlantReading | undefined;
  /** Sets the state of charge from now on; percent. */
  forceCharge(percent: number): void;
  /** Fixes the cloud cover, 0..1; undefined lets the weather decide again. */
  forceClouds(cover: number | undefined): void;
}

/**
 * Puts a plant behind the driver's interface.
 * @param start State from which it goes on; frames before that instant show it unchanged.
 * @param everyMs Time between two frames.
 * @param onEvent Called for each dated fact, after the frame in which it shows.
 */
export function plantDriver(
  design: PlantDesign,
  start: PlantState,
  everyMs: number,
  onEvent: (event: PlantEvent) => void = () => {},
): PlantDriver {
  const { names, values } = plantMetrics(design);
  const devices = plantDevices(design);
  const paces = new PlantPaces(devices, names);
  // From here on a controller sets the lamps and the air conditioner: their own dusk switch and thermostat are bypassed.
  let moment: HeldPlant = {
    state: { ...start, lightLevels: lightLevelsOf(design, start), acSetting: acSettingOf(design, start) },
  };
  let force: PlantForce = {};
  let watch = newWatch;

  return {
    design,
    metrics: names.map((name) => ({ name })),
    devices,
    paces,
    capabilities: plantCapabilities(design),
    outputs: plantOutputs(
      design,
      () => moment,
      (changes) => void (moment = { ...moment, state: { ...moment.state, ...changes } }),
    ),
    read: async (atMs) => {
      const before = moment;
      const gapMs = Math.max(0, atMs - before.state.atMs);
      const gridMs = gapMs <= exactGapMs ? Math.min(everyMs, longestStepMs) : longestStepMs;
      const after =
        gapMs === 0
          ? stepPlant(design, before.state, before.state.atMs, force)
          : advancePlant(design, before.state, atMs, force, gridMs);
      moment = after;
      if (before.reading) {
        const found = plantEvents(design, watch, { state: before.state, reading: before.reading }, after);
        watch = found.watch;
        for (const event of found.events) onEvent(event);
      }
      return paces.read(atMs, values(after.state, after.reading));
    },
    readDevice: async (id, atMs) => {
      const owned = deviceMetrics(devices, names)[devices.findIndex((device) => device.id === id)];
      const seen = values(...asOf(design, moment, atMs, force, everyMs));
      const valueOf = (metric: string) => seen[names.findIndex((name) => name === metric)] ?? null;
      return owned?.map((metric) => toReading(metric, valueOf(metric)));
    },
    close: async () => {},
    state: () => moment.state,
    reading: () => moment.reading,
    forceCharge: (percent) => {
      moment = { ...moment, state: withCharge(design, moment.state, percent) };
    },
    forceClouds: (cover) => {
      force = cover === undefined ? {} : { cloudCover: cover };
    },
  };
}

/** A plant as it would be in a frame of now, for which it does not go on itself. */
function asOf(
  design: PlantDesign,
  { state, reading }: HeldPlant,
  atMs: number,
  force: PlantForce,
  everyMs: number,
): [PlantState, PlantReading] {
  if (reading && atMs <= state.atMs) return [state, reading];
  const then = advancePlant(design, state, Math.max(atMs, state.atMs), force, Math.min(everyMs, longestStepMs));
  return [then.state, then.reading];
}

const toReading = (metric: string, value: number | null): DeviceReading =>
  value === null ? { metric, value, fault: "no_value" } : { metric, value };
