import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { chartRanges, elapsedBefore, groupsFor, saidRange } from "./chart-range.ts";

beforeAll(() => timeReady());

const hour = 3_600_000;
const at = (day: number, hours: number, minutes = 0) => Date.UTC(2026, 10, day, hours, minutes);

test("the last 24 hours are whole hours with the present one as the last, beside the 24 before", () => {
  expect(chartRanges({ period: "day" }, at(20, 14, 25), "UTC")).toEqual({
    range: { fromMs: at(19, 15), toMs: at(20, 15) },
    before: { fromMs: at(18, 15), toMs: at(19, 15) },
    asked: { period: "custom", from: at(19, 15), to: at(20, 15) },
    askedBefore: { period: "custom", from: at(18, 15), to: at(19, 15) },
  });
});

test("hours are those of the viewer's zone, also where they begin at a quarter past", () => {
  const { range } = chartRanges({ period: "day" }, at(20, 14, 25), "Asia/Kathmandu");
  expect(range).toEqual({ fromMs: at(19, 15, 15), toMs: at(20, 15, 15) });
});

test("a step back from now is whole hours too, and days stay local days", () => {
  const stepped = { period: "custom", from: at(18, 14, 25), to: at(19, 14, 25) } as const;
  expect(chartRanges(stepped, at(20, 14, 25), "UTC").range).toEqual({ fromMs: at(18, 15), toMs: at(19, 15) });
  const { range, before, asked } = chartRanges({ period: "7_days" }, at(20, 14), "UTC");
  expect(range).toEqual({ fromMs: at(14, 0), toMs: at(21, 0) });
  expect(before.toMs - before.fromMs).toBe(7 * 24 * hour);
  expect(asked).toEqual({ period: "7_days" });
});

test("days are each container's own, as the figures of today beside them are; hours are one instant for all", () => {
  const groupsOf = (choice: Parameters<typeof chartRanges>[0]) =>
    groupsFor(chartRanges(choice, at(20, 14, 25), "Europe/Paris").range);
  expect(groupsOf({ period: "7_days" })).toEqual({ groupBy: "day", ownDays: true });
  expect(groupsOf({ period: "day" })).toEqual({ groupBy: "hour", ownDays: false });
});

test("a day that is not over is compared with as much of the day before, in steps of five minutes", () => {
  const ranges = chartRanges({ period: "7_days" }, at(20, 0, 1), "UTC");
  expect(elapsedBefore(ranges, at(20, 0, 1))).toEqual({ period: "custom", from: at(7, 0), to: at(13, 0) });
  expect(elapsedBefore(ranges, at(20, 14, 7))).toEqual({ period: "custom", from: at(7, 0), to: at(13, 14, 5) });
  const over = chartRanges({ period: "custom", from: at(1, 0), to: at(8, 0) }, at(20, 14), "UTC");
  expect(elapsedBefore(over, at(20, 14))).toEqual(over.askedBefore);
});

test("hours are named as far as they have passed, and days and what is over as a whole", () => {
  const now = at(20, 14, 25);
  const said = (choice: Parameters<typeof chartRanges>[0]) => saidRange(chartRanges(choice, now, "UTC").range, now);
  expect(said({ period: "day" })).toEqual({ fromMs: at(19, 15), toMs: now });
  expect(said({ period: "7_days" })).toEqual({ fromMs: at(14, 0), toMs: at(21, 0) });
  expect(said({ period: "custom", from: at(1, 0), to: at(2, 0) })).toEqual({ fromMs: at(1, 0), toMs: at(2, 0) });
});
