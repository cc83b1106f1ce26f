import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { clearSkyWPerM2, diffuseShare, planeIrradianceWPerM2 } from "./irradiance.ts";
import { sunPosition } from "./sun.ts";

describe("the sun's position", () => {
  // Reda and Andreas, "Solar Position Algorithm for Solar Radiation Applications" (NREL/TP-560-34302), appendix A.5:
  // 17 October 2003, 12:30:30 at UTC-7, topocentric zenith angle 50.11162 (with refraction), azimuth 194.34024.
  test("agrees with the worked example of NREL's algorithm", () => {
    const sun = sunPosition(Date.UTC(2003, 9, 17, 19, 30, 30), 39.742476, -105.1786);
    expect(sun.azimuthDeg).toBeCloseTo(194.34, 1);
    expect(Math.abs(sun.elevationDeg - 39.872)).toBeLessThan(0.03);
  });

  test("stands overhead on the equator at the equinox and over the tropic at the solstice", () => {
    expect(sunPosition(Date.UTC(2026, 2, 20, 12, 7), 0, 0).elevationDeg).toBeGreaterThan(89.5);
    // Kiruna at noon of midsummer: 90 - 67.86 + 23.44.
    expect(sunPosition(Date.UTC(2026, 5, 21, 10, 41), 67.86, 20.23).elevationDeg).toBeCloseTo(45.58, 1);
  });

  // Times of sunrise and sunset in Paris on 21 June 2026 are 03:47 and 19:58 UTC (IMCCE's tables).
  test.each([
    ["rises", Date.UTC(2026, 5, 21, 3, 47)],
    ["sets", Date.UTC(2026, 5, 21, 19, 58)],
  ])("%s in Paris when the almanac says", (_, atMs) => {
    expect(Math.abs(sunPosition(atMs, 48.8566, 2.3522).elevationDeg + 0.833)).toBeLessThan(0.2);
  });

  test("passes through the north in the southern hemisphere", () => {
    const noon = sunPosition(Date.UTC(2026, 0, 15, 3, 10), -29.01, 134.75);
    expect(Math.min(noon.azimuthDeg, 360 - noon.azimuthDeg)).toBeLessThan(8);
  });
});

describe("the light on the panels", () => {
  test("agrees with Haurwitz at noon under a clear sky", () => {
    expect(clearSkyWPerM2(90)).toBeCloseTo(1098 * Math.exp(-0.057), 6);
    expect(clearSkyWPerM2(30)).toBeCloseTo(549 * Math.exp(-0.114), 6);
    expect(clearSkyWPerM2(-5)).toBe(0);
  });

  test("has a diffuse share without a jump where the pieces of Erbs' model meet", () => {
    for (const edge of [0.22, 0.8])
      expect(Math.abs(diffuseShare(edge - 1e-9) - diffuseShare(edge + 1e-9))).toBeLessThan(0.005);
  });

  test("equals that on the ground for a flat panel, and is never negative or above the sun's own for a tilted one", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
        fc.double({ min: 0, max: 90, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (latitudeDeg, atMs, tiltDeg, azimuthDeg) => {
          const sun = sunPosition(atMs, latitudeDeg, 0);
          const global = clearSkyWPerM2(sun.elevationDeg);
          const flat = planeIrradianceWPerM2(global, sun, { tiltDeg: 0, azimuthDeg });
          expect(flat).toBeLessThanOrEqual(global + 1e-6);
          if (sun.elevationDeg > 5) expect(flat).toBeCloseTo(global, 6);
          const tilted = planeIrradianceWPerM2(global, sun, { tiltDeg, azimuthDeg });
          expect(tilted).toBeGreaterThanOrEqual(0);
          expect(tilted).toBeLessThan(1_600);
        },
      ),
    );
  });
});
