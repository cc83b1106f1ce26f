import fc from "fast-check";
import { expect, test } from "vitest";

import { endedCuts } from "./load-runs.ts";
import { mayBeCut, noteLoads } from "./loads-cut.ts";
import { type LoadsMemory, nothingKnown, observeLoads } from "./loads-memory.ts";
import { loadsSign } from "@offgrid/contract/power-cuts/loads-sign";

const minute = 60_000;
const observed = (...seen: (readonly [atMs: number, isCut: boolean, soc?: number])[]) =>
  seen.reduce<LoadsMemory>((memory, [atMs, isCut, soc]) => observeLoads(memory, { isCut, atMs, soc }), nothingKnown);

test("an outage begins with the first reading that shows it, and the charge at both ends is learned", () => {
  const during = observed([1 * minute, false, 16], [2 * minute, true, 13], [17 * minute, true, 12]);
  expect(during).toMatchObject({
    cutSinceMs: 2 * minute,
    cutAtMs: 17 * minute,
    suppliedAtMs: 1 * minute,
    cutSoc: 13,
    backSoc: null,
  });
  expect(observeLoads(during, { isCut: false, atMs: 90 * minute, soc: 28 })).toMatchObject({
    cutSinceMs: null,
    cutSoc: 13,
    backSoc: 28,
  });
});

test("a compressor that pauses for minutes while the rest is shed does not teach at which charge loads are cut", () => {
  const pauses = [0, 60, 120].flatMap((start) => [
    [start * minute, false, 18.5] as const,
    [(start + 1) * minute, true, 18.4] as const,
    [(start + 15) * minute, true, 18.3] as const,
    [(start + 16) * minute, false, 18.2] as const,
  ]);
  expect(observed(...pauses)).toMatchObject({ cutSinceMs: null, cutSoc: null, backSoc: null });
  const real = [
    [400 * minute, false, 12] as const,
    [401 * minute, true, 11] as const,
    [500 * minute, true, 10] as const,
    [501 * minute, false, 25] as const,
  ];
  expect(observed(...real, ...pauses.map(([at, ...rest]) => [at + 600 * minute, ...rest] as const))).toMatchObject({
    cutSoc: 11,
    backSoc: 25,
  });
});

test("a late reading with power in the middle of a cut takes back what that cut taught, during it and after it", () => {
  const before = [
    [0, true, 9],
    [20 * minute, true, 8],
    [21 * minute, false, 26],
  ] as const;
  const twoPauses = [
    [60 * minute, true, 19],
    [80 * minute, true, 18],
  ] as const;
  const [late, back] = [
    [70 * minute, false, 18.5],
    [81 * minute, false, 18],
  ] as const;
  expect(observed(...before, ...twoPauses)).toMatchObject({ cutSoc: 19 });
  expect(observed(...before, ...twoPauses, late)).toMatchObject({ cutSinceMs: 80 * minute, cutSoc: 9 });
  expect(observed(...before, ...twoPauses, back)).toMatchObject({ cutSoc: 19, backSoc: 18 });
  expect(observed(...before, ...twoPauses, back, late)).toMatchObject({ cutSoc: 9, backSoc: 26 });
});

test("frames of a link that was away move the beginning of an outage to where it was", () => {
  // Live at 100 after silence since 10; then what was measured meanwhile arrives.
  expect(observed([10, false], [100, true], [40, false], [50, true], [60, true])).toMatchObject({ cutSinceMs: 50 });
});

test("in whatever order readings come, the outage begins after the last one with power", () => {
  const instants = fc.uniqueArray(fc.tuple(fc.nat(40), fc.boolean()), { selector: ([at]) => at, minLength: 1 });
  fc.assert(
    fc.property(instants, (seen) => {
      const inOrder = seen.toSorted(([one], [other]) => one - other);
      const newest = inOrder.at(-1)!;
      const lastSupplied = inOrder.findLast(([, isCut]) => !isCut)?.[0] ?? -1;
      const { cutSinceMs } = observed(...seen);
      if (!newest[1]) {
        expect(cutSinceMs).toBeNull();
        return;
      }
      expect(cutSinceMs).toBeGreaterThan(lastSupplied);
      expect(cutSinceMs).toBeLessThanOrEqual(newest[0]);
      // In the order of time it is exact.
      const first = inOrder.find(([at]) => at > lastSupplied)!;
      expect(observed(...inOrder).cutSinceMs).toBe(first[0]);
    }),
  );
});

