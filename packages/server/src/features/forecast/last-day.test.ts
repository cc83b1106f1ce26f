import { describe, expect, test } from "vitest";

import { afterLastDay, shareThatCame, shareToExpect, sunToReckonWith, wasHeldBack } from "./last-day.ts";
import { hourMs } from "./solar-model.ts";

const fromMs = Date.UTC(2026, 5, 1);
const day = (w: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => w(hour));
const isLight = (hour: number) => hour >= 6 && hour < 18;
const expected = day((hour) => (isLight(hour) ? 1_000 : 0)).map((w, hour) => ({ atMs: fromMs + hour * hourMs, w }));
const came = (w: (hour: number) => number) => ({ fromMs, values: Float64Array.from(day(w)) });

test("the share that came is that of the hours of which it is known", () => {
  expect(
    shareThatCame(
      expected,
      came((hour) => (isLight(hour) ? 400 : 0)),
    ),
  ).toBeCloseTo(0.4);
  const halfCurtailed = (hour: number) => (hour < 12 ? 400 : Number.POSITIVE_INFINITY);
  expect(
    shareThatCame(
      expected,
      came((hour) => (isLight(hour) ? halfCurtailed(hour) : 0)),
    ),
  ).toBeCloseTo(0.4);
});

test("a day of which less than half of the light is known, or that had none, tells nothing", () => {
  expect(
    shareThatCame(
      expected,
      came((hour) => (hour < 11 ? 0 : Number.NaN)),
    ),
  ).toBeUndefined();
  expect(
    shareThatCame(
      expected.map(({ atMs }) => ({ atMs, w: 0 })),
      came(() => 0),
    ),
  ).toBeUndefined();
  expect(
    shareThatCame(
      [],
      came(() => 0),
    ),
  ).toBeUndefined();
});

test("panels that have gone dark on a sunny day are recognised by the last bright hours, not by the day", () => {
  const sunnyUntil = (dark: number) => came((hour) => (isLight(hour) ? (hour < dark ? 1_000 : 20) : 0));
  expect(shareToExpect(expected, sunnyUntil(15))).toBeCloseTo(0.02);
  expect(shareToExpect(expected, sunnyUntil(17))).toBeCloseTo(0.92, 1);
  // A storm in the evening is no such thing, where little is expected then.
  const sine = expected.map(({ atMs, w }, hour) => ({ atMs, w: w * Math.sin((Math.PI * (hour - 5.5)) / 12) }));
  expect(
    shareToExpect(
      sine,
      came((hour) => (hour < 16 ? (sine[hour]?.w ?? 0) : 0)),
    ),
  ).toBeGreaterThan(0.6);
  // What was curtailed is not known.
  expect(
    shareToExpect(
      expected,
      came((hour) => (hour < 15 ? (isLight(hour) ? 1_000 : 0) : Number.POSITIVE_INFINITY)),
    ),
  ).toBeCloseTo(1);
});

describe("panels that a fault took the afternoon before, while the battery was full", () => {
  // From now back: the hours of this morning come last, and the day before begins with its hour of now.
  const said = [6_400, 8_200, 9_500, 9_800, 8_900, 6_100, 4_800, 3_200, 1_700, ...Array.from({ length: 12 }, () => 0)];
  const hoursOf = (watts: readonly number[]) => watts.map((w, hour) => ({ atMs: fromMs + hour * hourMs, w }));
  const full = Array.from({ length: 5 }, () => Number.POSITIVE_INFINITY);
  const night = Array.from({ length: 12 }, () => 0);
  const morning = [1_000, 2_300, 4_600];
  const expectedNow = hoursOf([...said, ...morning]);
  const measured = (afternoon: readonly number[], today: readonly number[]) => ({
    fromMs,
    values: Float64Array.from([...full, ...afternoon, ...night, ...today]),
  });
  const lost = [Number.POSITIVE_INFINITY, 111, 111, 67];

  test("are doubted by the dark hours that followed, none of which was bright enough to count alone", () => {
    expect(shareToExpect(expectedNow, measured(lost, [16, 33, 113]))).toBeCloseTo(0.024);
  });

  test("are not doubted for a morning of clouds, nor for dark hours after which the battery was full again", () => {
    expect(shareToExpect(expectedNow, measured([6_000, 4_700, 3_100, 1_600], [150, 380, 900]))).toBeUndefined();
    const cloudy = measured([900, 700, 450, 230], [150, 380, 900]);
    expect(shareToExpect(expectedNow, cloudy)).toBeUndefined();
    expect(shareToExpect(expectedNow, measured(lost, [16, 33, Number.POSITIVE_INFINITY]))).toBeUndefined();
  });
});

