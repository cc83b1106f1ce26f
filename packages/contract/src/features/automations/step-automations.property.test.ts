import fc from "fast-check";
import { expect, test } from "vitest";

import { AutomationBench, everyMs, keeping, running } from "./automation-bench.ts";
import type { Automations, Condition, RunAutomation } from "./automations.schema.ts";
import { automationLimits } from "./automation-limits.ts";

const output = fc.constantFrom("relay.1", "relay.2", "relay.3");
const metric: fc.Arbitrary<Condition> = fc.record(
  {
    kind: fc.constant("metric" as const),
    metric: fc.constantFrom("battery.soc", "door.open"),
    is: fc.constantFrom("above" as const, "below" as const, "equal" as const),
    value: fc.integer({ min: 0, max: 3 }),
    forSeconds: fc.constantFrom(10, 30),
  },
  { requiredKeys: ["kind", "metric", "is", "value"] },
);
const step: fc.Arbitrary<RunAutomation["do"][number]> = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), output, to: fc.boolean(), forSeconds: fc.constantFrom(10, 300) }),
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(5, 60) }),
  fc.constant({ kind: "notify" as const, text: "It runs.", level: "info" as const }),
);
const automation = fc.oneof(
  fc
    .record({
      output,
      to: fc.boolean(),
      while: metric,
      unknown: fc.constantFrom("as_before", "assume_true", "assume_false"),
    })
    .map((more) => keeping(more as Parameters<typeof keeping>[0])),
  fc
    .record({
      when: fc.array(metric as fc.Arbitrary<RunAutomation["when"][number]>, { minLength: 1, maxLength: 2 }),
      do: fc.array(step, { minLength: 1, maxLength: 4 }),
      mode: fc.constantFrom("single" as const, "restart" as const),
    })
    .map((more) => running(more)),
);
const automations: fc.Arbitrary<Automations> = fc.dictionary(fc.constantFrom("a", "b", "c"), automation);
const looks = fc.array(
  fc.record({
    afterMs: fc.oneof({ weight: 9, arbitrary: fc.constant(everyMs) }, fc.constantFrom(1, 45_000, 3_600_000, -60_000)),
    charge: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    door: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
    restarts: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
const valuesOf = ({ charge, door }: { charge: number | undefined; door: number | undefined }) => ({
  "battery.soc": charge,
  "door.open": door,
});

test("a restart at any instant changes nothing", () => {
  fc.assert(
    fc.property(automations, looks, (all, times) => {
      const [steady, restarted] = [new AutomationBench(all), new AutomationBench(all)];
      for (const time of times) {
        if (time.restarts) restarted.restart();
        expect(restarted.look(valuesOf(time), time.afterMs)).toEqual(steady.look(valuesOf(time), time.afterMs));
      }
      expect(restarted.runs).toEqual(steady.runs);
    }),
    { numRuns: 500 },
  );
});

test("a second look at the same instant does nothing more", () => {
  fc.assert(
    fc.property(automations, looks, (all, times) => {
      const bench = new AutomationBench(all);
      for (const time of times) {
        const asked = bench.look(valuesOf(time), time.afterMs);
        const counts = [bench.runs.length, bench.notices.length];
        expect(bench.look({}, 0)).toEqual(asked);
        expect([bench.runs.length, bench.notices.length]).toEqual(counts);
      }
    }),
    { numRuns: 500 },
  );
});

test("every action on an output ends, and only outputs that a rule names are asked for", () => {
  fc.assert(
    fc.property(automations, looks, (all, times) => {
      const bench = new AutomationBench(all);
      const named = Object.values(all).flatMap((one) =>
        one.kind === "keep" ? [one.output] : one.do.flatMap((action) => (action.kind === "set" ? [action.output] : [])),
      );
      for (const time of times)
        for (const asked of bench.look(valuesOf(time), time.afterMs))
          expect(named).toContain(asked.slice(0, asked.indexOf(" ")));
      bench.automations = Object.fromEntries(Object.entries(all).filter(([, one]) => one.kind === "run"));
      const nothing = { "battery.soc": undefined, "door.open": undefined };
      for (let hours = 0; hours < 3; hours++) bench.look(nothing, 3_600_000);
      expect(bench.look(nothing, automationLimits.longestSetS * 1000)).toEqual([]);
      expect(Object.values(bench.state.automations).every(({ open }) => open === null)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
