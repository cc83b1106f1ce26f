/** The controller of a container of a journey's own, in the program of the journey. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { plantDesign } from "@offgrid/simulator/plant/plant.design";
import { type PlantDriver, plantDriver } from "@offgrid/simulator/plant/plant.driver";
import { newPlantState } from "@offgrid/simulator/plant/plant.state";

import type { Stage } from "./fixtures.ts";

/** A battery, and nothing that can be switched. */
export const oneBattery: Driver = {
  metrics: [{ name: "battery.soc" }],
  devices: [{ id: "battery", type: "battery_monitor" }],
  capabilities: [],
  read: async () => [64],
  close: async () => {},
};

const frameEveryMs = 500;

/** A small plant without panels, so that its battery is discharged at any time of the day. */
export function plantWithoutSun(chargePercent: number): PlantDriver {
  const [member] = fleet;
  if (!member) throw new Error("The fleet has no members.");
  const design = plantDesign("small", { ...member.location, panelShare: 0, generator: false, grid: false, faults: {} });
  const plant = plantDriver(design, newPlantState(design, Date.now()), frameEveryMs);
  plant.forceCharge(chargePercent);
  return plant;
}

type Options = Pick<ControllerOptions, "containerId" | "secret"> & Pick<Partial<ControllerOptions>, "driver" | "now">;

/** @param options Its equipment is `oneBattery` where nothing else is said. */
export async function runController(stage: Stage, options: Options) {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-controller-"));
  const start = () =>
    startController({
      ...{ url: stage.mqttUrl, dataDir, driver: oneBattery },
      ...{ everyMs: frameEveryMs, batchMs: frameEveryMs, reconnectAfterMs: 200 },
      ...options,
    });
  let running: Controller | undefined = await start();
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  return {
    isOnline: () => running?.stats().online === true,
    /** As when the power comes back. */
    start: async () => void (running = await start()),
    stop,
    end: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Registers a container for one journey. */
export async function register(stage: Stage, name: string): Promise<{ containerId: string; secret: string }> {
  const { data } = await stage.call("ada", "registerNewContainer", { name, serialNumber: `OG-${name}-${Date.now()}` });
  return data as { containerId: string; secret: string };
}
