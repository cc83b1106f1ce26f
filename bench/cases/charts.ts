import type { BenchCase, Figure } from "../bench.types.ts";
import type { HttpLoadResult } from "../load/http-load.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";
import { timed } from "../timing.ts";
import { type ReferenceSeries, withVictoriaMetrics } from "../victoria-metrics.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const yearDays = 366;
const rawStepMs = 10_000;
const rawPoints = 8_641;
const framesPerMessage = 2_000;
const metrics = ["solar.power", "load.power", "battery.power", "battery.soc"];
const classes = ["all", "all_except_0", "positive", "negative", "positive_and_0"];

/** Sun, loads with steps, a battery that charges and discharges, with noise like that of real readings, from a seed. */
function valuesAt(ts: number, random: () => number): Record<string, number> {
  const sun = Math.max(0, Math.sin((ts / dayMs - 0.25) * 2 * Math.PI));
  const solar = Math.round(4_000 * sun * (0.7 + 0.3 * random()));
  const load = 450 + (Math.floor(ts / hourMs) % 5) * 120 + Math.round(60 * random());
  return {
    "solar.power": solar,
    "load.power": load,
    "battery.power": solar - load,
    "battery.soc": Math.round((55 + 35 * Math.sin((ts / dayMs - 0.4) * 2 * Math.PI) + random()) * 10) / 10,
  };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function* messages(fromMs: number, stepMs: number, count: number) {
  const random = seeded(7);
  for (let first = 0; first < count; first += framesPerMessage) {
    yield Array.from({ length: Math.min(framesPerMessage, count - first) }, (_, index) => {
      const ts = fromMs + (first + index) * stepMs;
      return { ts, values: valuesAt(ts, random) };
    });
  }
}

const one = { clients: 1, warmUpS: 2, measuredS: 6 };
const four = { clients: 4, warmUpS: 1, measuredS: 6 };

export const chartsCase: BenchCase = {
  name: "charts",
  summary: `charts over HTTP, compressed: a year of ${metrics.length} metrics a minute, and a day at 10 s`,
  run: (say) =>
    withPortal(async (portal) => {
      const [year, day] = await portal.register("chart", 2);
      if (!year || !day) throw new Error("The containers were not registered.");
      const toMs = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
      say(`sending ${yearDays} days, a frame a minute`);
      await portal.sendHistory(year, messages(toMs - yearDays * dayMs, minuteMs, yearDays * 1_440));
      say("sending a day, a frame every 10 s");
      await portal.sendHistory(day, messages(toMs - (rawPoints - 1) * rawStepMs, rawStepMs, rawPoints));
      say("summarising");
      await portal.summarise();

      // The range moves by an hour from request to request, so that no two requests within a day are the same.
      const moved = (days: number, more: object, containerId = year.containerId) =>
        Array.from({ length: 20 }, (_, hour) => ({
          from: toMs - hour * hourMs - days * dayMs,
          to: toMs - hour * hourMs,
          series: [{ containerId, metric: "solar.power" }],
          ...more,
        }));
      const byHour = moved(90, { groupBy: "hour", zone: "Europe/Paris" });
      const byDay = moved(365, { groupBy: "day", zone: "Europe/Paris" });
      const raw = [
        {
          from: toMs - (rawPoints - 1) * rawStepMs,
          to: toMs + 1,
          groupBy: "raw",
          series: [{ containerId: day.containerId, metric: "solar.power" }],
        },
      ];
      const eight = moved(90, {
        groupBy: "hour",
        zone: "Europe/Paris",
        series: Array.from({ length: 8 }, (_, index) => ({
          containerId: year.containerId,
          metric: metrics[index % metrics.length],
          useIf: classes[index % classes.length],
          func: index < 4 ? "average" : "max",
        })),
      });
      await check(portal, byHour[0], { points: 2_160, tier: "rollups" });
      await check(portal, raw[0], { points: rawPoints, tier: "frames" });

      const cold = await firstTimes(portal, year.containerId, toMs);
      const hour = await portal.load("getChartData", byHour, one);
      const hours = await portal.load("getChartData", byHour, four);
      const days = await portal.load("getChartData", byDay, one);
      const points = await portal.load("getChartData", raw, one);
      const classed = await portal.load("getChartData", eight, one);
      const pictures = await thumbnails(portal, year.containerId, toMs);
      say("asking VictoriaMetrics the same");
      const reference = await referenceTimes(toMs);
      if (!reference) say("VictoriaMetrics is not installed: its figures are those of an earlier run elsewhere.");
      const drawn = await timed(10, () =>
        portal.call("chartDraw", definitionOf(day.containerId, toMs - dayMs, toMs, "15m", 1_500)),
      );
      const line = (name: string, value: number, unit = "ms", more: Partial<Figure> = {}): Figure => ({
        case: name,
        value,
        unit,
        ...more,
      });
      const against = (name: string, value: number, references: [name: string, value: number][], reach: number) =>
        references.map(([referenceName, reference]) => line(name, value, "ms", { reach, reference, referenceName }));
      return [
        ...against(
          "90 days by hour, one series: p50",
          hour.p50Ms,
          [
            ["emoncms", 35],
            victoria(reference?.hour, 10.5),
            ...(reference ? [victoria(reference.hourKept, 0, " with its cache")] : []),
            ["InfluxDB", 146],
            ["plain PostgreSQL rows", 230],
          ],
          3,
        ),
        line("90 days by hour, one series: p95", hour.p95Ms, "ms", { reach: 10 }),
        line("90 days by hour, one series, 4 clients: requests", hours.perS, "1/s", {
          reach: 500,
          ...(reference && { reference: reference.hours.perS, referenceName: victoria(reference.hours, 0)[0] }),
        }),
        line("90 days by hour, one series, 4 clients: p95", hours.p95Ms),
        line("90 days by hour, one series: on the wire", hour.bytes / 1000, "KB"),
        line("90 days by hour, one series, nothing in memory yet", cold),
        ...against(
          "365 days by local day: p50",
          days.p50Ms,
          [["emoncms", 111], ...(reference ? [victoria(reference.days, 0)] : [])],
          2,
        ),
        line("365 days by local day: p95", days.p95Ms),
        ...against(
          "1 day raw at 10 s, 8,641 points: p50",
          points.p50Ms,
          [["emoncms", 8.1], victoria(reference?.points, 1.5)],
          4,
        ),
        line("1 day raw at 10 s, 8,641 points: p95", points.p95Ms),
        line("1 day raw at 10 s, 8,641 points: on the wire", points.bytes / 1000, "KB", {
          reach: 60,
          reference: 291,
          referenceName: "emoncms",
        }),
        line("8 series with 5 use-if classes, 90 days by hour: p50", classed.p50Ms, "ms", { reach: 15 }),
        line("8 series with 5 use-if classes, 90 days by hour: p95", classed.p95Ms),
        line("20 thumbnails of 30 days at once, all of them", pictures, "ms", { reach: 1_000 }),
        line("a day by quarter hour as a chart draws it, with what came late: p50", drawn.p50Ms),
      ];
    }),
};

/** A chart of two lines, as screens have it drawn. */
function definitionOf(containerId: string, from: number, to: number, groupBy: string, points: number) {
  const series = ["solar.power", "load.power"].map((metric) => ({
    ...{ id: metric.slice(0, 4), kind: "metric", metric },
    of: { kind: "containers", ids: [containerId] },
  }));
  return { definition: { name: "Power", period: "custom", from, to, groupBy, series }, points };
}

/** How long the cards of twenty charts wait for all their pictures, each of another hour: the median of three times. */
async function thumbnails(portal: BenchPortal, containerId: string, toMs: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const ends = Array.from({ length: 20 }, (_, index) => toMs - (turn * 20 + index) * hourMs);
    const began = performance.now();
    await Promise.all(
      ends.map((end) =>
        portal.callAs(1 + turn, "chartDraw", definitionOf(containerId, end - 30 * dayMs, end, "auto", 170)),
      ),
    );
    times.push(performance.now() - began);
  }
  return times.toSorted((left, right) => left - right)[1] ?? Number.NaN;
}

