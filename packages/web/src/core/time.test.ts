import { beforeAll, describe, expect, test } from "vitest";

import { plainSpaces } from "../testing/plain-spaces.ts";
import {
  addCalendar,
  formatAge,
  formatAgeToSecond,
  formatContact,
  formatSilence,
  formatSpan,
  formatTime,
  isoDay,
  localHour,
  parseIsoDay,
  startOf,
  timeReady,
} from "./time.ts";

beforeAll(timeReady);

const kathmandu = "Asia/Kathmandu";
const paris = "Europe/Paris";
const at = Date.UTC(2026, 10, 20, 16, 10);
const minute = 60_000;
const hour = 60 * minute;

describe("a written time", () => {
  test("is day/month/year on a 12-hour clock in the given zone", () => {
    expect(plainSpaces(formatTime(at, "dateTime", "UTC", "en"))).toBe("20/11/2026, 4:10 pm");
    expect(plainSpaces(formatTime(at, "dateTime", kathmandu, "en"))).toBe("20/11/2026, 9:55 pm");
    expect(plainSpaces(formatTime(at, "dateTime", "UTC", "fr"))).toBe("20/11/2026 4:10 PM");
    expect(plainSpaces(formatTime(at, "weekday", "UTC", "fr"))).toBe("ven. 20/11");
  });

  test("says 12:05 am just after midnight, not 0:05", () => {
    expect(plainSpaces(formatTime(Date.UTC(2026, 10, 20, 0, 5), "time", "UTC", "en"))).toBe("12:05 am");
  });

  test("is the same from epoch seconds and from milliseconds", () => {
    expect(formatTime(at / 1000, "dateTime", "UTC", "en")).toBe(formatTime(at, "dateTime", "UTC", "en"));
    expect(startOf("day", at / 1000, paris)).toBe(startOf("day", at, paris));
  });
});

test("the half of the day stays with its hour", () => {
  expect(formatTime(at, "time", "UTC", "en")).toBe("4:10\u00a0pm");
  expect(formatTime(at, "dateTime", "UTC", "fr")).toMatch(/4:10\u00a0PM$/);
});

describe("an age", () => {
  test.each([
    [-5_000, "just now", "à l’instant"],
    [2_000, "just now", "à l’instant"],
    [5_000, "< 1 min ago", "il y a moins d’1 min"],
    [59_999, "< 1 min ago", "il y a moins d’1 min"],
    [2 * minute + 59_000, "2 min ago", "il y a 2 min"],
    [3 * hour, "3 h ago", "il y a 3 h"],
    [49 * hour, "2 days ago", "il y a 2 j"],
  ])("of %d ms is %s, %s", (age, en, fr) => {
    expect(plainSpaces(formatAge(age, "en"))).toBe(en);
    expect(plainSpaces(formatAge(age, "fr"))).toBe(fr);
  });

  test.each([5_000, 2 * minute, 3 * hour, 49 * hour])("of %d ms keeps its figure with its unit", (age) => {
    for (const locale of ["en", "fr"] as const) {
      for (const text of [formatAge(age, locale), formatAgeToSecond(age, locale)]) expect(text).not.toMatch(/\d /);
    }
  });

  test.each([-20_000, 0, 4_000, 42_000])("of %d ms is not now, where something has been silent since", (age) => {
    expect(plainSpaces(formatSilence(age, "en"))).toBe("< 1 min ago");
    expect(plainSpaces(formatSilence(age, "fr"))).toBe("il y a moins d’1 min");
    expect(formatSilence(3 * minute, "en")).toBe(formatAge(3 * minute, "en"));
  });

  test.each([-20_000, 0, 42_000, 59_999])("of %d ms is now, where contact goes on", (age) => {
    expect(formatContact(age, false, "en")).toBe(formatSilence(age, "en"));
    expect(formatContact(age, true, "en")).toBe("just now");
    expect(formatContact(age, true, "fr")).toBe("à l’instant");
    expect(formatContact(3 * minute, true, "fr")).toBe(formatAge(3 * minute, "fr"));
  });

  test("names seconds where it is drawn again each second", () => {
    expect(plainSpaces(formatAgeToSecond(42_000, "en"))).toBe("42 s ago");
    expect(plainSpaces(formatAgeToSecond(42_000, "fr"))).toBe("il y a 42 s");
    expect(formatAgeToSecond(3 * minute, "en")).toBe(formatAge(3 * minute, "en"));
  });
});

test.each([
  [0, "1 second", "1 seconde"],
  [90_000, "1 minute", "1 minute"],
  [2 * hour + minute, "2 hours", "2 heures"],
  [36 * hour, "1 day", "1 jour"],
  [10.5 * 365.25 * 24 * hour, "10 years", "10 ans"],
])("a span of %i ms in its largest whole unit", (span, en, fr) => {
  expect(plainSpaces(formatSpan(span, "en"))).toBe(en);
  expect(plainSpaces(formatSpan(span, "fr"))).toBe(fr);
});

describe("the calendar", () => {
  test("starts a day at local midnight, also where the zone is off by three quarters of an hour", () => {
    expect(new Date(startOf("day", at, kathmandu)).toISOString()).toBe("2026-11-19T18:15:00.000Z");
    expect(new Date(startOf("hour", at, kathmandu)).toISOString()).toBe("2026-11-20T15:15:00.000Z");
  });

  test("starts a week on Monday", () => {
    expect(isoDay(startOf("week", at, paris), paris)).toBe("2026-11-16");
    const sunday = Date.UTC(2026, 10, 22, 12);
    expect(isoDay(startOf("week", sunday, paris), paris)).toBe("2026-11-16");
  });

  test("starts a month and a year on their first", () => {
    expect(isoDay(startOf("month", at, paris), paris)).toBe("2026-11-01");
    expect(isoDay(startOf("year", at, paris), paris)).toBe("2026-01-01");
  });

  test("knows days of 23 and 25 hours", () => {
    const spring = startOf("day", Date.UTC(2026, 2, 29, 12), paris);
    const autumn = startOf("day", Date.UTC(2026, 9, 25, 12), paris);
    expect(addCalendar(spring, 1, "day", paris) - spring).toBe(23 * hour);
    expect(addCalendar(autumn, 1, "day", paris) - autumn).toBe(25 * hour);
  });

  test("reads the local hour and a date field, and refuses text that is not a date", () => {
    expect(localHour(at, kathmandu)).toBe(21);
    expect(parseIsoDay("2026-11-20", kathmandu)).toBe(startOf("day", at, kathmandu));
    expect(parseIsoDay("2026-13-40", kathmandu)).toBeUndefined();
  });
});
