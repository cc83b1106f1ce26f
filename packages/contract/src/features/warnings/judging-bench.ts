import fc from "fast-check";

import type { PastFacts } from "./back-test.ts";
import type { NeighbourDay } from "./neighbour-days.ts";
import { everyMs, ruleOf } from "./warning-bench.ts";

/** Rules of all kinds, and what is known of a container, for tests that compare ways of judging. */

interface Guard {
  type: "above";
  attributes: string[];
  threshold: number;
}

const busy = { type: "above" as const, attributes: ["load.power"] };
const times = { duration: fc.constantFrom(0, 20, 60, 300), keepFor: fc.constantFrom(0, 20, 300) };
const noData = fc.constantFrom("hold" as const, "clear" as const, "raise" as const);
const soc = fc.constant<string[]>(["battery.soc"]);
const condition = fc.oneof(
  fc.record({ type: fc.constant("below" as const), threshold: fc.constant(5), noData, ...times }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("below" as const),
      threshold: fc.constant(5),
      clearAt: fc.constant(6),
      critical: fc.record({ threshold: fc.constant(4), duration: times.duration }),
      when: fc.constantFrom<Guard[]>([], [{ ...busy, threshold: 5 }], [{ ...busy, threshold: 9 }]),
      ...times,
    }),
  },
  fc.record({ type: fc.constant("outside" as const), attributes: soc, threshold: fc.constant([4, 6]), ...times }),
  fc.record({
    type: fc.constantFrom("spread" as const, "compare" as const),
    attributes: fc.constant<string[]>(["battery.soc", "load.power"]),
    threshold: fc.constant(2),
    ...times,
  }),
  fc.record({
    type: fc.constant("stuck" as const),
    attributes: fc.constant<string[]>(["battery.soc", "load.power"]),
    threshold: fc.constant(0),
    ...times,
  }),
  fc.record({
    type: fc.constant("expected" as const),
    attributes: fc.constant<string[]>(["battery.soc", "load.power"]),
    threshold: fc.constant(70),
    ...times,
  }),
  fc.record({
    type: fc.constant("repeats" as const),
    attributes: fc.constant<string[]>([]),
    counted: fc.constant({ ...busy, threshold: 5 }),
    threshold: fc.constantFrom(1, 2),
    window: fc.constantFrom(60, 300),
    ...times,
  }),
  fc.record({
    type: fc.constant("budget" as const),
    attributes: fc.constant<string[]>(["load.energy"]),
    budget: fc.constant({ limit: 2_000, period: "day" as const }),
    threshold: fc.constantFrom(10, 60),
    ...times,
  }),
  fc.record({ type: fc.constant("change" as const), threshold: fc.constant(-1), window: fc.constant(60), ...times }),
  fc.record({
    type: fc.constant("silent" as const),
    threshold: fc.constant(undefined),
    attributes: fc.constantFrom<string[]>([], ["battery.soc"]),
    critical: fc.constantFrom(undefined, { duration: 600 }),
    ...times,
  }),
  fc.record({
    type: fc.constant("cut" as const),
    threshold: fc.constant(undefined),
    attributes: fc.constant<string[]>([]),
    critical: fc.constantFrom(undefined, { duration: 600 }),
    ...times,
  }),
  fc.record({
    type: fc.constant("event" as const),
    attributes: fc.constant<string[]>(["door.opened"]),
    threshold: fc.constantFrom(1, 2),
    window: fc.constantFrom(60, 300),
    ...times,
  }),
  fc.record({
    type: fc.constant("neighbours" as const),
    attributes: fc.constant<string[]>([]),
    threshold: fc.constant(50),
    clearAt: fc.constantFrom(undefined, 60),
    critical: fc.constantFrom(undefined, { threshold: 40 }, { duration: 3 * 86_400 }),
    noData,
    duration: fc.constantFrom(0, 2 * 86_400),
    keepFor: times.keepFor,
  }),
  fc.record({
    type: fc.constant("forecast" as const),
    attributes: fc.constant<string[]>(["hours_to_reserve"]),
    threshold: fc.constant(5),
    ...times,
  }),
);
export const anyRule = fc
  .record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    match: fc.constantFrom("all" as const, "any" as const),
    activeHours: fc.constantFrom(undefined, { from: { time: "00:10" }, to: { time: "00:40" } }),
  })
  .map(({ conditions, match, activeHours }) => ruleOf(conditions, { match, ...(activeHours && { activeHours }) }));

/** What comes in one span of ten seconds, so and so often. */
export const anySpans = fc.array(
  fc.record({
    count: fc.constantFrom(1, 2, 7, 30, 100),
    soc: fc.option(fc.integer({ min: 3, max: 7 }), { nil: undefined, freq: 8 }),
    load: fc.option(fc.integer({ min: 3, max: 7 }), { nil: undefined, freq: 8 }),
    hasFrames: fc.boolean(),
    hasEvent: fc.boolean(),
    hours: fc.constantFrom(null, 3, 8),
  }),
  { minLength: 1, maxLength: 25 },
);
type Spans = typeof anySpans extends fc.Arbitrary<infer Found> ? Found : never;

export interface Known {
  frames: { atMs: number; knownMs: number; values: Record<string, number | undefined> }[];
  events: number[];
  forecasts: { atMs: number; hours: number | null }[];
  /** As short as a span: what counts is how many there are. */
  days: NeighbourDay[];
  endMs: number;
}

/** Frames are known as soon as they are measured, or a minute of them at once. */
export function knownOf(all: Spans, batchMs: number): Known {
  const known: Known = { frames: [], events: [], forecasts: [], days: [], endMs: 0 };
  let atMs = 0;
  let dayMs = 0;
  for (const { count, soc: charge, load, hasFrames, hasEvent, hours } of all) {
    if (hasEvent) known.events.push(atMs + 3_000);
    known.forecasts.push({ atMs: atMs + 2_000, hours });
    for (let index = 0; index < count; index++) {
      atMs += everyMs;
      const values = {
        "battery.soc": charge,
        "load.power": load === undefined ? undefined : load + (index % 3),
        // All but the lowest and the highest say by power and charge alone whether loads are cut.
        "phase.1.on": load === 3 ? 0 : undefined,
        "load.ac.power": load === 7 ? 700 : undefined,
        "load.energy": load === undefined ? undefined : atMs / 1_000,
      };
      if (hasFrames) known.frames.push({ atMs, knownMs: Math.ceil(atMs / batchMs) * batchMs, values });
    }
    if (charge !== undefined) known.days.push({ startMs: dayMs, endMs: atMs, percent: 10 * charge });
    dayMs = atMs;
  }
  known.endMs = atMs + 60_000;
  return known;
}

export const place = { zoneName: "UTC" };

export function factsOf({
  events,
  forecasts,
  days = [],
}: Pick<Known, "events" | "forecasts"> & Partial<Known>): PastFacts {
  return {
    everyMs,
    place,
    instantsOf: (nowMs: number) => (counted: { window?: number | undefined }) =>
      events.filter((atMs) => atMs <= nowMs && atMs > nowMs - (counted.window ?? 0) * 1_000),
    bundleAt: () => undefined,
    neighboursAt: (nowMs) => days.filter(({ endMs }) => endMs <= nowMs),
    forecastAt: (nowMs: number) => {
      const newest = forecasts.findLast(({ atMs }) => atMs <= nowMs);
      return newest && { atMs: newest.atMs, values: { hours_to_reserve: newest.hours, lowest_soc: 0, chance: 0 } };
    },
  };
}
