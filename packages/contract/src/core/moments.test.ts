import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isBetween, isSunUp, lastMoment, type Moment, momentsIn, nextMoment, type Place } from "./moments.ts";
import { type LocalDate, localInstant, startOfLocalDay } from "./zone-time.ts";

const nairobi: Place = { zoneName: "Africa/Nairobi", latitudeDeg: -1.29, longitudeDeg: 36.82 };
const paris: Place = { zoneName: "Europe/Paris", latitudeDeg: 48.86, longitudeDeg: 2.35 };
const tromso: Place = { zoneName: "Europe/Oslo", latitudeDeg: 69.65, longitudeDeg: 18.96 };
const nowhere: Place = { zoneName: "Africa/Nairobi" };
const iso = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString().slice(0, 16));
const sunset: Moment = { sun: "sunset" };
const sunrise: Moment = { sun: "sunrise" };
const dayMs = 86_400_000;
/** The sun sets about midnight by the clocks of these. */
const bethel: Place = { zoneName: "America/Anchorage", latitudeDeg: 60.79, longitudeDeg: -161.76 };
const nome: Place = { zoneName: "America/Nome", latitudeDeg: 64.5, longitudeDeg: -165.4 };
const westInUtc: Place = { zoneName: "UTC", latitudeDeg: 0.5, longitudeDeg: -90 };
const eastInUtc: Place = { zoneName: "UTC", latitudeDeg: 20, longitudeDeg: 90 };

function momentsOn(moment: Moment, place: Place, date: LocalDate): number[] {
  const [fromMs, toMs] = [0, 1].map((ahead) => startOfLocalDay(place.zoneName, { ...date, day: date.day + ahead }));
  return momentsIn(moment, place, { afterMs: fromMs! - 1, untilMs: toMs! - 1 });
}

const momentOn = (moment: Moment, place: Place, date: LocalDate) => momentsOn(moment, place, date)[0];

test("a time is one of the place's clocks, and moves with daylight saving", () => {
  const half: Moment = { time: "18:30" };
  expect(iso(momentOn(half, nairobi, { year: 2026, month: 6, day: 1 }))).toBe("2026-06-01T15:30");
  expect(iso(momentOn(half, paris, { year: 2026, month: 6, day: 1 }))).toBe("2026-06-01T16:30");
  expect(iso(momentOn(half, paris, { year: 2026, month: 12, day: 1 }))).toBe("2026-12-01T17:30");
});

test("a time that clocks skip comes when they skip it, and one that comes twice comes once", () => {
  const half: Moment = { time: "02:30" };
  expect(iso(momentOn(half, paris, { year: 2026, month: 3, day: 29 }))).toBe("2026-03-29T01:00");
  expect(iso(momentOn(half, paris, { year: 2026, month: 10, day: 25 }))).toBe("2026-10-25T00:30");
});

test("the sun sets within a minute of the almanac, and a moment may be before or after it", () => {
  const date = { year: 2026, month: 6, day: 21 };
  // Almanac of Paris: 21:58.
  const setMs = momentOn(sunset, paris, date) ?? 0;
  expect(Math.abs(setMs - localInstant("Europe/Paris", date, 21 * 60 + 58))).toBeLessThan(90_000);
  expect(momentOn({ sun: "sunset", offsetMinutes: -15 }, paris, date)).toBe(setMs - 15 * 60_000);
});

test("where the sun does not rise, or nobody knows the place, a moment of the sun does not come", () => {
  expect(momentOn(sunset, tromso, { year: 2026, month: 12, day: 21 })).toBeUndefined();
  expect(momentOn(sunset, nowhere, { year: 2026, month: 6, day: 1 })).toBeUndefined();
});

