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
  expect(cut({ "load.power": 0, "battery.soc": 70 })).toBe(false);
  expect(cut({ "load.power": 3, "battery.soc": 70, "relay.1.on": 0, "relay.2.on": 0 })).toBe(true);
  expect(cut({ "load.power": 3, "battery.soc": 70, "relay.1.on": 0, "relay.2.on": 1 })).toBe(false);
});

test("readings that say nothing about the loads do not tell", () => {
  expect(cut({ "battery.soc": 4, "solar.power": 0, "relay.1.on": 0 })).toBeUndefined();
});

const observed = (...seen: [atMs: number, isCut: boolean, soc?: number][]) =>
  seen.reduce<LoadsMemory>((memory, [atMs, isCut, soc]) => observeLoads(memory, { isCut, atMs, soc }), nothingKnown);

test("an outage begins with the first reading that shows it, and the charge at both ends is learned", () => {
  const during = observed([1, false, 16], [2, true, 13], [3, true, 12]);
  expect(during).toMatchObject({ cutSinceMs: 2, cutAtMs: 3, suppliedAtMs: 1, cutSoc: 13 });
  expect(observeLoads(during, { isCut: false, atMs: 9, soc: 28 })).toMatchObject({
    cutSinceMs: null,
    cutSoc: 13,
    backSoc: 28,
  });
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