test("in whatever order readings come, and however often, only cuts of a quarter of an hour teach", () => {
  const byMinute = fc.uniqueArray(fc.tuple(fc.nat(60), fc.boolean()), { selector: ([at]) => at, minLength: 1 });
  fc.assert(
    fc.property(byMinute, fc.array(fc.nat(60), { maxLength: 20 }), (seen, again) => {
      const repeated = again.flatMap((place) => seen.slice(place, place + 1));
      // The charge names the minute.
      const memory = observed(...[...seen, ...repeated].map(([at, isCut]) => [at * minute, isCut, at] as const));
      if (memory.cutSoc === null) return;
      const from = memory.cutSoc;
      const supplied = seen.filter(([at, isCut]) => !isCut && at > from).map(([at]) => at);
      const end = Math.min(...supplied, Infinity);
      const last = Math.max(...seen.filter(([at, isCut]) => isCut && at < end).map(([at]) => at));
      expect(last - from).toBeGreaterThanOrEqual(15);
    }),
    { numRuns: 1_000 },
  );
});

/** A publisher of power and charge: what ingest makes of its readings, with one cut-off throughout. */
const published = (cutOffSoc: number, ...readings: (readonly [atMinute: number, loadW?: number, soc?: number])[]) =>
  readings.reduce<LoadsMemory>((memory, [atMinute, loadW, soc]) => {
    const values: Record<string, number | undefined> = { "load.power": loadW, "battery.soc": soc };
    const sign = loadsSign((metric) => values[metric], cutOffSoc);
    return sign === undefined ? memory : noteLoads(memory, { sign, atMs: atMinute * minute, soc });
  }, nothingKnown);
const every = (count: number, reading: (index: number) => readonly [number, number?, number?]) =>
  Array.from({ length: count }, (_, index) => reading(index));

test("a moment without load at a low charge is no cut; ten minutes of it are, since the first of them", () => {
  const moment = published(20, [0, 150, 18], [1, 0, 18], [2, 0, 18], [3, 140, 18]);
  expect(moment.cutSinceMs).toBeNull();
  expect(endedCuts(moment.runs, minute)).toEqual([]);
  const begun = published(20, [0, 150, 18], ...every(10, (index) => [1 + index, 0, 18] as const));
  expect(begun.cutSinceMs).toBeNull();
  expect(mayBeCut(begun)).toBe(true);
  const lasting = published(20, [0, 150, 18], ...every(11, (index) => [1 + index, 0, 18] as const));
  expect(lasting).toMatchObject({ cutSinceMs: minute, cutAtMs: 11 * minute, beganSoc: 18 });
});

test("a publisher every half hour tells a cut with its third reading", () => {
  expect(published(20, [0, 150, 18], [30, 0, 17], [60, 0, 16]).cutSinceMs).toBeNull();
  expect(published(20, [0, 150, 18], [30, 0, 17], [60, 0, 16], [90, 0, 16]).cutSinceMs).toBe(30 * minute);
});

const cutAt13 = [[0, 150, 14], ...every(20, (index) => [1 + index, 0, 13] as const)] as const;

test("a cut does not end by a charge that rises over the cut-off, but by a load that is back", () => {
  const rising = published(13, ...cutAt13, [40, 0, 14], [60, 0, 25], [70, 0, 40]);
  expect(rising).toMatchObject({ cutSinceMs: minute, cutAtMs: 70 * minute });
  expect(published(13, ...cutAt13, [40, 0, 25], [41, 120, 26]).cutSinceMs).toBeNull();
  // So far above it every device has switched on again, and nobody is at home.
  expect(published(13, ...cutAt13, [40, 0, 25], [90, 0, 43]).cutSinceMs).toBeNull();
});

