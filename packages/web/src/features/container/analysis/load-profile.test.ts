import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { loadProfile, measuredDays } from "./load-profile.ts";

const hourMs = 3_600_000;

beforeAll(timeReady);

/** Of hours that were measured whole, unless said. */
function profileOf(t: number[], values: (number | null)[], zone: string, measuredHours = values.map(() => 1)) {
  return loadProfile({ t, values, measuredHours, zone });
}

test("consumption is averaged by local weekday and hour, Monday first", () => {
  // Monday 8 June 2026, 00:00 in Nairobi.
  const monday = Date.UTC(2026, 5, 7, 21);
  const t = [monday + 6 * hourMs, monday + (7 * 24 + 6) * hourMs, monday + (6 * 24 + 20) * hourMs];
  const { week, hours, highest } = profileOf(t, [100, 300, 900], "Africa/Nairobi");
  expect(week[0]?.[6]).toBe(200);
  expect(week[6]?.[20]).toBe(900);
  expect(week[1]?.every((value) => value === null)).toBe(true);
  expect(hours[6]).toBe(200);
  expect(hours[7]).toBeNull();
  expect(highest).toEqual({ weekday: 6, hour: 20, powerW: 900 });
});

test("an hour of which half was measured has the power of that half, and counts half as much", () => {
  const monday = Date.UTC(2026, 5, 8, 3);
  expect(profileOf([monday], [100], "UTC", [0.5]).hours[3]).toBe(200);
  const weekLater = monday + 7 * 24 * hourMs;
  expect(profileOf([monday, weekLater], [100, 500], "UTC", [0.5, 1]).week[0]?.[3]).toBe(400);
});

test("in the week of a clock change, Sunday stays Sunday", () => {
  const sundayNight = Date.UTC(2026, 2, 29, 20);
  expect(profileOf([sundayNight], [50], "Europe/Paris").week[6]?.[22]).toBe(50);
});

test("an hour without measurements does not count as zero consumption", () => {
  const { highest, hours } = profileOf([0, hourMs], [null, null], "UTC");
  expect(highest).toBeUndefined();
  expect(hours.every((value) => value === null)).toBe(true);
});

test("a period of one day has one weekday, and not six that are empty", () => {
  const monday = Date.UTC(2026, 5, 8, 3);
  const { week } = profileOf([monday, monday + hourMs], [100, 300], "UTC");
  expect(measuredDays(week).map(({ weekday }) => weekday)).toEqual([0]);
});