describe("panels that a storm took in the night, after a bright day", () => {
  // As at eight o'clock: the day before begins with its hour of eight, and of this morning three hours had light.
  const before = [4_000, 5_300, 6_300, 6_800, 6_800, 6_300, 5_300, 4_000, 2_400, 900, 60];
  const expectedAt8 = [...before, ...Array.from({ length: 10 }, () => 0), 40, 500, 1_500].map((w, hour) => ({
    atMs: fromMs + hour * hourMs,
    w,
  }));
  const shareAfter = (...today: number[]) =>
    shareToExpect(expectedAt8, { fromMs, values: [...before, ...Array.from({ length: 10 }, () => 0), ...today] });

  test("are doubted by the dark morning alone, long before as much sun was expected as makes a day", () => {
    expect(shareAfter(4, 35, 100)).toBeCloseTo(0.068);
  });

  test("are not doubted for clouds, for what the battery held back, nor before some hours had light", () => {
    expect(shareAfter(10, 90, 300)).toBeGreaterThan(0.9);
    expect(shareAfter(4, 35, Number.POSITIVE_INFINITY)).toBeGreaterThan(0.9);
    const at7 = expectedAt8.slice(0, -1).map(({ atMs, w }) => ({ atMs, w: w || 1e-18 }));
    expect(shareToExpect(at7, { fromMs, values: [...before, ...Array.from({ length: 10 }, () => 0), 4, 35] })).toBe(1);
    expect(shareAfter(Number.NaN, Number.NaN, 100)).toBeGreaterThan(0.9);
  });
});

test("where a full battery leaves the day before unknown, a morning of which a third came says what to expect", () => {
  const fullThenWeak = came((hour) => (isLight(hour) ? (hour < 15 ? Number.POSITIVE_INFINITY : 330) : 0));
  expect(shareToExpect(expected, fullThenWeak)).toBeCloseTo(0.33);
});

test("where the battery allowed no more current for most of a day, a weak afternoon blames no panels; dark ones it does", () => {
  const limitedThen = (share: number) =>
    came((hour) => (isLight(hour) ? (hour < 15 ? Number.POSITIVE_INFINITY : 1_000 * share) : 0));
  const hours = day(() => 0).map((_, hour) => hour >= 7 && hour < 15);
  expect(wasHeldBack(expected, { fromMs, hours })).toBe(true);
  expect(wasHeldBack(expected, { fromMs, hours: hours.map((is, hour) => is && hour > 11) })).toBe(false);
  expect(shareToExpect(expected, limitedThen(0.42), true)).toBeUndefined();
  expect(shareToExpect(expected, limitedThen(0.02), true)).toBeCloseTo(0.02);
  expect(shareToExpect(expected, limitedThen(0.42), false)).toBeCloseTo(0.42);
});

test("panels that see the sun again after a dark day are told by the last bright hours as well", () => {
  const brightFrom = (bright: number) => came((hour) => (isLight(hour) ? (hour < bright ? 100 : 950) : 0));
  expect(shareToExpect(expected, brightFrom(15))).toBeCloseTo(0.95);
  // One hour of three proves nothing yet.
  expect(shareToExpect(expected, brightFrom(17))).toBeLessThan(0.3);
});

test("a refuted forecast counts with a coming day like the last one, and goes on otherwise", () => {
  const steps = [{ atMs: fromMs, p10: 700, p50: 1_000, p90: 1_100 }];
  expect(afterLastDay(steps, 0.1)).toEqual({
    steps: [{ atMs: fromMs, p10: 100, p50: 1_000, p90: 1_100 }],
    isRefuted: true,
    share: 0.1,
  });
  expect(afterLastDay(steps, 0.9)).toEqual({ steps, isRefuted: false });
  const { steps: rounded, share } = afterLastDay(steps, 0.323);
  expect(sunToReckonWith(steps, share)[0]?.p50).toBeGreaterThanOrEqual(rounded[0]!.p10);
  expect(afterLastDay(steps, undefined)).toEqual({ steps, isRefuted: false });
});

test("the sun to reckon with in doubt is what lately came of it, in the percent that is said, within the same best case", () => {
  const steps = [{ atMs: fromMs, p10: 100, p50: 1_000, p90: 1_100 }];
  expect(sunToReckonWith(steps, 0.026)).toEqual([{ atMs: fromMs, p10: 30, p50: 30, p90: 1_100 }]);
  expect(sunToReckonWith(steps, undefined)).toEqual(steps);
});
