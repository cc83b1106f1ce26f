import { describe, expect, test } from "vitest";

import { fleet } from "../fleet/fleet.ts";
import { memberPlant } from "../fleet/fleet.member.ts";
import { zoneOffsetMs } from "./local-time.ts";
import { cloudCover, weatherAt } from "./weather.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const from = Date.UTC(2026, 0, 1);

describe("the weather of a place", () => {
  test.each(fleet.map((member) => [member.containerId, memberPlant(member)] as const))(
    "%s has clear and dull days, and the sky changes without jumps",
    (_, { climate, seed }) => {
      const means: number[] = [];
      let lowest = 1;
      let highest = 0;
      let before = cloudCover(climate, seed, from);
      for (let day = 0; day < 365; day++) {
        let sum = 0;
        for (let minute = 0; minute < 1440; minute += 10) {
          const cover = cloudCover(climate, seed, from + day * dayMs + minute * 60_000);
          lowest = Math.min(lowest, cover);
          highest = Math.max(highest, cover);
          sum += cover;
        }
        means.push(sum / 144);
      }
      let jump = 0;
      for (let second = 0; second < 7_200; second += 10) {
        const cover = cloudCover(climate, seed, from + second * 1000);
        jump = Math.max(jump, Math.abs(cover - before));
        before = cover;
      }
      expect(jump).toBeLessThan(0.08);
      expect(lowest).toBeGreaterThanOrEqual(0);
      expect(highest).toBeLessThanOrEqual(1);
      expect(Math.min(...means)).toBeLessThan(0.25);
      expect(Math.max(...means)).toBeGreaterThan(0.6);
    },
  );

  test("is the same at an instant whether or not others were computed before", () => {
    const { climate, seed, longitudeDeg } = memberPlant(fleet[0] as (typeof fleet)[number]);
    const at = from + 77 * dayMs + 12_345_678;
    const once = weatherAt(climate, seed, at, longitudeDeg);
    for (let hour = 0; hour < 100; hour++) weatherAt(climate, seed + hour, from + hour * hourMs, longitudeDeg);
    expect(weatherAt(climate, seed, at, longitudeDeg)).toEqual(once);
    expect(weatherAt(climate, seed + 1, at, longitudeDeg)).not.toEqual(once);
  });

  test("is warmer in afternoons than in mornings and in summers than in winters, on both sides of the equator", () => {
    const mean = (name: string, start: number, hourOfSun: number) => {
      const { climate, seed, longitudeDeg } = memberPlant(
        fleet.find((one) => one.containerId === name) as (typeof fleet)[number],
      );
      let sum = 0;
      for (let day = 0; day < 60; day++) {
        const at = start + day * dayMs + (hourOfSun - longitudeDeg / 15) * hourMs;
        sum += weatherAt(climate, seed, at, longitudeDeg).ambientDegC;
      }
      return sum / 60;
    };
    for (const name of ["fogo", "coober-pedy", "agadez"])
      expect(mean(name, from, 15)).toBeGreaterThan(mean(name, from, 4) + 3);
    expect(mean("fogo", Date.UTC(2026, 6, 1), 12)).toBeGreaterThan(mean("fogo", from, 12) + 10);
    expect(mean("coober-pedy", from, 12)).toBeGreaterThan(mean("coober-pedy", Date.UTC(2026, 6, 1), 12) + 8);
  });
});

describe("clock time", () => {
  test.each([
    ["Asia/Kathmandu", Date.UTC(2026, 5, 1), 5.75],
    ["Asia/Kolkata", Date.UTC(2026, 5, 1), 5.5],
    ["America/St_Johns", Date.UTC(2026, 0, 1), -3.5],
    ["America/St_Johns", Date.UTC(2026, 6, 1), -2.5],
    ["Australia/Lord_Howe", Date.UTC(2026, 0, 1), 11],
    ["Australia/Lord_Howe", Date.UTC(2026, 6, 1), 10.5],
    ["Africa/Dakar", Date.UTC(2026, 6, 1), 0],
    ["Europe/Paris", Date.UTC(2026, 2, 29, 0, 59, 59), 1],
    ["Europe/Paris", Date.UTC(2026, 2, 29, 1), 2],
  ])("is right in %s at the instant", (zone, atMs, hours) => {
    expect(zoneOffsetMs(zone, atMs)).toBe(hours * hourMs);
  });

  test("the fleet's zones have whole, half and quarter hours, and daylight saving of an hour and of half an hour", () => {
    const winter = Date.UTC(2026, 0, 1);
    const summer = Date.UTC(2026, 6, 1);
    const minutes = fleet.map(({ location }) => (((zoneOffsetMs(location.zoneName, winter) / 60_000) % 60) + 60) % 60);
    expect(new Set(minutes)).toEqual(new Set([0, 30, 45]));
    const saving = fleet.map(
      ({ location }) =>
        Math.abs(zoneOffsetMs(location.zoneName, winter) - zoneOffsetMs(location.zoneName, summer)) / 60_000,
    );
    expect(new Set(saving)).toEqual(new Set([0, 30, 60]));
  });
});
