import fc from "fast-check";
import { expect, test } from "vitest";

import { everyMs, type Episode, ruleOf, WarningBench } from "./warning-bench.ts";

const condition = fc.record(
  {
    type: fc.constantFrom("above" as const, "below" as const),
    attributes: fc.subarray(["battery.soc", "inside.temperature"], { minLength: 1 }),
    threshold: fc.constant(5),
    duration: fc.constantFrom(0, 20, 60),
    keepFor: fc.constantFrom(0, 20, 300),
    noData: fc.constantFrom("hold" as const, "clear" as const, "raise" as const),
  },
  { requiredKeys: ["type", "attributes", "threshold", "duration", "keepFor"] },
);
const rule = fc
  .record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    match: fc.constantFrom("all" as const, "any" as const),
  })
  .map(({ conditions, match }) => ruleOf(conditions, { match }));
const value = fc.option(fc.integer({ min: 3, max: 7 }), { nil: undefined, freq: 8 });
const looks = fc.array(
  fc.record({
    afterS: fc.oneof({ weight: 9, arbitrary: fc.constant(everyMs / 1_000) }, fc.constantFrom(1, 45, 400, 7_200)),
    soc: value,
    temperature: value,
    isTick: fc.boolean(),
    restarts: fc.boolean(),
    again: fc.nat(2),
  }),
  { minLength: 1, maxLength: 60 },
);

interface Look {
  atS: number;
  values: Record<string, number | undefined>;
  isTick: boolean;
  restarts: boolean;
  again: number;
}

function inTime(all: typeof looks extends fc.Arbitrary<infer Found> ? Found : never): Look[] {
  let atS = 0;
  return all.map(({ afterS, soc, temperature, ...more }) => {
    atS += afterS;
    return { atS, values: { "battery.soc": soc, "inside.temperature": temperature }, ...more };
  });
}

function run(bench: WarningBench, all: readonly Look[]): Episode[] {
  for (const { atS, values } of all) bench.frame(atS, values);
  return bench.episodes;
}

test("restarts, and frames that come twice or late, change no row", () => {
  fc.assert(
    fc.property(rule, looks, (own, all) => {
      const seen = inTime(all);
      const [steady, shaken] = [new WarningBench(own), new WarningBench(own)];
      for (const [index, { atS, values, restarts, again }] of seen.entries()) {
        steady.frame(atS, values);
        shaken.frame(atS, values);
        if (restarts) shaken.restart();
        for (const before of seen.slice(Math.max(0, index - again), index + 1))
          expect(shaken.frame(before.atS, { "battery.soc": 0, "inside.temperature": 9 })).toEqual([]);
      }
      expect(shaken.episodes).toEqual(steady.episodes);
      expect(shaken.emits).toEqual(steady.emits);
    }),
  );
});

test("episodes are open one at a time, end after they began, and do not overlap", () => {
  fc.assert(
    fc.property(rule, looks, (own, all) => {
      const bench = new WarningBench(own);
      for (const { atS, values, isTick } of inTime(all)) {
        if (isTick) bench.tick(atS);
        else bench.frame(atS, values);
      }
      const phases = bench.emits.flatMap(({ kind }) => (kind === "raised" || kind === "cleared" ? [kind] : []));
      phases.forEach((kind, index) => expect(kind).toBe(index % 2 === 0 ? "raised" : "cleared"));
      let endS = 0;
      for (const { raisedS, clearedS } of bench.episodes) {
        expect(raisedS).toBeGreaterThanOrEqual(endS);
        endS = clearedS ?? Infinity;
        expect(endS).toBeGreaterThanOrEqual(raisedS);
      }
    }),
  );
});

test("values that stay as they are raise at most once, and while there is no data nothing moves that holds", () => {
  fc.assert(
    fc.property(rule, looks, fc.integer({ min: 3, max: 7 }), (own, all, soc) => {
      const holding = ruleOf(
        own.conditions.map((one) => ({ ...one, noData: "hold" as const })),
        { match: own.match },
      );
      const bench = new WarningBench(holding);
      const times = inTime(all);
      run(
        bench,
        times.map((look) => ({ ...look, values: { "battery.soc": soc, "inside.temperature": soc } })),
      );
      expect(bench.episodes.length).toBeLessThanOrEqual(1);
      const before = structuredClone(bench.episodes);
      const endS = times.at(-1)?.atS ?? 0;
      for (const { atS, isTick } of times) {
        if (isTick) bench.tick(endS + atS);
        else bench.frame(endS + atS, {});
      }
      expect(bench.episodes).toEqual(before);
    }),
  );
});
