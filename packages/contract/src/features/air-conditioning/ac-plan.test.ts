import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Place } from "../../core/moments.ts";
import { acModesOf, acWord, acWordBy, readAcWord } from "../devices/ac-setting.ts";
import {
  type AcPlan,
  acWantedAt,
  type ChargeMemory,
  hoursAWeek,
  judgeCharge,
  longestUnknownMs,
  noCharge,
} from "./ac-plan.ts";
import { AcPlan as AcPlanShape } from "./air-conditioning.schema.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const nairobi: Place = { zoneName: "Africa/Nairobi" };
const paris: Place = { zoneName: "Europe/Paris" };
const plan = (changes: Partial<AcPlan> = {}): AcPlan => ({
  enabled: true,
  mode: "cool",
  setpointDegC: 24.5,
  fan: 60,
  hours: [],
  minSoc: null,
  ...changes,
});
const at = (iso: string) => Date.parse(iso);
const wanted = (given: AcPlan, place: Place, iso: string) => acWantedAt(given, place, noCharge, at(iso));

describe("the word of a setting", () => {
  test("is read as it is written, and anything else is no setting", () => {
    expect(readAcWord(acWord({ mode: "heat", setpointDegC: 8.5, fan: 100 }))).toEqual({
      mode: "heat",
      setpointDegC: 8.5,
      fan: 100,
    });
    for (const word of [
      "",
      "on",
      "cool",
      "cool 24",
      "cool  60",
      "cool a 60",
      "cool 24 60 1",
      "off 24 60",
      "cool 1e3 60",
    ])
      expect(readAcWord(word), word).toBeUndefined();
  });

  test("is what a unit reads, to half a degree; a unit that is off needs no set point", () => {
    expect(acWordBy(1, 24.26, 59.6)).toBe("cool 24.5 60");
    expect(acWordBy(0)).toBe("off");
    expect(acWordBy(1, undefined, 60)).toBeUndefined();
    expect(acWordBy(17, 24, 60)).toBeUndefined();
  });

  test("names a mode that the unit can, where its controller says which", () => {
    expect(acModesOf(["relay", "ac", "ac.fan", "ac.cool"])).toEqual(["off", "cool", "fan"]);
    expect(acModesOf(["ac"])).toHaveLength(6);
  });
});

describe("what a unit is to do", () => {
  test("is nothing without a plan that is followed, and always the same without hours", () => {
    expect(wanted(plan({ enabled: false }), nairobi, "2026-11-23T12:00:00Z")).toBeUndefined();
    expect(acWantedAt(plan(), undefined, noCharge, undefined)).toEqual({ word: "cool 24.5 60", why: "hours" });
  });

  test("follows its hours by the clocks of the place, to the minute", () => {
    const day = plan({ hours: [{ from: "08:00", to: "18:00" }] });
    expect(wanted(day, nairobi, "2026-11-23T07:59:59+03:00")).toEqual({
      word: "off",
      why: "off_hours",
      untilMs: at("2026-11-23T08:00:00+03:00"),
    });
    expect(wanted(day, nairobi, "2026-11-23T08:00:00+03:00")).toEqual({
      word: "cool 24.5 60",
      why: "hours",
      untilMs: at("2026-11-23T18:00:00+03:00"),
    });
    expect(wanted(day, nairobi, "2026-11-23T18:00:00+03:00")?.word).toBe("off");
  });

  test("goes on across midnight, and where one span begins as another ends", () => {
    const night = plan({
      hours: [
        { from: "22:00", to: "02:00" },
        { from: "02:00", to: "06:00" },
      ],
    });
    expect(wanted(night, nairobi, "2026-11-23T23:30:00+03:00")).toMatchObject({
      why: "hours",
      untilMs: at("2026-11-24T06:00:00+03:00"),
    });
    expect(wanted(night, nairobi, "2026-11-24T01:00:00+03:00")?.why).toBe("hours");
    expect(wanted(night, nairobi, "2026-11-24T06:00:00+03:00")?.why).toBe("off_hours");
  });

  test("lasts as long as the clocks say on the days on which they change", () => {
    const night = plan({ hours: [{ from: "01:00", to: "04:00" }] });
    const lasts = (iso: string) => {
      const now = wanted(night, paris, iso);
      return now?.why === "hours" && now.untilMs !== undefined ? (now.untilMs - at(iso)) / hourMs : undefined;
    };
    expect(lasts("2026-03-28T01:00:00+01:00")).toBe(3);
    expect(lasts("2026-03-29T01:00:00+01:00")).toBe(2);
    expect(lasts("2026-10-25T01:00:00+02:00")).toBe(4);
  });

  test("is not known while nobody knows the time, where it goes by hours; a charge that is too low keeps it off all the same", () => {
    const day = plan({ hours: [{ from: "08:00", to: "18:00" }], minSoc: 40 });
    const fine = judgeCharge(day, noCharge, 80, 0);
    expect(acWantedAt(day, nairobi, fine, undefined)).toBeUndefined();
    expect(acWantedAt(day, undefined, fine, 0)).toBeUndefined();
    expect(acWantedAt(day, nairobi, judgeCharge(day, fine, 30, 0), undefined)).toEqual({
      word: "off",
      why: "low_charge",
    });
  });
});

