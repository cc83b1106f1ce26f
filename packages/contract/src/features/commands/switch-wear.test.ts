import fc from "fast-check";
import { expect, test } from "vitest";

import { arbitrate, type OutputLimit, type OutputState } from "./arbitrate.ts";
import { mostSwitchings, recentSwitchings, restsUntilMs, wearSpanMs } from "./switch-wear.ts";

const startMs = 1_000_000_000;
const minuteMs = 60_000;

test("after twelve switchings within an hour it rests until the first of them is an hour ago", () => {
  const each = Array.from({ length: mostSwitchings }, (_, index) => startMs + index * minuteMs);
  expect(restsUntilMs(each.slice(1), startMs + 12 * minuteMs)).toBeUndefined();
  expect(restsUntilMs(each, startMs + 12 * minuteMs)).toBe(startMs + wearSpanMs);
  expect(restsUntilMs(each, startMs + wearSpanMs)).toBeUndefined();
});

test("a clock that is set back makes it rest an hour at most", () => {
  const each = Array.from({ length: mostSwitchings }, () => startMs + 10 * wearSpanMs);
  expect(restsUntilMs(each, startMs)).toBe(startMs + wearSpanMs);
});

test("whatever is asked for and when, an output is switched twelve times in any hour, and once more only to be switched off", () => {
  const asks = fc.array(
    fc.record({ afterMs: fc.integer({ min: 0, max: 9 * minuteMs }), on: fc.boolean(), isLimit: fc.boolean() }),
    { maxLength: 120 },
  );
  fc.assert(
    fc.property(asks, (given) => {
      let nowMs = startMs;
      let switched: number[] = [];
      const all: { atMs: number; on: boolean }[] = [];
      let output: OutputState = { value: false, changedAtMs: 0, minOnMs: 0, minOffMs: 0 };
      for (const { afterMs, on, isLimit } of given) {
        nowMs += afterMs;
        const untilMs = restsUntilMs(switched, nowMs);
        const rest: OutputLimit = {
          kind: "interlock",
          effect: "stay_off",
          by: "controller",
          reason: { code: "too_often" },
          untilMs,
        };
        const cut: OutputLimit = {
          kind: "protection",
          effect: "off",
          by: "protection",
          reason: { code: "protection" },
        };
        const limits = [...(untilMs === undefined ? [] : [rest]), ...(isLimit ? [cut] : [])];
        const ask = { kind: "hold", order: 1, by: "amina", reason: { code: "command" }, value: on } as const;
        const { value, by, reason } = arbitrate(output, limits, [ask], nowMs);
        // Nothing keeps it from being switched off.
        if ((!on || isLimit) && value !== false) return false;
        if (on && !isLimit && !value && (by !== "controller" || reason.code !== "too_often")) return false;
        if (value === output.value) continue;
        output = { ...output, value };
        all.push({ atMs: nowMs, on: value === true });
        switched = recentSwitchings([...switched, nowMs], nowMs);
      }
      return all.every(({ atMs }, index) => {
        const within = all.slice(0, index + 1).filter((one) => one.atMs > atMs - wearSpanMs);
        return within.length <= mostSwitchings || (within.length === mostSwitchings + 1 && !within.at(-1)!.on);
      });
    }),
    { numRuns: 3_000 },
  );
});
