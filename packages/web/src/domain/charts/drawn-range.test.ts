import { expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { begunAmount, drawnRange, partialEnds } from "./drawn-range.ts";

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

test("the energy of a day that is not over is told from a poor one, and means and days that are over are not", async () => {
  await timeReady();
  const nowMs = start + 6 * day + 12 * 3_600_000;
  const drawn = { ...week, to: nowMs, groupBy: "day", isOpen: true } as const;
  const values = [5, 5, 5, 5, 5, 5, 2];
  const energy = { type: "bar", adds: true, values } as const;
  const now = { nowMs, view: undefined };
  expect(begunAmount(drawn, [energy], now)).toEqual({ upTo: nowMs, drawnAs: "bar" });
  expect(begunAmount(drawn, [{ ...energy, type: "line" }], now)).toEqual({ upTo: nowMs, drawnAs: "point" });
  // A range that goes on to the end of the month holds nothing of tomorrow yet.
  expect(begunAmount({ ...drawn, to: start + 8 * day }, [energy], now)?.upTo).toBe(nowMs);
  expect(begunAmount({ ...drawn, groupBy: "month", t: [start - 22 * day] }, [energy], now)).toBeDefined();
  const unsaid = [
    begunAmount(drawn, [{ ...energy, adds: false }], now),
    begunAmount(drawn, [{ ...energy, values: [...values.slice(0, 6), null] }], now),
    begunAmount({ ...drawn, isOpen: false }, [energy], now),
    begunAmount({ ...drawn, to: start + 6 * day }, [energy], { ...now, nowMs: start + 6 * day }),
    begunAmount(drawn, [energy], { ...now, view: { fromMs: start, toMs: start + 2 * day } }),
  ];
  expect(unsaid).toEqual(unsaid.map(() => undefined));
});