describe("the charge", () => {
  const floor = plan({ minSoc: 40 });
  const word = (memory: ChargeMemory) => acWantedAt(floor, nairobi, memory, 0)?.word;

  test("that is too low keeps it off until there is some more", () => {
    let memory = judgeCharge(floor, noCharge, 40, 0);
    expect(word(memory)).toBe("cool 24.5 60");
    memory = judgeCharge(floor, memory, 39.9, 0);
    expect(acWantedAt(floor, nairobi, memory, 0)).toEqual({ word: "off", why: "low_charge" });
    memory = judgeCharge(floor, memory, 44.9, 0);
    expect(word(memory)).toBe("off");
    expect(word(judgeCharge(floor, memory, 45, 0))).toBe("cool 24.5 60");
  });

  test("that was never known keeps it off, and one that is no longer known counts for a quarter of an hour", () => {
    expect(word(judgeCharge(floor, noCharge, undefined, 0))).toBe("off");
    const fine = judgeCharge(floor, noCharge, 80, 0);
    const unknown = judgeCharge(floor, fine, undefined, hourMs);
    expect(word(unknown)).toBe("cool 24.5 60");
    expect(word(judgeCharge(floor, unknown, undefined, hourMs + longestUnknownMs - 1))).toBe("cool 24.5 60");
    expect(word(judgeCharge(floor, unknown, undefined, hourMs + longestUnknownMs))).toBe("off");
    // The clock was set back by an hour.
    const back = judgeCharge(floor, unknown, undefined, 0);
    expect(word(judgeCharge(floor, back, undefined, longestUnknownMs))).toBe("off");
  });

  test("is judged again by a new limit, and not at all without one", () => {
    const low = judgeCharge(floor, noCharge, 33, 0);
    const lower = plan({ minSoc: 30 });
    expect(acWantedAt(lower, nairobi, low, 0)?.word).toBe("off");
    expect(acWantedAt(lower, nairobi, judgeCharge(lower, low, 33, 0), 0)?.word).toBe("cool 24.5 60");
    expect(judgeCharge(plan(), low, 33, 0)).toEqual(noCharge);
  });
});

const aTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const someHours = fc.array(
  fc.record({ from: aTime, to: aTime }).filter(({ from, to }) => from !== to),
  { maxLength: 3 },
);
/** Around both days on which Europe changes its clocks, too. */
const anInstant = fc
  .tuple(
    fc.constantFrom("2026-03-29T00:00:00Z", "2026-10-25T00:00:00Z", "2026-07-01T00:00:00Z"),
    fc.integer({ min: -1_440, max: 1_440 }),
  )
  .map(([iso, minutes]) => at(iso) + minutes * minuteMs);

test("nothing changes before the instant that is said, and something does at it, also where clocks change", () => {
  fc.assert(
    fc.property(
      someHours,
      anInstant,
      fc.constantFrom(paris, nairobi),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (hours, nowMs, place, share) => {
        const given = plan({ hours });
        const now = acWantedAt(given, place, noCharge, nowMs);
        const endMs = now?.untilMs ?? nowMs + 24 * hourMs;
        const between = nowMs + Math.floor((endMs - 1 - nowMs) * share);
        expect(acWantedAt(given, place, noCharge, between)?.why).toBe(now?.why);
        if (now?.untilMs !== undefined) expect(acWantedAt(given, place, noCharge, endMs)?.why).not.toBe(now.why);
      },
    ),
    { numRuns: 300 },
  );
});

