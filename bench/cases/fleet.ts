import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const dayMs = 86_400_000;
const containerCount = Number(process.env["BENCH_FLEET"] ?? 1_000);
const sentCount = 2;
const days = 30;
const stepMs = 10_000;
const todayStepMs = 60_000;
const framesPerMessage = 2_000;
const zone = "Europe/Paris";
const runs = Number(process.env["BENCH_FLEET_RUNS"] ?? 25);

/** Sun, loads with steps, and the meters of both. */
function* frames(seed: number, fromMs: number, toMs: number) {
  const midnight = toMs - (toMs % dayMs);
  let [solarWh, loadWh] = [10_000 * seed, 20_000 * seed];
  let batch: { ts: number; values: Record<string, number> }[] = [];
  for (let ts = fromMs; ts < toMs;) {
    const sun = Math.max(0, Math.sin((ts / dayMs - 0.25) * 2 * Math.PI));
    const solar = Math.round(4_000 * sun * (0.8 + 0.2 * Math.sin(ts / (90_000 + seed))));
    const load = 450 + ((Math.floor(ts / 3_600_000) + seed) % 5) * 120 + (Math.floor(ts / stepMs) % 7) * 10;
    const step = ts >= midnight ? todayStepMs : stepMs;
    solarWh += (solar * step) / 3_600_000;
    loadWh += (load * step) / 3_600_000;
    const values = {
      "solar.power": solar,
      "solar.energy": Math.round(solarWh * 10) / 10,
      "load.power": load,
      "load.energy": Math.round(loadWh * 10) / 10,
    };
    batch.push({ ts, values });
    if (batch.length === framesPerMessage) {
      yield batch;
      batch = [];
    }
    ts += step;
  }
  if (batch.length > 0) yield batch;
}

/** A fleet in which some containers sent their history to the portal and the others have copies of it. */
export async function withFleet<T>(say: (line: string) => void, work: (portal: BenchPortal) => Promise<T>): Promise<T> {
  return withPortal(async (portal) => {
    const nowMs = Date.now();
    say(`registering ${containerCount} containers`);
    const containers = await portal.register("fleet", containerCount);
    const sent = containers.slice(0, sentCount);
    say(`${sentCount} of them send ${days} days, a frame every ${stepMs / 1000} s, today every minute`);
    await Promise.all(
      sent.map((container, index) =>
        portal.sendHistory(container, frames(index + 1, nowMs - (nowMs % dayMs) - days * dayMs, nowMs)),
      ),
    );
    say("summarising and sealing");
    await portal.summarise();
    await portal.seal();
    say("copying their history to the others");
    const others = containers.slice(sentCount).map(({ containerId }) => containerId);
    await portal.copyHistory(
      sent.map(({ containerId }) => containerId),
      others,
    );
    return work(portal);
  });
}

const asked = [
  { name: "today by hour", question: { period: "today", groupBy: "hour", zone } },
  { name: "yesterday by hour", question: { period: "yesterday", groupBy: "hour", zone } },
  { name: "30 days by day", question: { period: "30_days", groupBy: "day", zone } },
] as const;

export const fleetCase: BenchCase = {
  name: "fleet",
  summary: `the dashboard's energy calls over ${containerCount} containers with ${days} days of readings every 10 s`,
  run: (say) =>
    withFleet(say, async (portal) => {
      const figures: Figure[] = [];
      for (const { name, question } of asked) {
        for (const call of ["getGeneration", "getConsumption"]) {
          const began = performance.now();
          await portal.call(call, question);
          const coldMs = performance.now() - began;
          const { p50Ms, p95Ms } = await timed(runs, () => portal.call(call, question));
          const about = `${call}, ${containerCount} containers, ${name}`;
          figures.push({ case: `${about}: p50`, value: p50Ms, unit: "ms", reach: 50 });
          figures.push({ case: `${about}: p95`, value: p95Ms, unit: "ms" });
          figures.push({ case: `${about}: nothing in memory yet`, value: coldMs, unit: "ms" });
        }
      }
      return figures;
    }),
};
