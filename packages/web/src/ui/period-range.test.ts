import { rollingMs } from "@offgrid/contract/core/constants";
import { beforeAll, expect, test } from "vitest";

import { isoDay, timeReady } from "../core/time.ts";
import { rangeOf, stepPeriod } from "./period-range.ts";
import en from "./ui.en.json" with { type: "json" };
import fr from "./ui.fr.json" with { type: "json" };

beforeAll(timeReady);

const paris = "Europe/Paris";
const hour = 3_600_000;
const now = Date.UTC(2026, 10, 20, 16, 10);
const days = (period: Parameters<typeof rangeOf>[0], at = now) => {
  const { fromMs, toMs } = rangeOf(period, at, paris);
  return [isoDay(fromMs, paris), isoDay(toMs, paris)];
};

test("named periods are whole local days", () => {
  expect(days({ period: "today" })).toEqual(["2026-11-20", "2026-11-21"]);
  expect(days({ period: "yesterday" })).toEqual(["2026-11-19", "2026-11-20"]);
  expect(days({ period: "7_days" })).toEqual(["2026-11-14", "2026-11-21"]);
  expect(days({ period: "30_days" })).toEqual(["2026-10-22", "2026-11-21"]);
});

test("rolling periods end now and have the seconds of the specification", () => {
  expect(rangeOf({ period: "day" }, now, paris)).toEqual({ fromMs: now - 86_400_000, toMs: now });
  expect(rangeOf({ period: "week" }, now, paris)).toEqual({ fromMs: now - 604_800_000, toMs: now });
  expect(rangeOf({ period: "month" }, now, paris)).toEqual({ fromMs: now - 2_592_000_000, toMs: now });
});

test.each([
  ["English", en, /^This /],
  ["French", fr, /^C(e|ette) /],
])("in %s a rolling period is called by its days, and never as one of the calendar", (_, { period }, calendar) => {
  const days = (one: "week" | "month" | "year") => rollingMs[one] / (24 * hour);
  for (const one of ["week", "month", "year"] as const) {
    expect(period[one]).toMatch(new RegExp(`\\b${days(one)}\\b`));
    expect(period[`begin_of_${one}`]).toMatch(calendar);
  }
  expect(new Set(Object.values(period)).size).toBe(Object.keys(period).length);
});

test("a period from a beginning ends now; a week begins on Monday", () => {
  expect(days({ period: "begin_of_week" })[0]).toBe("2026-11-16");
  expect(days({ period: "begin_of_month" })[0]).toBe("2026-11-01");
  expect(rangeOf({ period: "begin_of_year" }, now, paris).toMs).toBe(now);
});

test("a range without an end goes on until now", () => {
  const from = now - 3 * hour;
  expect(rangeOf({ period: "custom", from }, now, paris)).toEqual({ fromMs: from, toMs: now });
});

test("one step back from today is yesterday, and forward again today", () => {
  const back = stepPeriod({ period: "today" }, -1, now, paris);
  expect(back).toEqual({ period: "yesterday" });
  expect(stepPeriod(back, 1, now, paris)).toEqual({ period: "today" });
});

test("a step across a clock change keeps whole days", () => {
  const afterAutumn = Date.UTC(2026, 9, 26, 12);
  const sunday = stepPeriod({ period: "yesterday" }, -1, afterAutumn + 24 * hour, paris);
  const { fromMs, toMs } = rangeOf(sunday, afterAutumn + 24 * hour, paris);
  expect(toMs - fromMs).toBe(25 * hour);
  expect(isoDay(fromMs, paris)).toBe("2026-10-25");
});

test("a custom range steps by its own length", () => {
  const choice = { period: "custom", from: now, to: now + 2 * hour } as const;
  expect(stepPeriod(choice, -1, now, paris)).toEqual({ period: "custom", from: now - 2 * hour, to: now });
});
