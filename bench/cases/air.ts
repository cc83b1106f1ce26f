import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { memberPlant } from "@offgrid/simulator/fleet/fleet.member";
import { plantDriver } from "@offgrid/simulator/plant/plant.driver";
import { advancePlant } from "@offgrid/simulator/plant/plant";
import { newPlantState } from "@offgrid/simulator/plant/plant.state";

import type { BenchCase, Figure } from "../bench.types.ts";
import { startCountingProxy } from "../counting-proxy.ts";
import { type Registered, withPortal } from "../portal.ts";

const valuesPerFrame = 50;
const framesPerMinute = 6;
/** A minute of the controller takes this long; its values are ten seconds apart all the same. */
const minuteMs = 300;
const minutes = 60;
const frameStepMs = 10_000;
const hourMs = 3_600_000;

export const airCase: BenchCase = {
  name: "air",
  summary: "bytes between a real controller and the portal, all of MQTT in both directions, counted by a proxy",
  run: (say) =>
    withPortal(async (portal) => {
      const containers = await portal.register("air", 3);
      const { port } = new URL(portal.mqttUrl);
      const measure = async (title: string, driver: Driver): Promise<Figure[]> => {
        say(`${minutes} minutes of ${title}`);
        const result = await count(Number(port), containers.pop() as Registered, driver);
        const name = `air, minute batches of ${valuesPerFrame} metrics, ${title}`;
        const reference = { reference: 35, referenceName: "JSON per value, bytes" };
        return [
          { case: `${name}: per value`, value: result.bytes / result.values, unit: "bytes", ...reference },
          { case: `${name}: frames a message`, value: result.frames / result.messages, unit: "frames" },
          { case: `${name}: a day`, value: (result.bytes / minutes) * 1440, unit: "bytes" },
        ];
      };
      return [
        ...(await measure("a plant by day", plant(12))),
        ...(await measure("a plant by night", plant(0))),
        ...(await measure("noise in every value", noise())),
      ];
    }),
};

/** The first metrics of a simulated plant, starting at a given hour of a day, rounded as a device shows them. */
function plant(hour: number): Driver {
  const design = memberPlant(fleet[0] as (typeof fleet)[number]);
  const morningMs = Date.UTC(2026, 10, 21) - design.longitudeDeg * (hourMs / 15);
  const startMs = morningMs + hour * hourMs;
  const { state } = advancePlant(design, newPlantState(design, morningMs - 24 * hourMs), startMs, {}, 60_000);
  const inner = plantDriver(design, state, frameStepMs);
  let atMs = startMs;
  return {
    ...inner,
    metrics: inner.metrics.slice(0, valuesPerFrame),
    read: async () => (await inner.read((atMs += frameStepMs)))?.slice(0, valuesPerFrame),
  };
}

/** The worst case of rounded values: every value changes at every instant, at random. */
function noise(): Driver {
  return {
    metrics: Array.from({ length: valuesPerFrame }, (_, index) => ({ name: `my.metric${index}` })),
    devices: [],
    capabilities: [],
    read: async () => Array.from({ length: valuesPerFrame }, () => Math.round(Math.random() * 10_000) / 10),
    close: async () => {},
  };
}

/** Bytes between two answered messages, long after the connection was made. */
async function count(mqttPort: number, { containerId, secret }: Registered, driver: Driver) {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-air-"));
  const proxy = await startCountingProxy(mqttPort);
  const acked = { messages: 0, frames: 0 };
  const controller = await startController({
    containerId,
    secret,
    url: `mqtt://127.0.0.1:${proxy.port}`,
    dataDir,
    driver,
    everyMs: minuteMs / framesPerMinute,
    batchMs: minuteMs,
    onAcked: ({ frames }) => {
      acked.messages++;
      acked.frames += frames.length;
    },
  });
  const seen = () => ({ ...acked, bytes: proxy.counts.up + proxy.counts.down });
  const after = async (messages: number) => {
    // The last packet of a message is the controller's PUBACK of the answer, which is still on its way when the answer
    // arrives.
    while (acked.messages < messages) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return seen();
  };
  try {
    const from = await after(5);
    const to = await after(5 + minutes);
    const frames = to.frames - from.frames;
    return {
      bytes: to.bytes - from.bytes,
      frames,
      values: frames * valuesPerFrame,
      messages: to.messages - from.messages,
    };
  } finally {
    await controller.stop();
    await proxy.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