/** @param earlierMs What it needed in an earlier run on another machine. */
function victoria(now: HttpLoadResult | undefined, earlierMs: number, how = ""): [name: string, ms: number] {
  return now ? [`VictoriaMetrics${how}, in this run`, now.p50Ms] : ["VictoriaMetrics", earlierMs];
}

/** The same questions to VictoriaMetrics, with the same readings in it. @returns undefined: it is not installed. */
function referenceTimes(toMs: number) {
  return withVictoriaMetrics(async (database) => {
    await database.store("year", solarOf(toMs - yearDays * dayMs, minuteMs, yearDays * 1_440));
    await database.store("day", solarOf(toMs - (rawPoints - 1) * rawStepMs, rawStepMs, rawPoints));
    const moved = (days: number, step: string, more: Record<string, string> = {}) =>
      Array.from({ length: 20 }, (_, hour) => ({
        query: `avg_over_time(year[${step}])`,
        start: String((toMs - hour * hourMs - days * dayMs) / 1_000),
        end: String((toMs - hour * hourMs) / 1_000),
        step,
        ...more,
      }));
    const ranges = "/api/v1/query_range";
    const uncached = { nocache: "1" };
    return {
      hour: await database.load(ranges, moved(90, "1h", uncached), one),
      hours: await database.load(ranges, moved(90, "1h", uncached), four),
      hourKept: await database.load(ranges, moved(90, "1h"), one),
      days: await database.load(ranges, moved(365, "1d", uncached), one),
      points: await database.load("/api/v1/export", [{ "match[]": "day" }], one),
    };
  });
}

function solarOf(fromMs: number, stepMs: number, count: number): ReferenceSeries {
  const frames = [...messages(fromMs, stepMs, count)].flat();
  return frames.map(({ ts, values }) => [ts, values["solar.power"] ?? Number.NaN]);
}

async function check(portal: BenchPortal, question: object | undefined, wanted: { points: number; tier: string }) {
  const { data } = (await portal.call("getChartData", question)) as { data: { t: unknown[]; tier: string } };
  if (data.t.length !== wanted.points || data.tier !== wanted.tier)
    throw new Error(`The chart has ${data.t.length} points from ${data.tier}, not ${JSON.stringify(wanted)}.`);
}

/** The median of the first requests for each metric, which have to fetch and unpack its days. */
async function firstTimes(portal: BenchPortal, containerId: string, toMs: number): Promise<number> {
  const times: number[] = [];
  for (const metric of metrics.slice(1)) {
    const began = performance.now();
    await portal.call("getChartData", {
      from: toMs - 90 * dayMs,
      to: toMs,
      groupBy: "hour",
      zone: "UTC",
      series: [{ containerId, metric }],
    });
    times.push(performance.now() - began);
  }
  return times.toSorted((left, right) => left - right)[1] ?? Number.NaN;
}
