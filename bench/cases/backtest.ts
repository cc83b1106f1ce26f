import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days = 30;
const containerCount = 20;
const framesPerMessage = 2_000;
const runs = 5;

/** A charge that goes up and down with the day, and is low now and then. */
function valuesAt(ts: number, index: number): Record<string, number> {
  const soc = 50 + 35 * Math.sin((ts / dayMs - 0.4) * 2 * Math.PI) - (Math.floor(ts / dayMs) % 5 === 0 ? 12 : 0);
  return { "battery.soc": Math.round(10 * (soc + (index % 7) / 10)) / 10, "load.power": 400 + (index % 60) };
}

function* messages(fromMs: number, stepMs: number) {
  const count = (days * dayMs) / stepMs;
  for (let first = 0; first < count; first += framesPerMessage)
    yield Array.from({ length: Math.min(framesPerMessage, count - first) }, (_, place) => {
      const ts = fromMs + (first + place) * stepMs;
      return { ts, values: valuesAt(ts, first + place) };
    });
}

const low = { type: "below", attributes: ["battery.soc"], threshold: 20, clearAt: 25, duration: 600 };
const silent = { type: "silent", attributes: [], duration: 900 };

/** Tries rules out on containers with a frame so often. */
async function tryOut(portal: BenchPortal, stepMs: number, say: (line: string) => void): Promise<Figure[]> {
  const stepS = stepMs / 1_000;
  const [source, ...others] = await portal.register(`trial-${stepS}`, containerCount);
  if (!source) throw new Error("The containers were not registered.");
  say(`sending ${days} days, a frame each ${stepS} s, and copying them to ${containerCount} containers`);
  await portal.sendHistory(source, messages(Date.now() - days * dayMs, stepMs));
  await portal.summarise();
  await portal.seal();
  const ids = others.map(({ containerId }) => containerId);
  await portal.copyHistory([source.containerId], ids);
  const sites = [source.containerId, ...ids];
  const figures: Figure[] = [];
  for (const [name, condition] of Object.entries({ low, silent })) {
    const rule = { ruleName: "Tried", sites, conditions: [{ name: "Met", ...condition }] };
    const times: number[] = [];
    let tried = 0;
    for (let run = 0; run < runs; run++) {
      const begun = performance.now();
      const answer = (await portal.call("warningBacktest", { rule })) as { data: { tried: unknown[] } };
      times.push(performance.now() - begun);
      tried = answer.data.tried.length;
    }
    say(`${name}: ${tried} of ${containerCount} containers gone through`);
    figures.push({
      case: `back-test, ${containerCount} containers x ${days} days x ${stepS} s, ${name}, p50`,
      value: times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0,
      unit: "ms",
      ...(stepMs === minuteMs && { reach: 3_000 }),
    });
  }
  return figures;
}

export const backTestCase: BenchCase = {
  name: "backtest",
  summary: `a rule tried out on ${days} days of ${containerCount} containers by one call`,
  run: (say) =>
    withPortal(async (portal) => [...(await tryOut(portal, minuteMs, say)), ...(await tryOut(portal, 10_000, say))]),
};
