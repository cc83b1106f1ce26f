import { expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { drawnRange, partialEnds } from "./drawn-range.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 23);
const bars = [{ type: "line" }, { type: "bar" }] as const;
const week = { t: [0, 1, 2, 3, 4, 5, 6].map((days) => start + days * day), from: start, zone: "UTC" };

test("bars of a day that has only begun are seen whole, so that the axis goes on to its end", async () => {
  await timeReady();
  const drawn = { ...week, to: start + 6 * day + 3_600_000, groupBy: "day" } as const;
  expect(drawnRange(drawn, bars)).toEqual({ fromMs: start, toMs: start + 7 * day });
  expect(drawnRange(drawn, [{ type: "line" }])).toEqual({ fromMs: start, toMs: drawn.to });
  expect(drawnRange({ ...drawn, groupBy: "raw" }, bars)).toEqual({ fromMs: start, toMs: drawn.to });
});

test("a day ends where its zone ends it, also when the clocks change", async () => {
  await timeReady();
  const t = [Date.UTC(2026, 9, 24, 22)];
  const drawn = { t, from: t[0] ?? 0, to: (t[0] ?? 0) + 3_600_000, zone: "Europe/Paris", groupBy: "day" } as const;
  expect(drawnRange(drawn, bars).toMs).toBe(Date.UTC(2026, 9, 25, 23));
});

test("nothing that was drawn is left out", () => {
  const drawn = { t: [], from: start, to: start + day, zone: "UTC", groupBy: "hour" } as const;
  expect(drawnRange(drawn, bars)).toEqual({ fromMs: start, toMs: start + day });
});

test("a range that begins or ends within a day says that its first or last bar is of a part of one", async () => {
  await timeReady();
  const hour = 3_600_000;
  const whole = { ...week, to: start + 7 * day, groupBy: "day" } as const;
  expect(partialEnds(whole)).toBeUndefined();
  expect(partialEnds({ ...whole, from: start + 9 * hour, to: start + 6 * day + 9 * hour })).toBe("both");
  expect(partialEnds({ ...whole, from: start + 9 * hour })).toBe("first");
  expect(partialEnds({ ...whole, to: start + 6 * day + 9 * hour })).toBe("last");
  expect(partialEnds({ ...whole, t: [start], from: start + hour, to: start + day })).toBe("last");
  expect(partialEnds({ ...whole, from: start + 60_000, groupBy: "hour" })).toBeUndefined();
  expect(partialEnds({ ...whole, t: [] })).toBeUndefined();
});
