import { expect, test } from "vitest";

import { drawnWhileCut } from "./while-cut.ts";

const quarterMs = 900_000;
const startMs = Date.UTC(2026, 10, 23, 18);
const at = (quarter: number) => new Date(startMs + quarter * quarterMs).toISOString();
const history = (...load: (number | null)[]) => ({
  t: load.map((_, quarter) => startMs + quarter * quarterMs),
  series: [load.map(() => 0), load],
});
const cutSince = (quarter: number, ...metrics: string[]) => ({
  energy: { level: "cut", since: at(quarter), cutAt: null, backAt: null, at: at(5) } as const,
  values: Object.fromEntries(metrics.map((metric) => [metric, { value: 0, at: at(5) }])),
});

test("power that is drawn after the cut is that of what has a meter of its own and is not cut with the rest", () => {
  const drawn = history(900, 100, 100, 0.4, null);
  expect(drawnWhileCut(drawn, cutSince(1, "street_light.power", "load.dc.power"))).toEqual({
    lastMs: startMs + 2 * quarterMs,
    things: ["streetLights", "dcLoads"],
  });
  expect(drawnWhileCut(drawn, cutSince(1))?.things).toEqual([]);
});

test("what was drawn before the cut needs no explanation, and neither does what is drawn without one", () => {
  expect(drawnWhileCut(history(900, 100, 0, 0), cutSince(2, "street_light.power"))).toBeUndefined();
  const supplied = { ...cutSince(0), energy: { ...cutSince(0).energy, level: "normal", since: null } as const };
  expect(drawnWhileCut(history(900, 900), supplied)).toBeUndefined();
});
