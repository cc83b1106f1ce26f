import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, type Registered, withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const dayMs = 86_400_000;
/** As many as the call takes (charts.handlers.ts). */
const containerCount = Number(process.env["BENCH_FLEET_ENERGY"] ?? 60);
const sentCount = 2;
const days = Number(process.env["BENCH_FLEET_ENERGY_DAYS"] ?? 30);
const stepMs = 60_000;
/** The broker takes up to 256 KiB. */
const framesPerMessage = 1_000;
const capacityWh = 10_000;
const zone = "Europe/Paris";
const runs = 15;

type Frame = { ts: number; values: Record<string, number> };

/** A battery that the sun charges by day and a generator in the evening, of which each second container has none. */
function frameAt(seed: number, ts: number): Frame {
  const hour = (ts % dayMs) / 3_600_000;
  const sun = Math.max(0, Math.sin((ts / dayMs - 0.25) * 2 * Math.PI));
  const solar = Math.round(1_500 * sun * (0.8 + 0.2 * Math.sin(ts / (90_000 + seed))));
  const generator = seed % 2 === 0 && hour >= 19 && hour < 21 ? 1_600 : 0;
  const load = 300 + ((Math.floor(ts / 3_600_000) + seed) % 5) * 60;
  const soc = 55 + 30 * Math.sin(((hour - 11) / 24) * 2 * Math.PI);
  return {
    ts,
    values: {
      "solar.power": solar,
      "load.power": load,
      "battery.power": solar + generator - load,
      "battery.soc": Math.round(10 * soc) / 10,
      "battery.capacity": capacityWh,
      ...(seed % 2 === 0 && { "generator.power": generator }),
    },
  };
}

function* history(seed: number, fromMs: number, toMs: number): Iterable<Frame[]> {
  const count = Math.floor((toMs - fromMs) / stepMs);
  for (let first = 0; first < count; first += framesPerMessage)
    yield Array.from({ length: Math.min(framesPerMessage, count - first) }, (_, index) =>
      frameAt(seed, fromMs + (first + index) * stepMs),
    );
}

async function fill(portal: BenchPortal, say: (line: string) => void): Promise<readonly Registered[]> {
  const nowMs = Date.now();
  const containers = await portal.register("origin", containerCount);
  const sent = containers.slice(0, sentCount);
  say(`${sentCount} of ${containerCount} containers send ${days} days, a frame every ${stepMs / 1_000} s`);
  const fromMs = nowMs - (nowMs % dayMs) - days * dayMs;
  await Promise.all(sent.map((one, index) => portal.sendHistory(one, history(index + 1, fromMs, nowMs))));
  say("summarising, sealing and copying their history to the others");
  await portal.summarise();
  await portal.seal();
  const others = containers.slice(sentCount).map(({ containerId }) => containerId);
  await portal.copyHistory(
    sent.map(({ containerId }) => containerId),
    others,
  );
  await portal.sendFrames(containers, (index) => [frameAt((index % sentCount) + 1, Date.now())]);
  return containers;
}

const asked = [
  { name: "today by hour", question: { period: "today", groupBy: "hour", zone } },
  { name: "7 days by day", question: { period: "7_days", groupBy: "day", zone } },
  { name: "30 days by day", question: { period: "30_days", groupBy: "day", zone } },
] as const;

export const fleetEnergyCase: BenchCase = {
  name: "fleet-energy",
  summary: `origins of the consumption and the forecast of ${containerCount} containers with ${days} days of readings`,
  run: (say) =>
    withPortal(async (portal) => {
      const containers = await fill(portal, say);
      const figures: Figure[] = [];
      for (const { name, question } of asked) {
        const coldMs = await once(() => portal.call("getConsumptionOrigins", question));
        const { p50Ms, p95Ms } = await timed(runs, () => portal.call("getConsumptionOrigins", question));
        const about = `getConsumptionOrigins, ${containerCount} containers, ${name}`;
        figures.push({ case: `${about}: nothing in memory yet`, value: coldMs, unit: "ms" });
        figures.push({ case: `${about}: p50`, value: p50Ms, unit: "ms" });
        figures.push({ case: `${about}: p95`, value: p95Ms, unit: "ms" });
      }
      say("forecasting for each container");
      const madeMs = await once(async () => {
        for (const { containerId } of containers) await portal.call("getBlackoutForecast", { containerId });
      });
      const about = `getFleetForecast, ${containerCount} containers`;
      const coldMs = await once(() => portal.call("getFleetForecast"));
      const { p50Ms, p95Ms } = await timed(runs, () => portal.call("getFleetForecast"));
      return [
        ...figures,
        { case: "a forecast of one container, from its history", value: madeMs / containers.length, unit: "ms" },
        { case: `${about}: first call`, value: coldMs, unit: "ms" },
        { case: `${about}: p50`, value: p50Ms, unit: "ms" },
        { case: `${about}: p95`, value: p95Ms, unit: "ms" },
      ];
    }),
};

async function once(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
