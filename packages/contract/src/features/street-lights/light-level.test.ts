import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Moment, Place } from "../../core/moments.ts";
import { sunPosition, sunsetElevationDeg } from "../../core/sun.ts";
import { bandsWh, lightBands, lightLevelAt, type LightPlan, lightModes } from "./light-level.ts";

const hourMs = 3_600_000;
const kisumu: Place = { zoneName: "Africa/Nairobi", latitudeDeg: -0.1, longitudeDeg: 34.75 };
const tromso: Place = { zoneName: "Europe/Oslo", latitudeDeg: 69.65, longitudeDeg: 18.96 };
const plan = (changes: Partial<LightPlan> = {}): LightPlan => ({ mode: "auto", level: 80, steps: [], ...changes });
const momentOf = (text: string): Moment => {
  const [sun = "", offset = "0"] = text.split(/(?=[+-])/);
  return sun === "sunset" || sun === "sunrise" ? { sun, offsetMinutes: Number(offset) } : { time: text };
};
const steps = (...list: [at: string, level: number][]) =>
  plan({ mode: "schedule", steps: list.map(([text, level]) => ({ at: momentOf(text), level })) });
const at = (iso: string) => Date.parse(iso);

describe("a light of the mode", () => {
  test("off or on has one level for ever", () => {
    expect(lightLevelAt(plan({ mode: "off" }), kisumu, 0)).toEqual({ level: 0 });
    expect(lightLevelAt(plan({ mode: "on", level: 30 }), kisumu, 0)).toEqual({ level: 30 });
  });

  test("auto shines from sunset to sunrise of its place, to the minute", () => {
    const noon = lightLevelAt(plan(), kisumu, at("2026-11-23T12:00:00+03:00"));
    expect(noon.level).toBe(0);
    // By the tables, the sun sets at 18:28 in Kisumu that day, and rises at 06:21 the next.
    expect(Math.abs(noon.untilMs! - at("2026-11-23T18:30:00+03:00"))).toBeLessThan(5 * 60_000);
    const night = lightLevelAt(plan(), kisumu, at("2026-11-24T00:00:00+03:00"));
    expect(night.level).toBe(80);
    expect(Math.abs(night.untilMs! - at("2026-11-24T06:21:00+03:00"))).toBeLessThan(5 * 60_000);
  });
});

describe("a schedule", () => {
  const dimmed = steps(["sunset-15", 100], ["23:00", 40], ["05:00", 100], ["sunrise", 0]);

  test("has the level of its last step, also after midnight", () => {
    const levels = [12, 19, 23, 26, 29.5, 31].map(
      (hour) => lightLevelAt(dimmed, kisumu, at("2026-11-23T00:00:00+03:00") + hour * hourMs).level,
    );
    expect(levels).toEqual([0, 100, 40, 40, 100, 0]);
  });

  test("of fixed times needs no position, and what follows the sun is left out without one", () => {
    const place = { zoneName: "Africa/Nairobi" };
    const fixed = steps(["18:30", 100], ["06:00", 0]);
    expect(lightLevelAt(fixed, place, at("2026-11-23T19:00:00+03:00"))).toEqual({
      level: 100,
      untilMs: at("2026-11-24T06:00:00+03:00"),
    });
    expect(lightLevelAt(plan(), place, at("2026-11-23T23:00:00+03:00"))).toEqual({ level: 0 });
  });

  test("follows the clocks of the place when they change", () => {
    const place = { zoneName: "Europe/Paris" };
    const late = steps(["02:30", 50], ["04:00", 0]);
    const from = at("2026-03-28T12:00:00Z");
    // 29 March has no 02:30: it comes when the clocks skip it.
    expect(lightBands(late, place, from, from + 24 * hourMs)[1]).toEqual({
      fromMs: at("2026-03-29T03:00:00+02:00"),
      toMs: at("2026-03-29T04:00:00+02:00"),
      level: 50,
    });
    // 25 October has it twice: the first counts.
    expect(lightBands(late, place, at("2026-10-24T12:00:00Z"), at("2026-10-25T12:00:00Z"))[1]?.fromMs).toBe(
      at("2026-10-25T02:30:00+02:00"),
    );
  });

  test("with two steps at one instant has the later of the list", () => {
    const both = steps(["20:00", 100], ["20:00", 30]);
    expect(lightLevelAt(both, { zoneName: "UTC" }, at("2026-11-23T21:00:00Z")).level).toBe(30);
  });
});

