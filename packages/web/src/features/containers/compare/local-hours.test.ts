import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { type PeriodChoice, rangeOf } from "../../../ui/period-range.ts";
import { alignedByClock, comparedAxis, comparedRange, isSameDate, sameClock } from "./local-hours.ts";

beforeAll(timeReady);

const hour = 3_600_000;
const day = (zoneHours: number, month = 5, date = 10) => {
  const fromMs = Date.UTC(2026, month, date) - zoneHours * hour;
  return { fromMs, toMs: fromMs + 24 * hour };
};
const nairobi = { zone: "Africa/Nairobi", range: day(3), isByDate: false };

test("noon of one place stands above noon of another, each over its own day", () => {
  const noonAt = (zone: string, zoneHours: number) => {
    const range = day(zoneHours);
    return { zone, range, t: [range.fromMs, range.fromMs + 12 * hour], values: [1, 100] };
  };
  const { t, series } = alignedByClock(
    [noonAt("Africa/Nairobi", 3), noonAt("Asia/Kathmandu", 5.75), undefined, noonAt("America/Manaus", -4)],
    nairobi,
  );
  expect(t).toEqual([nairobi.range.fromMs, nairobi.range.fromMs + 12 * hour]);
  expect(series).toEqual([
    [1, 100],
    [1, 100],
    [null, null],
    [1, 100],
  ]);
});

test("a change of clocks at one place moves nothing at the others", () => {
  // In Paris 2 am is left out on 29/3/2026: after it, noon is still above noon.
  const paris = { fromMs: Date.UTC(2026, 2, 28, 23), toMs: Date.UTC(2026, 2, 29, 22) };
  const base = { zone: "Africa/Nairobi", range: day(3, 2, 29), isByDate: false };
  const noon = { zone: "Europe/Paris", range: paris, t: [Date.UTC(2026, 2, 29, 10)], values: [7] };
  expect(alignedByClock([noon], base).t).toEqual([Date.UTC(2026, 2, 29, 9)]);
});

test("days of one zone are the days with the same dates of another", () => {
  expect(sameClock(day(3), "Africa/Nairobi", "Asia/Kathmandu")).toEqual(day(5.75));
  expect(sameClock(day(3), "Africa/Nairobi", "Africa/Nairobi")).toEqual(day(3));
  const spring = sameClock(day(0, 2, 29), "UTC", "Europe/Paris");
  expect(spring.toMs - spring.fromMs).toBe(23 * hour);
});

const nowMs = Date.UTC(2026, 10, 23, 22, 27); // 1:27 am on 24/11 in Nairobi, 11:27 pm on 23/11 in Niamey.
const over = (choice: PeriodChoice, zone: string) => {
  return { zone, range: comparedRange(choice, nowMs, { base: "Africa/Nairobi", zone }) };
};

test("a period of each container is that of its own page, also while the date differs", () => {
  const periods = ["today", "yesterday", "7_days", "30_days"] as const;
  for (const zone of ["Africa/Nairobi", "Africa/Niamey"]) {
    const ranges = periods.map((period) => over({ period }, zone).range);
    expect(ranges).toEqual(periods.map((period) => rangeOf({ period }, nowMs, zone)));
  }
  for (const period of periods) {
    const isSame = (zone: string) => isSameDate([over({ period }, "Africa/Nairobi"), over({ period }, zone)]);
    expect([isSame("Africa/Niamey"), isSame("Asia/Kathmandu")]).toEqual([false, true]);
  }
});

test("dates that were chosen are the same dates everywhere", () => {
  const { fromMs: from, toMs: to } = day(3, 10, 20);
  const chosen = { period: "custom", from, to } as const;
  expect(over(chosen, "Africa/Niamey").range).toEqual(day(1, 10, 20));
  expect(isSameDate([over(chosen, "Africa/Nairobi"), over(chosen, "Africa/Niamey")])).toBe(true);
});

test("several days lie date over date, on an axis with all dates that any of them has", () => {
  const measured = { t: [nowMs], values: [66] };
  const places = [over({ period: "7_days" }, "Africa/Nairobi"), over({ period: "7_days" }, "Africa/Niamey")];
  const axis = comparedAxis(places, "7_days");
  // 17/11, the first day of Niamey, to 24/11, the present day of Nairobi.
  expect(axis?.range).toEqual({ fromMs: day(3, 10, 17).fromMs, toMs: day(3, 10, 24).toMs });
  // What the clocks of Niamey show now stood on those of Nairobi two hours ago, not tomorrow.
  expect(axis && alignedByClock([{ ...places[1]!, ...measured }], axis).t).toEqual([nowMs - 2 * hour]);
  const [today, other] = [over({ period: "today" }, "Africa/Nairobi"), over({ period: "today" }, "Africa/Niamey")];
  expect(comparedAxis([today, other], "today")).toEqual({ ...today, isByDate: false });
});
