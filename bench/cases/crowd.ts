import type { BenchCase } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const dayMs = 86_400_000;
const days = 366;
const stepMs = 300_000;
const metricCount = 20;
const containerCount = 4;
/** A message holds 256 KiB at most. */
const framesPerMessage = 400;
const chartsAtOnce = 20;
const metricOf = (index: number) => `cell.${index + 1}.voltage`;

function* year(toMs: number) {
  const count = (days * dayMs) / stepMs;
  for (let first = 0; first < count; first += framesPerMessage) {
    yield Array.from({ length: Math.min(framesPerMessage, count - first) }, (_, offset) => {
      const ts = toMs - (count - first - offset) * stepMs;
      const values: Record<string, number> = {};
      for (let metric = 0; metric < metricCount; metric++)
        values[metricOf(metric)] = Math.round(3_200 + 120 * Math.sin(ts / (4_000_000 + metric * 90_000))) / 1_000;
      return { ts, values };
    });
  }
}

export const crowdCase: BenchCase = {
  name: "crowd",
  summary: `a year by hour of ${metricCount} series of ${containerCount} containers, and ${chartsAtOnce} such charts side by side`,
  run: (say) =>
    withPortal(async (portal) => {
      const toMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
      const [first, ...others] = await portal.register("crowd", containerCount);
      if (!first) throw new Error("The containers were not registered.");
      say(`sending a year of ${metricCount} metrics`);
      await portal.sendHistory(first, year(toMs));
      say("summarising, and copying to the others");
      await portal.summarise();
      await portal.copyHistory(
        [first.containerId],
        others.map(({ containerId }) => containerId),
      );
      const ids = [first, ...others].map(({ containerId }) => containerId);
      const question = {
        from: toMs - 365 * dayMs,
        to: toMs,
        groupBy: "hour",
        zone: "Europe/Paris",
        series: Array.from({ length: metricCount }, (_, index) => ({ containerIds: ids, metric: metricOf(index) })),
      };
      const began = performance.now();
      await portal.call("getChartData", question);
      const coldMs = performance.now() - began;
      const whole = await timed(5, () => portal.call("getChartData", question));
      const quiet = await anothersCall(portal, first.containerId, 60);
      say(`${chartsAtOnce} charts side by side`);
      const load = portal.load("getChartData", [question], { clients: chartsAtOnce, warmUpS: 1, measuredS: 45 });
      const beside = await anothersCall(portal, first.containerId, 30);
      const charts = await load;
      const about = `a year by hour, ${metricCount} series x ${containerCount} containers`;
      return [
        { case: `${about}: p50`, value: whole.p50Ms, unit: "ms", reach: 1_000 },
        { case: `${about}: nothing in memory yet`, value: coldMs, unit: "ms" },
        { case: "another's call in quiet: p50", value: quiet.p50Ms, unit: "ms" },
        { case: `another's call beside ${chartsAtOnce} such charts: p50`, value: beside.p50Ms, unit: "ms" },
        { case: `another's call beside ${chartsAtOnce} such charts: p95`, value: beside.p95Ms, unit: "ms" },
        { case: `${chartsAtOnce} such charts side by side: p50 of one`, value: charts.p50Ms, unit: "ms" },
      ];
    }),
};

const anothersCall = (portal: BenchPortal, containerId: string, runs: number) =>
  timed(runs, () => portal.call("getContainerLiveData", { containerId }));
