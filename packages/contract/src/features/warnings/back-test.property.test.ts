import fc from "fast-check";
import { expect, test } from "vitest";

import { BackTest, ticksEveryMs } from "./back-test.ts";
import { explainWarning } from "./explain-warning.ts";
import { Replay } from "./heal.ts";
import { anyRule, anySpans, factsOf, type Known, knownOf, place } from "./judging-bench.ts";
import { isIdle } from "./idle.ts";
import { stepWarning } from "./step-warning.ts";
import { isBeyond } from "./warning-levels.ts";
import { newWarningState } from "./warning-state.ts";
import { everyMs, ruleOf } from "./warning-bench.ts";
import type { WarningRule } from "./warnings.schema.ts";

/** Live: every frame is stepped as it comes, and the clock is looked at each quarter of a minute, and at the end. */
function live(own: WarningRule, known: Known, endMs = known.endMs) {
  const replay = new Replay(own, newWarningState(own.conditions.length));
  const facts = factsOf(known);
  let next = 0;
  let lastFrameMs: number | undefined;
  for (let nowMs = 0; nowMs <= endMs; nowMs += 5_000) {
    for (let frame = known.frames[next]; frame && frame.knownMs <= nowMs; frame = known.frames[++next]) {
      const { atMs, values } = frame;
      replay.take({ kind: "frame", atMs, everyMs, valueOf: (metric) => values[metric], place });
      lastFrameMs = atMs;
    }
    if (nowMs % ticksEveryMs !== 0 && nowMs !== endMs) continue;
    const [instantsOf, forecast] = [facts.instantsOf(nowMs), facts.forecastAt(nowMs)];
    const what = { instantsOf, forecast, neighbours: facts.neighboursAt(nowMs), bundle: facts.bundleAt(nowMs) };
    replay.take({ kind: "tick", atMs: nowMs, everyMs, lastFrameMs, ...what, place });
  }
  return replay;
}

function backTest(own: WarningRule, known: Known, endMs = known.endMs) {
  const test = new BackTest(own, factsOf(known), 0);
  const news = [...known.events, ...known.forecasts.map(({ atMs }) => atMs), ...known.days.map((day) => day.endMs)];
  const wakes = news.toSorted((one, other) => one - other);
  let next = 0;
  const wakeUntil = (endMs: number) => {
    for (let atMs = wakes[next]; atMs !== undefined && atMs < endMs; atMs = wakes[++next]) test.wake(atMs);
  };
  for (const { atMs, knownMs, values } of known.frames) {
    if (knownMs > endMs) break;
    wakeUntil(knownMs);
    test.frame(atMs, (metric) => values[metric], knownMs);
  }
  wakeUntil(endMs + 1);
  test.look(endMs);
  return test;
}

/** Two that begin and end at one instant, again and again, and then nothing comes for longer than it takes to be calm. */
const stuck = {
  type: "stuck" as const,
  attributes: ["battery.soc", "load.power"],
  threshold: 0,
  duration: 0,
  keepFor: 0,
};
const calmInTheDark = ruleOf([stuck, stuck]);
const still = { count: 100 as const, soc: 3, load: 5, hasFrames: true, hasEvent: false, hours: null };
const darkness = { ...still, hasFrames: false };

test("a back-test finds exactly the episodes that judging live finds, however frames are gathered", () => {
  let found = 0;
  fc.assert(
    fc.property(anyRule, anySpans, fc.constantFrom(everyMs, 60_000), (own, some, batchMs) => {
      const known = knownOf(some, batchMs);
      const { episodes } = live(own, known);
      expect(backTest(own, known).episodes).toEqual(episodes);
      found += episodes.length;
    }),
    {
      numRuns: 300,
      examples: [
        [calmInTheDark, [still, { ...still, soc: 4 }, darkness, darkness, darkness, darkness], everyMs],
        [calmInTheDark, [still, { ...still, soc: 4 }, darkness, darkness, darkness, darkness, still], 60_000],
      ],
    },
  );
  expect(found).toBeGreaterThan(80);
});

test("a back-test that begins later raises nothing earlier, and keeps of what was before only what is still so", () => {
  const own = ruleOf([{ duration: 20 }]);
  const charges = [50, 19, 19, 19, 50, 50, 19, 19, 19, 19, 50];
  const test = new BackTest(own, factsOf({ events: [], forecasts: [] }), 85_000);
  charges.forEach((charge, index) => test.frame(index * everyMs, () => charge, index * everyMs));
  test.end(200_000);
  expect(test.episodes).toMatchObject([{ raisedMs: 85_000, clearedMs: 100_000 }]);
});

test("why a rule did not fire is what judging live knew at that instant, and names the first condition that was not met", () => {
  fc.assert(
    fc.property(anyRule, anySpans, fc.double({ min: 0, max: 1, noNaN: true }), (own, some, share) => {
      const known = knownOf(some, everyMs);
      const atMs = Math.round((share * known.endMs) / 5_000) * 5_000;
      const { state } = live(own, known, atMs);
      const { conditions, first, raisedMs } = explainWarning(own, backTest(own, known, atMs), atMs);
      expect(raisedMs).toBe(state.raisedMs);
      expect(conditions.map(({ phase }) => phase)).toEqual(state.conditions.map(({ phase }) => phase));
      const unmet = state.conditions.findIndex(({ phase }) => phase === "quiet" || phase === "pending");
      expect(first).toBe(raisedMs !== null || unmet < 0 ? null : unmet);
      for (const [index, { why, value, sinceMs, dueMs, phase }] of conditions.entries()) {
        const condition = own.conditions[index]!;
        expect(why === null).toBe(phase === "raised" || phase === "settling");
        if (why === "duration") expect(dueMs).toBe((sinceMs ?? NaN) + condition.duration * 1_000);
        if (why === "level" && value !== null && condition.type !== "stuck")
          expect(isBeyond(condition, value, condition)).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a frame that is left out of a history moves nothing but the watermark", () => {
  const left = new Set<string>();
  const remembering = [
    ruleOf([{ ...stuck, attributes: ["load.power", "battery.soc"], threshold: 5 }]),
    ruleOf([{ type: "change", attributes: ["battery.soc"], threshold: -3, window: 600 }]),
    ruleOf([{ type: "silent", attributes: ["battery.soc"], threshold: undefined, duration: 60 }]),
  ];
  const spansOf = fc.tuple(fc.constantFrom([], [still]), anySpans).map(([first, then]) => [...first, ...then]);
  fc.assert(
    fc.property(fc.oneof(anyRule, fc.constantFrom(...remembering)), spansOf, (rule, spans) => {
      let state = newWarningState(rule.conditions.length);
      for (const { atMs, values } of knownOf(spans, everyMs).frames) {
        const valueOf = (metric: string) => values[metric];
        const frame = { kind: "frame" as const, atMs, everyMs, valueOf, place };
        const after = stepWarning(rule, state, frame);
        if (isIdle(rule, state, frame)) {
          expect(after).toEqual({ state: { ...state, watermarkMs: atMs }, emits: [] });
          for (const { type } of rule.conditions) left.add(type);
        }
        ({ state } = after);
      }
    }),
    // A long quiet history of each: chance alone would leave one of them out now and then.
    {
      examples: [...remembering, ruleOf([{ threshold: 2 }])].map((rule): [WarningRule, (typeof still)[]] => [
        rule,
        [still],
      ]),
    },
  );
  expect([...left]).toEqual(expect.arrayContaining(["below", "stuck", "change", "silent"]));
});
