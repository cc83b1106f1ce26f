import fc from "fast-check";
import { expect, test } from "vitest";

import { localDate, offsetMs } from "../../core/zone-time.ts";
import { dueReboot, nextReboot, rebootLateMs, type RebootPlan } from "./next-reboot.ts";
import { RebootSection } from "./reboots.schema.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const plan = (changes: Partial<RebootPlan> = {}): RebootPlan => ({
  enabled: true,
  days: everyDay,
  time: "02:30",
  ...changes,
});
const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => ms !== undefined && new Date(ms).toISOString();
const minuteMs = 60_000;

test("the next restart is by the clocks and days of the container", () => {
  // The 23rd of November 2026 is a Monday.
  const monday = at("2026-11-23T12:00:00Z");
  expect(iso(nextReboot(plan(), "Africa/Nairobi", monday))).toBe("2026-11-23T23:30:00.000Z");
  expect(iso(nextReboot(plan({ days: [1] }), "Africa/Nairobi", monday))).toBe("2026-11-29T23:30:00.000Z");
  expect(nextReboot(plan({ enabled: false }), "Africa/Nairobi", monday)).toBeUndefined();
});

test("a time that the clocks skip comes at the skip, and one that comes twice comes once", () => {
  const skipped = at("2026-03-28T12:00:00Z");
  expect(iso(nextReboot(plan(), "Europe/Paris", skipped))).toBe("2026-03-29T01:00:00.000Z");
  const first = nextReboot(plan(), "Europe/Paris", at("2026-10-24T12:00:00Z"));
  expect(iso(first)).toBe("2026-10-25T00:30:00.000Z");
  expect(iso(nextReboot(plan(), "Europe/Paris", first ?? 0))).toBe("2026-10-26T01:30:00.000Z");
});

test("one that was missed is due for fifteen minutes, and once", () => {
  const dueMs = at("2026-11-23T23:30:00Z");
  const due = (nowMs: number, doneMs = dueMs - 1) => dueReboot(plan(), "Africa/Nairobi", doneMs, nowMs);
  expect(due(dueMs - 1)).toBeUndefined();
  expect(due(dueMs)).toBe(dueMs);
  expect(due(dueMs + rebootLateMs - 1)).toBe(dueMs);
  expect(due(dueMs + rebootLateMs)).toBeUndefined();
  expect(due(dueMs + minuteMs, dueMs)).toBeUndefined();
});

test("over zones, days and times: what is next is ahead, on a chosen day, within a week, and due when it comes", () => {
  const aPlan = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
  });
  const zones = fc.constantFrom("UTC", "Africa/Nairobi", "Europe/Paris", "America/New_York", "Asia/Kathmandu");
  const instants = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z") });
  fc.assert(
    fc.property(aPlan, zones, instants, ({ days, hour, minute }, zone, afterMs) => {
      const two = (number: number) => String(number).padStart(2, "0");
      const asked = plan({ days, time: `${two(hour)}:${two(minute)}` });
      const nextMs = nextReboot(asked, zone, afterMs) ?? NaN;
      const { year, month, day } = localDate(zone, nextMs);
      const weekday = ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1;
      const local = new Date(nextMs + offsetMs(zone, nextMs));
      const isSkipped = offsetMs(zone, nextMs) !== offsetMs(zone, nextMs - 1);
      return (
        nextMs > afterMs &&
        nextMs <= afterMs + 7 * 86_400_000 + 3_600_000 &&
        days.includes(weekday) &&
        (isSkipped || (local.getUTCHours() === hour && local.getUTCMinutes() === minute)) &&
        dueReboot(asked, zone, nextMs - 1, nextMs) === nextMs
      );
    }),
    { numRuns: 2_000 },
  );
});

test("a plan has at least one day, each once, and a time of day", () => {
  const faults = (given: object) => {
    const read = RebootSection.safeParse({ ...plan(), ...given });
    return read.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  };
  expect(faults({})).toEqual([]);
  expect(faults({ days: [] })).toEqual(["days: Please choose at least one day of the week: 1 is Monday, 7 is Sunday."]);
  expect(faults({ days: [1, 1] })).toEqual(["days: Please choose each day once."]);
  expect(faults({ time: "24:00" })).toEqual(["time: Please fill a time such as 18:30."]);
});