test("the same readings give the same end, whether or not the memory went through a file in between", () => {
  const reading = fc.tuple(
    fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined }),
    fc.integer({ min: 1_000, max: hourMs }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 40 }), fc.integer({ min: 5, max: 95 }), (readings, minSoc) => {
      const given = plan({ minSoc });
      let nowMs = 0;
      let [one, other] = [noCharge, noCharge];
      for (const [soc, afterMs, isRestarted] of readings) {
        nowMs += afterMs;
        one = judgeCharge(given, one, soc, nowMs);
        other = judgeCharge(
          given,
          isRestarted ? (JSON.parse(JSON.stringify(other)) as ChargeMemory) : other,
          soc,
          nowMs,
        );
        expect(other).toEqual(one);
        // Below the limit it never runs, and well above it always does.
        if (soc !== undefined && soc < minSoc) expect(acWantedAt(given, nairobi, one, nowMs)?.word).toBe("off");
        if (soc !== undefined && soc >= minSoc + 5) expect(acWantedAt(given, nairobi, one, nowMs)?.why).toBe("hours");
      }
    }),
  );
});

test("the hours of a week are counted once where spans overlap, and a night belongs to the day on which it begins", () => {
  const night = { from: "22:00", to: "06:00" };
  const morning = { from: "05:00", to: "07:30" };
  expect(hoursAWeek(plan())).toBe(7 * 24);
  expect(hoursAWeek(plan({ hours: [night, morning] }))).toBe(7 * 9.5);
  // The night of Sunday ends on Monday, where the span of the morning begins within it.
  expect(
    hoursAWeek(
      plan({
        hours: [
          { ...night, days: [7] },
          { ...morning, days: [1, 2] },
        ],
      }),
    ),
  ).toBe(8 + 1.5 + 2.5);
});

test("hours of some days begin on these, and say when they ask for something else up to a week ahead", () => {
  const weekend = plan({ hours: [{ from: "20:00", to: "02:00", days: [6] }] });
  // The 28th of November 2026 is a Saturday.
  const on = (iso: string) => wanted(weekend, nairobi, `${iso}+03:00`);
  expect(on("2026-11-28T20:00:00")?.why).toBe("hours");
  expect(on("2026-11-29T01:59:59")).toMatchObject({ why: "hours", untilMs: at("2026-11-29T02:00:00+03:00") });
  expect(on("2026-11-29T02:00:00")).toMatchObject({ why: "off_hours", untilMs: at("2026-12-05T20:00:00+03:00") });
  expect(on("2026-11-29T21:00:00")?.why).toBe("off_hours");
  expect(AcPlanShape.safeParse(weekend).success).toBe(true);
  for (const days of [[], [0], [8], [1, 1]])
    expect(AcPlanShape.safeParse(plan({ hours: [{ from: "20:00", to: "02:00", days }] })).success).toBe(false);
});

test("a plan that cannot be followed says which field is wrong", () => {
  const fault = (changes: object) => {
    const [issue] = AcPlanShape.safeParse({ ...plan(), ...changes }).error?.issues ?? [];
    return issue && `${issue.path.join(".")}: ${issue.message}`;
  };
  expect(fault({})).toBeUndefined();
  expect(fault({ setpointDegC: 5 })).toBe(
    "setpointDegC: Please fill a set point: 8 to 32 °C, in steps of half a degree.",
  );
  expect(fault({ setpointDegC: 24.2 })).toMatch(/^setpointDegC: /);
  expect(fault({ fan: 5 })).toMatch(/^fan: /);
  expect(fault({ mode: "off" })).toBe("mode: Please choose a mode.");
  expect(fault({ minSoc: 100 })).toMatch(/^minSoc: /);
  expect(fault({ hours: [{ from: "25:00", to: "08:00" }] })).toBe("hours.0.from: Please fill a time such as 18:30.");
  expect(fault({ hours: [{ from: "08:00", to: "08:00" }] })).toMatch(/^hours\.0\.to: /);
});
