import fc from "fast-check";
import { expect, test } from "vitest";

import { ruleOf, WarningBench } from "./warning-bench.ts";

const counting = (threshold: number, more = {}) =>
  ruleOf([
    {
      type: "repeats",
      attributes: [],
      counted: { type: "above", attributes: ["load.power"], threshold: 10 },
      threshold,
      window: 600,
      ...more,
    },
  ]);
const run = (rule: ReturnType<typeof ruleOf>, loads: readonly (number | undefined)[]) => {
  const bench = new WarningBench(rule);
  loads.forEach((load, index) => bench.frame(index * 10, { "load.power": load }));
  return bench;
};

test("it warns at the third start within ten minutes, and is over once one of them is older", () => {
  const starts = [5, 20, 20, 5, 20, 5, 20, ...Array.from({ length: 80 }, () => 20)];
  const { episodes } = run(counting(3), starts);
  expect(episodes).toEqual([{ raisedS: 60, clearedS: 610, severity: "warning" }]);
  expect(run(counting(4), starts).episodes).toEqual([]);
});

test("what was so already, and what is so for long, is not often", () => {
  expect(run(counting(1), [20, 20, 20]).episodes).toEqual([]);
  expect(run(counting(2), [5, 20, ...Array.from({ length: 40 }, () => 20)]).episodes).toEqual([]);
});

test("missing values are no change, and more times make it critical", () => {
  expect(run(counting(2), [5, 20, undefined, 20, undefined, 20]).episodes).toEqual([]);
  const { episodes } = run(counting(2, { critical: { threshold: 3 } }), [5, 20, 5, 20, 5, 20]);
  expect(episodes).toEqual([{ raisedS: 30, clearedS: null, severity: "critical" }]);
});

test("it warns exactly while as many rises lie within the window, over restarts too", () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 6, max: 60 }),
      (isBusy, least, windowFrames) => {
        const bench = new WarningBench(counting(least, { window: windowFrames * 10 }));
        isBusy.forEach((busy, index) => {
          bench.frame(index * 10, { "load.power": busy ? 20 : 5 });
          bench.restart();
          const rises = isBusy
            .slice(0, index + 1)
            .filter((now, at) => at > index - windowFrames && at > 0 && now && !isBusy[at - 1]);
          expect(bench.state.raisedMs !== null).toBe(rises.length >= least);
        });
      },
    ),
  );
});
