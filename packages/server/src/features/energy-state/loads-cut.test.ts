import fc from "fast-check";
import { expect, test } from "vitest";

import { type LoadsMemory, areLoadsCut, nothingKnown, observeLoads } from "./loads-cut.ts";

const cut = (values: Record<string, number>, cutOffSoc = 20) => areLoadsCut((metric) => values[metric], cutOffSoc);

test("loads are cut when every phase is disconnected, whatever else is measured", () => {
  expect(cut({ "phase.1.on": 0, "phase.2.on": 0, "phase.3.on": 0, "load.power": 40 })).toBe(true);
  expect(cut({ "phase.1.on": 0, "phase.2.on": 1, "load.ac.power": 900 })).toBe(false);
});

test("an inverter that is off or has a fault cuts the loads where nothing is drawn", () => {
  expect(cut({ "inverter.state": 0, "load.ac.power": 0 })).toBe(true);
  expect(cut({ "inverter.state": 4 })).toBe(true);
  expect(cut({ "inverter.state": 1, "load.ac.power": 0, "battery.soc": 5 })).toBe(false);
  expect(cut({ "inverter.state": 0, "load.ac.power": 700 })).toBe(false);
});

test("direct-current equipment that still runs does not hide that the sockets are dead", () => {
  expect(cut({ "inverter.state": 0, "load.ac.power": 0, "load.power": 45 })).toBe(true);
});

test("without an inverter, nothing drawn below the cut-off, or with all relays open, is a cut", () => {
  expect(cut({ "load.power": 0, "battery.soc": 12 })).toBe(true);
  expect(cut({ "load.power": 0, "battery.soc": 15 }, 13)).toBe(false);
  expect(cut({ "load.power": 0, "battery.soc": 13 }, 13)).toBe(true);
  expect(cut({ "load.power": 0, "battery.soc": 70 })).toBe(false);
  expect(cut({ "load.power": 3, "battery.soc": 70, "relay.1.on": 0, "relay.2.on": 0 })).toBe(true);
  expect(cut({ "load.power": 3, "battery.soc": 70, "relay.1.on": 0, "relay.2.on": 1 })).toBe(false);
});

test("readings that say nothing about the loads do not tell", () => {
  expect(cut({ "battery.soc": 4, "solar.power": 0, "relay.1.on": 0 })).toBeUndefined();
});

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
