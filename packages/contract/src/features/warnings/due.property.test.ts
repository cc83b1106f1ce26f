import fc from "fast-check";
import { expect, test } from "vitest";

import type { NeighbourDay } from "./neighbour-days.ts";
import type { WarningInput } from "./read-condition.ts";
import { dueOf } from "./due.ts";
import { stepWarning, type WarningEmit } from "./step-warning.ts";
import { newWarningState, type WarningState } from "./warning-state.ts";
import { everyMs, ruleOf } from "./warning-bench.ts";
import type { WarningRule } from "./warnings.schema.ts";

const times = {
  duration: fc.constantFrom(0, 20, 60, 300),
  keepFor: fc.constantFrom(0, 20, 300),
};
const noData = fc.constantFrom("hold" as const, "clear" as const, "raise" as const);
const condition = fc.oneof(
  fc.record({ type: fc.constant("below" as const), threshold: fc.constant(5), noData, ...times }),
  fc.record({
    type: fc.constant("below" as const),
    threshold: fc.constant(5),
    critical: fc.record({ threshold: fc.constant(4), duration: times.duration }),
    noData,
    ...times,
  }),
  fc.record({
    type: fc.constant("silent" as const),
    threshold: fc.constant(undefined),
    attributes: fc.constantFrom<string[]>([], ["battery.soc"]),
    critical: fc.constantFrom(undefined, { duration: 600 }),
    ...times,
  }),
  fc.record({
    type: fc.constant("event" as const),
    attributes: fc.constant<string[]>(["door.opened"]),
    threshold: fc.constantFrom(1, 2),
    critical: fc.constantFrom(undefined, { threshold: 3 }),
    window: fc.constantFrom(60, 300),
    ...times,
  }),
  fc.record({
    type: fc.constant("neighbours" as const),
    attributes: fc.constant<string[]>([]),
    threshold: fc.constant(50),
    critical: fc.constantFrom(undefined, { threshold: 40 }),
    noData,
    duration: fc.constantFrom(0, 2 * 86_400),
    keepFor: times.keepFor,
  }),
  fc.record({
    type: fc.constant("forecast" as const),
    attributes: fc.constant<string[]>(["hours_to_reserve"]),
    threshold: fc.constant(5),
    critical: fc.constantFrom(undefined, { threshold: 4 }),
    ...times,
  }),
);
const rule = fc
  .record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    match: fc.constantFrom("all" as const, "any" as const),
    activeHours: fc.constantFrom(undefined, { from: { time: "00:10" }, to: { time: "00:40" } }),
  })
  .map(({ conditions, match, activeHours }) => ruleOf(conditions, { match, ...(activeHours && { activeHours }) }));

/** What comes in one span of five seconds. */
const spans = fc.array(
  fc.record({
    count: fc.constantFrom(1, 1, 1, 3, 20, 100),
    soc: fc.option(fc.integer({ min: 3, max: 7 }), { nil: undefined, freq: 6 }),
    hasFrames: fc.boolean(),
    hasEvent: fc.boolean(),
    hours: fc.constantFrom(null, 3, 8),
  }),
  { minLength: 1, maxLength: 30 },
);
type Spans = typeof spans extends fc.Arbitrary<infer Found> ? Found : never;

/** Judges frames as they come, and ticks every five seconds, or only those that are due. */
function judge(own: WarningRule, all: Spans, isLazy: boolean): { emits: WarningEmit[]; ticks: number } {
  let state: WarningState = newWarningState(own.conditions.length);
  let dueMs: number | undefined = 0;
  let lastFrameMs: number | undefined;
  let ticks = 0;
  const emits: WarningEmit[] = [];
  const events: number[] = [];
  const days: NeighbourDay[] = [];
  const place = { zoneName: "UTC" };
  const take = (input: WarningInput) => {
    const step = stepWarning(own, state, input);
    state = step.state;
    emits.push(...step.emits);
    const nextMs = dueOf(own, state, input);
    // What was due stays so until a tick.
    dueMs = input.kind === "tick" ? nextMs : Math.min(dueMs ?? Infinity, nextMs ?? Infinity);
  };
  let atMs = 0;
  for (const { count, soc, hasFrames, hasEvent, hours } of all)
    for (let index = 0; index < count; index++) {
      atMs += 5_000;
      if (hasFrames && atMs % everyMs === 0) {
        const before = JSON.stringify({ ...state, watermarkMs: 0 });
        const wasDueMs: number | undefined = dueMs;
        take({ kind: "frame", atMs, everyMs, valueOf: () => soc, place });
        // A state of which nothing but the newest frame has changed is not written, and its instant neither.
        if (JSON.stringify({ ...state, watermarkMs: 0 }) === before) dueMs = wasDueMs;
        lastFrameMs = atMs;
      }
      const isEvent = hasEvent && index === 0;
      if (isEvent) events.push(atMs - 2_000);
      if (index === 0 && soc !== undefined)
        days.push({ startMs: days.at(-1)?.endMs ?? 0, endMs: atMs, percent: 10 * soc });
      const isWoken = isEvent || index === 0;
      if (isLazy && !isWoken && (dueMs === undefined || dueMs > atMs)) continue;
      ticks++;
      const tickMs = atMs;
      take({
        kind: "tick",
        atMs,
        everyMs,
        lastFrameMs,
        instantsOf: ({ window = 0 }) => events.filter((eventMs) => eventMs > tickMs - window * 1_000),
        forecast: { atMs: 0, values: { hours_to_reserve: hours, lowest_soc: null, chance: null } },
        neighbours: days,
        bundle: undefined,
        place,
      });
    }
  return { emits, ticks };
}

test("ticks that are not due change nothing", () => {
  let [saved, all] = [0, 0];
  fc.assert(
    fc.property(rule, spans, (own, some) => {
      const [steady, lazy] = [judge(own, some, false), judge(own, some, true)];
      expect(lazy.emits).toEqual(steady.emits);
      saved += steady.ticks - lazy.ticks;
      all += steady.ticks;
    }),
    { numRuns: 200 },
  );
  expect(saved).toBeGreaterThan(all / 2);
});