test("auto follows the sun through the whole year, also where it sets at midnight by the clocks", () => {
  const places: Place[] = [
    { zoneName: "America/Anchorage", latitudeDeg: 60.79, longitudeDeg: -161.76 },
    { zoneName: "America/Nome", latitudeDeg: 64.5, longitudeDeg: -165.4 },
    { zoneName: "UTC", latitudeDeg: 0.5, longitudeDeg: -90 },
    { zoneName: "UTC", latitudeDeg: 20, longitudeDeg: 90 },
    tromso,
  ];
  const wrong: string[] = [];
  for (const place of places)
    for (let atMs = at("2026-01-01T00:00:00Z"); atMs < at("2027-01-01T00:00:00Z"); atMs += 2 * hourMs) {
      const { elevationDeg } = sunPosition(atMs, place.latitudeDeg!, place.longitudeDeg!);
      const isLit = lightLevelAt(plan(), place, atMs).level > 0;
      const isClear = Math.abs(elevationDeg - sunsetElevationDeg) > 0.5;
      if (isClear && isLit !== elevationDeg < sunsetElevationDeg) wrong.push(new Date(atMs).toISOString());
    }
  expect(wrong).toEqual([]);
});

describe("beyond the polar circle", () => {
  test("lights that follow the sun stay on while it does not rise, and off while it does not set", () => {
    expect(lightBands(plan(), tromso, at("2026-12-20T00:00:00Z"), at("2026-12-27T00:00:00Z"))).toMatchObject([
      { level: 80 },
    ]);
    expect(lightBands(plan(), tromso, at("2026-06-18T00:00:00Z"), at("2026-06-25T00:00:00Z"))).toMatchObject([
      { level: 0 },
    ]);
  });

  test("clock times still dim a polar night", () => {
    const dimmed = steps(["sunset", 100], ["23:00", 40], ["05:00", 100], ["sunrise", 0]);
    const levels = lightBands(dimmed, tromso, at("2026-12-20T12:00:00Z"), at("2026-12-21T12:00:00Z"));
    expect(levels.map(({ level }) => level)).toEqual([100, 40, 100]);
  });
});

const anyPlan = fc.record({
  mode: fc.constantFrom(...lightModes),
  level: fc.integer({ min: 1, max: 100 }),
  steps: fc.array(
    fc.record({
      at: fc
        .constantFrom("00:00", "02:30", "12:00", "23:59", "sunset", "sunrise", "sunset-240", "sunrise+240")
        .map(momentOf),
      level: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

test("the week that is shown is what is followed: at any instant the band has the level of that instant", () => {
  const place = fc.constantFrom(kisumu, tromso, { zoneName: "Asia/Kathmandu" });
  const start = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z") });
  fc.assert(
    fc.property(anyPlan, place, start, fc.double({ min: 0, max: 0.999, noNaN: true }), (one, where, fromMs, share) => {
      const toMs = fromMs + 7 * 24 * hourMs;
      const bands = lightBands(one, where, fromMs, toMs);
      expect([bands[0]?.fromMs, bands.at(-1)?.toMs]).toEqual([fromMs, toMs]);
      for (const [index, band] of bands.entries()) if (index > 0) expect(bands[index - 1]?.toMs).toBe(band.fromMs);
      const atMs = Math.floor(fromMs + share * (toMs - fromMs));
      const band = bands.find((span) => span.fromMs <= atMs && atMs < span.toMs);
      expect(lightLevelAt(one, where, atMs).level).toBe(band?.level);
    }),
    { numRuns: 60 },
  );
});

test("energy is the power of the lamp at each level", () => {
  const bands = [
    { fromMs: 0, toMs: 2 * hourMs, level: 100 },
    { fromMs: 2 * hourMs, toMs: 6 * hourMs, level: 25 },
  ];
  expect(bandsWh(bands, 60)).toBeCloseTo(180);
});