test("in the night a cut goes on at 8 % where a message lacks the charge, or the charge is measured seldom", () => {
  const night = published(13, ...cutAt13, [60, 0, 8], [61, 0], [62, 0, 8], [63, undefined, 8]);
  expect(night.cutSinceMs).toBe(minute);
});

test("a charge around the cut-off neither tells a cut at once nor hides one", () => {
  const around = every(15, (index) => [1 + index, 0, index % 2 === 0 ? 20 : 20.1] as const);
  expect(published(20, [0, 150, 21], ...around).cutSinceMs).toBe(minute);
});

/** Of readings as far apart as they may be in these tests without one that is missing. */
const everyMs = 60 * minute;
const cuts = ({ runs }: LoadsMemory) =>
  endedCuts(runs, everyMs).map(({ fromMs, toMs }) => [fromMs / minute, toMs / minute]);
const noted = (...seen: (readonly [atMinute: number, isCut: boolean])[]) =>
  seen.reduce<LoadsMemory>(
    (memory, [at, isCut]) => noteLoads(memory, { sign: isCut ? "cut" : "supplied", atMs: at * minute, soc: undefined }),
    nothingKnown,
  );

test("a cut that has ended is known from its first reading to the first with power, however late they come", () => {
  expect(cuts(noted([0, false], [5, true], [10, true], [13, false], [20, false]))).toEqual([[5, 13]]);
  // Live before and after; what was measured meanwhile arrives then.
  expect(cuts(noted([0, false], [60, false], [10, true], [20, true], [25, false]))).toEqual([[10, 25]]);
  expect(cuts(noted([0, false], [10, true], [40, true], [45, false], [20, false], [22, true]))).toEqual([
    [10, 20],
    [22, 45],
  ]);
});

test("history that comes the newest chunk first ends a cut with the first reading with power, as in the order of time", () => {
  const shown = every(100, (index) => [index, index >= 20 && index < 40 ? 0 : 200] as const).map(
    ([at, watt = 0]) => [at, watt === 0] as const,
  );
  for (const size of [1, 5, 7, 20, 30]) {
    const chunks = Array.from({ length: Math.ceil(100 / size) }, (_, index) =>
      shown.slice(index * size, (index + 1) * size),
    );
    const history = chunks.toReversed().flat();
    expect(cuts(noted(...history))).toEqual([[20, 40]]);
    expect(cuts(noted([-9, false], [120, false], ...history))).toEqual([[20, 40]]);
  }
});

test("a cut that arrives after its end teaches, unless a reading with power comes in the middle of it", () => {
  const live = [
    [0, 200, 30],
    [600, 200, 30],
  ] as const;
  const night = every(10, (index) => [100 + 5 * index, 0, 12] as const);
  const known = published(13, ...live, ...night, [150, 200, 26]);
  expect(known).toMatchObject({ cutSinceMs: null, cutSoc: 12 });
  expect(noteLoads(known, { sign: "supplied", atMs: 108 * minute, soc: 12 })).toMatchObject({ cutSoc: null });
});

test("a late reading without power among others with it does not make a cut of the time up to the last of those", () => {
  const live = every(60, (index) => [index, index >= 5 && index < 10 ? 0 : 200, 40] as const);
  const shown = live.map(([at, watt = 0]) => [at, watt === 0] as const);
  expect(cuts(noted(...shown))).toEqual([[5, 10]]);
  expect(cuts(noted(...shown, [30, true]))).toEqual([[5, 10]]);
  // Nor does one beside the cut lengthen it by more than itself.
  expect(cuts(noted(...shown, [12, true]))).toEqual([[5, 10]]);
  // Two of them are a cut between them, and one that ends with the next reading with power that comes.
  expect(cuts(noted(...shown, [30, true], [33, true]))).toEqual([
    [5, 10],
    [30, 33],
  ]);
  expect(cuts(noted(...shown, [30, true], [33, true], [34, false]))).toEqual([
    [5, 10],
    [30, 34],
  ]);
});