describe("between two moments", () => {
  const at = (place: Place, minutes: number, date = { year: 2026, month: 6, day: 1 }) =>
    localInstant(place.zoneName, date, minutes);
  const evening: [Moment, Moment] = [{ time: "18:00" }, { time: "06:00" }];

  test("a span may pass midnight; its first minute is in it, its last is not", () => {
    const are = [17 * 60 + 59, 18 * 60, 0, 5 * 60 + 59, 6 * 60].map((minutes) =>
      isBetween(...evening, undefined, nairobi, at(nairobi, minutes)),
    );
    expect(are).toEqual([false, true, true, true, false]);
  });

  test("the weekday is that on which the span begins", () => {
    // 1 June 2026 is a Monday.
    const tuesdayEarly = at(nairobi, 3 * 60, { year: 2026, month: 6, day: 2 });
    expect(isBetween(...evening, [1], nairobi, tuesdayEarly)).toBe(true);
    expect(isBetween(...evening, [2], nairobi, tuesdayEarly)).toBe(false);
  });

  test("between sunset and sunrise the sun is down, everywhere and on every day", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(nairobi, paris, tromso, bethel, nome, westInUtc, eastInUtc),
        fc.integer({ min: 0, max: 365 * 24 * 4 }),
        (place, quarter) => {
          const atMs = Date.UTC(2026, 0, 1) + quarter * 900_000;
          // To the second around the edge itself, and a sun that grazes the horizon, either may be right.
          const near = [-600_000, 600_000].map((ms) => isSunUp(place, atMs + ms));
          fc.pre(near[0] === near[1]);
          expect(isBetween(sunset, sunrise, undefined, place, atMs)).toBe(!isSunUp(place, atMs));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a night that begins just before midnight, on a day that began with a sunset, is one", () => {
    const date = { year: 2026, month: 7, day: 16 };
    expect(momentsOn(sunset, bethel, date)).toHaveLength(2);
    expect(isBetween(sunset, sunrise, undefined, bethel, at(bethel, 2 * 60, { ...date, day: 17 }))).toBe(true);
  });

  test("of a polar night, only the days that are asked for count, from noon to noon", () => {
    const on = (day: number, hour: number) =>
      isBetween(sunset, sunrise, [1], tromso, at(tromso, hour * 60, { year: 2026, month: 12, day }));
    // 14 December 2026 is a Monday.
    expect([on(14, 11), on(14, 13), on(15, 11), on(15, 13), on(16, 20)]).toEqual([false, true, true, false, false]);
  });

  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const span = (from: string, to: string, days: number[] | undefined, text: string) =>
    isBetween({ time: from }, { time: to }, days, paris, Date.parse(text));

  test.each([undefined, everyDay])(
    "clocks that skip an hour skip its spans, and only move the ends of longer ones",
    (days) => {
      const skipped = ["00:59", "01:00", "01:20", "12:00"].map((time) =>
        span("02:15", "02:45", days, `2026-03-29T${time}Z`),
      );
      expect(skipped).toEqual([false, false, false, false]);
      const night = ["20:59", "21:00", "00:59", "01:00"].map((time) =>
        span("22:00", "02:30", days, `2026-03-${time > "12" ? 28 : 29}T${time}Z`),
      );
      expect(night).toEqual([false, true, true, false]);
    },
  );

  test.each([undefined, everyDay])("in an hour that comes twice a span begins once and ends once", (days) => {
    // Clocks are set back from 3 to 2 at one o'clock UTC: 2:15 comes at 0:15 and at 1:15.
    const short = ["00:14", "00:15", "00:44", "00:45", "01:20"].map((time) =>
      span("02:15", "02:45", days, `2026-10-25T${time}Z`),
    );
    expect(short).toEqual([false, true, true, false, false]);
    const night = ["00:29", "00:30", "01:10"].map((time) => span("22:00", "02:30", days, `2026-10-25T${time}Z`));
    expect(night).toEqual([true, false, false]);
    const morning = ["00:29", "00:30", "01:10", "04:59", "05:00"].map((time) =>
      span("02:30", "06:00", days, `2026-10-25T${time}Z`),
    );
    expect(morning).toEqual([false, true, true, true, false]);
  });

  test("a span of every day is the span without days, in every minute of a year", () => {
    const time = fc
      .integer({ min: 0, max: 1_439 })
      .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`);
    // Few minutes of a year are near a change of clocks, so two of three are drawn from around one.
    const minute = fc.oneof(
      fc.integer({ min: 0, max: 365 * 1_440 }),
      fc.integer({ min: -2_000, max: 3_000 }).map((beside) => 87 * 1_440 + beside),
      fc.integer({ min: -2_000, max: 3_000 }).map((beside) => 297 * 1_440 + beside),
    );
    fc.assert(
      fc.property(fc.constantFrom(paris, nairobi), time, time, minute, (place, from, to, at) => {
        fc.pre(from !== to);
        const atMs = Date.UTC(2026, 0, 1) + at * 60_000;
        const is = (days: number[] | undefined) => isBetween({ time: from }, { time: to }, days, place, atMs);
        expect(is(undefined)).toBe(is(everyDay));
      }),
      { numRuns: 2_000 },
    );
  });

  test("without a position it is not known, but clocks go on", () => {
    expect(isBetween(sunset, sunrise, undefined, nowhere, at(nowhere, 0))).toBeUndefined();
    expect(isBetween(...evening, undefined, nowhere, at(nowhere, 0))).toBe(true);
  });
});

test("the next moment is after the present, and the last one of a span is in it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Moment>({ time: "00:00" }, { time: "23:59" }, sunset, { sun: "sunrise", offsetMinutes: -360 }),
      fc.integer({ min: 0, max: 365 * 1_440 }),
      (moment, minute) => {
        const nowMs = Date.UTC(2026, 0, 1) + minute * 60_000;
        const nextMs = nextMoment(moment, nairobi, nowMs) ?? 0;
        expect(nextMs).toBeGreaterThan(nowMs);
        expect(nextMs - nowMs).toBeLessThanOrEqual(dayMs + 120_000);
        expect(lastMoment(moment, undefined, nairobi, { afterMs: nowMs, untilMs: nextMs })).toBe(nextMs);
        expect(lastMoment(moment, undefined, nairobi, { afterMs: nowMs, untilMs: nextMs - 1 })).toBeUndefined();
      },
    ),
    { numRuns: 200 },
  );
});
