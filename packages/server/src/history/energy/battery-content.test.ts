import fc from "fast-check";
import { expect, test } from "vitest";

import { type BySource, after, chargeMix, chargeSources, keptShare, unknownContent } from "./battery-content.ts";

const of = (shares: Partial<BySource>): BySource => ({ sun: 0, generator: 0, grid: 0, unknown: 0, ...shares });

test("what charges a battery is mixed with what it holds, and giving does not change the mix", () => {
  const sunny = { wh: 600, mix: of({ sun: 1 }) };
  const mixed = after(sunny, 0, 400, of({ generator: 1 }));
  expect(mixed).toEqual({ wh: 1_000, mix: of({ sun: 0.6, generator: 0.4 }) });
  const half = after(mixed, 500, 0, of({ grid: 1 }));
  expect(half).toEqual({ wh: 500, mix: of({ sun: 0.6, generator: 0.4 }) });
  expect(after(half, 0, 500, of({ sun: 1 }))).toEqual({ wh: 1_000, mix: of({ sun: 0.8, generator: 0.2 }) });
});

test("a battery that has given all that is known of it keeps its mix until it is charged", () => {
  const empty = after({ wh: 100, mix: of({ sun: 1 }) }, 250, 0, of({}));
  expect(empty).toEqual({ wh: 0, mix: of({ sun: 1 }) });
  expect(after(empty, 0, 50, of({ generator: 1 }))).toEqual({ wh: 50, mix: of({ generator: 1 }) });
  expect(after(unknownContent, 300, 100, of({ grid: 1 })).mix).toEqual(of({ grid: 1 }));
});

test("a battery is charged by what the load leaves of each source; by what is not measured where nothing is left", () => {
  expect(chargeMix({ sun: 300, generator: 900, grid: 0 })).toEqual(of({ sun: 0.25, generator: 0.75 }));
  expect(chargeMix({ sun: 0, generator: 0, grid: 0 })).toEqual(of({ unknown: 1 }));
});

test("what a battery loses is what it took and did not give back; of too short a time that is not believed", () => {
  const from = of({ sun: 1 });
  expect(
    keptShare([
      { givenWh: 200, takenWh: 1_000, from },
      { givenWh: 700, takenWh: 0, from },
    ]),
  ).toBe(0.9);
  expect(keptShare([{ givenWh: 0, takenWh: 1_000, from }])).toBe(0.7);
  expect(keptShare([{ givenWh: 500, takenWh: 100, from }])).toBe(1);
  expect(keptShare([])).toBe(1);
});

test("whatever is charged and given, the shares of the mix are those of a whole", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const wh = fc.double({ min: 0, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(wh, wh, share)), (steps) => {
      const content = steps.reduce(
        (before, [given, taken, sun]) => after(before, given, taken, of({ sun, generator: 1 - sun })),
        unknownContent,
      );
      const shares = chargeSources.map((source) => content.mix[source]);
      expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 6);
      expect(Math.min(...shares, content.wh)).toBeGreaterThanOrEqual(0);
    }),
  );
});