test("a cut is forgotten a day after its end, and one that goes on is not an ended one", () => {
  const day = 24 * 60;
  expect(cuts(noted([0, false], [5, true], [13, false], [day + 5, false]))).toEqual([[5, 13]]);
  expect(cuts(noted([0, false], [5, true], [13, false], [day + 80, false]))).toEqual([]);
  expect(cuts(noted([0, false], [5, true], [13, true]))).toEqual([]);
});

test("of a cut that began before the last day, and comes after what is live, begin and charge are those of its first reading", () => {
  const hour = 60;
  const history = [
    ...every(120, (index) => [(-40 + index / 12) * hour, 700, 60] as const),
    ...every(120, (index) => [(-30 + index / 12) * hour, 0, 15 - index / 24] as const),
    ...every(240, (index) => [(-20 + index / 12) * hour, 700, 20] as const),
  ];
  const inOrder = published(40, ...history, [0, 700, 60]);
  const late = published(40, [0, 700, 60], ...history);
  for (const memory of [inOrder, late]) {
    expect(cuts(memory)).toEqual([[-30 * hour, -20 * hour]]);
    expect(memory).toMatchObject({ cutSinceMs: null, cutSoc: 15 });
  }
});

test("in the order of time the ended cuts are exact, and the same readings again change nothing", () => {
  const byMinute = fc.uniqueArray(fc.tuple(fc.nat(40), fc.boolean()), { selector: ([at]) => at, minLength: 1 });
  fc.assert(
    fc.property(byMinute, (seen) => {
      const inOrder = seen.toSorted(([one], [other]) => one - other);
      const expected: number[][] = [];
      let from: number | undefined;
      for (const [at, isCut] of inOrder) {
        if (isCut) from ??= at;
        else if (from !== undefined) {
          expected.push([from, at]);
          from = undefined;
        }
      }
      expect(cuts(noted(...inOrder))).toEqual(expected);
      expect(cuts(noted(...inOrder, ...seen))).toEqual(expected);
    }),
  );
});

/**
 * Of a stretch that a late reading interrupts only the outermost readings are remembered, so a cut may be told only up to
 * its own last reading, until the next reading with power comes again.
 */
const outOfOrder = (seen: readonly (readonly [atMinute: number, isCut: boolean])[]) => {
  const at = (wanted: boolean) => seen.filter(([, isCut]) => isCut === wanted).map(([minutes]) => minutes);
  const [dark, supplied] = [at(true), at(false)];
  for (const [start = 0, end = 0] of cuts(noted(...seen, ...seen))) {
    expect(dark).toContain(start);
    expect([...supplied, ...dark]).toContain(end);
  }
  const healed = noted(...seen, ...supplied.map((minutes) => [minutes, false] as const));
  for (const [start = 0, end = 0] of cuts(healed)) {
    expect(supplied.filter((minutes) => minutes > start && minutes < end)).toEqual([]);
  }
};

test("in whatever order readings come, a cut begins and ends with one, and holds none with power that came after it", () => {
  const byMinute = fc.uniqueArray(fc.tuple(fc.nat(40), fc.boolean()), { selector: ([at]) => at, minLength: 1 });
  fc.assert(fc.property(byMinute, outOfOrder), { numRuns: 1_000 });
});

test("a cut within a stretch with power is exact where that stretch was short, or else as far as it was seen, until the next reading with power comes again", () => {
  const [supplied, dark] = [
    [4, 5, 0, 7, 2].map((at) => [at, false] as const),
    [6, 3, 1].map((at) => [at, true] as const),
  ];
  outOfOrder([...supplied, ...dark]);
  expect(cuts(noted(...supplied, ...dark, ...supplied, ...dark))).toEqual([
    [1, 2],
    [3, 4],
    [6, 7],
  ]);
  const long = [0, 2, 4, 7, 8, 10].map((at) => [at, false] as const);
  const within = [5, 6].map((at) => [at, true] as const);
  expect(cuts(noted(...long, ...within))).toEqual([[5, 6]]);
  expect(cuts(noted(...long, ...within, [7, false]))).toEqual([[5, 7]]);
});
