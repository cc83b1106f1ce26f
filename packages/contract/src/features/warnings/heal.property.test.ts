import fc from "fast-check";
import { expect, test } from "vitest";

import { isHole } from "../../core/hole.ts";
import { canHeal, healed, isSame, Replay, type StoredEpisode } from "./heal.ts";
import type { WarningFrame } from "./warning-frame.ts";
import { newWarningState, type WarningState } from "./warning-state.ts";
import { everyMs, ruleOf } from "./warning-bench.ts";

const condition = fc.oneof(
  fc.record({
    type: fc.constantFrom("above" as const, "below" as const),
    threshold: fc.constant(5),
    duration: fc.constantFrom(0, 20, 60, 300),
    keepFor: fc.constantFrom(0, 20, 60),
  }),
  fc.record({
    type: fc.constant("below" as const),
    threshold: fc.constant(5),
    clearAt: fc.constant(6),
    critical: fc.constant({ threshold: 4 }),
    duration: fc.constantFrom(0, 20, 60),
    keepFor: fc.constantFrom(0, 20, 60),
  }),
);
const rule = fc
  .record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
    match: fc.constantFrom("all" as const, "any" as const),
  })
  .map(({ conditions, match }) => ruleOf(conditions, { match }));
/** Runs of equal values, live or while the link was down. */
const runs = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 20 }), soc: fc.integer({ min: 3, max: 7 }), isLive: fc.boolean() }),
  { minLength: 1, maxLength: 15 },
);

function frameAt(atMs: number, soc: number): WarningFrame {
  return { kind: "frame", atMs, everyMs, valueOf: () => soc, place: undefined };
}

/** So long after the last gap, and with no value between threshold and clear level, live and replay agree. */
const tail = 250;

const clearedAtOnce = ruleOf([{ type: "below", threshold: 5, duration: 0, keepFor: 0 }]);
const clearedBeforeTheGap = [
  { count: 1, soc: 3, isLive: true },
  { count: 1, soc: 6, isLive: true },
  { count: 6, soc: 3, isLive: false },
];

test("what came late makes the rows that would be there if everything had come in order", () => {
  let healedGaps = 0;
  fc.assert(
    fc.property(rule, runs, fc.constantFrom(3, 7), (own, some, lastSoc) => {
      const all = [{ count: 3, soc: 5, isLive: true }, ...some, { count: tail, soc: lastSoc, isLive: true }].flatMap(
        ({ count, soc, isLive }) => Array.from({ length: count }, () => ({ soc, isLive })),
      );
      const frames = all.map(({ soc, isLive }, index) => ({ frame: frameAt((index + 1) * everyMs, soc), isLive }));
      const inOrder = new Replay(own, newWarningState(own.conditions.length));
      const live = new Replay(own, newWarningState(own.conditions.length));
      let snapshot: { state: WarningState; atMs: number } | undefined;
      for (const { frame, isLive } of frames) {
        inOrder.take(frame);
        if (!isLive) continue;
        const beforeMs = live.state.watermarkMs;
        if (beforeMs !== null && isHole(frame.atMs - beforeMs, everyMs))
          snapshot ??= { state: live.state, atMs: beforeMs };
        live.take(frame);
      }
      // Frames of short gaps are passed over for good: nothing notes those.
      fc.pre(snapshot !== undefined && !frames.some(({ frame, isLive }) => !isLive && frame.atMs < snapshot.atMs));
      const { state, atMs } = snapshot as { state: WarningState; atMs: number };
      const replay = new Replay(own, state);
      for (const { frame } of frames) if (frame.atMs > atMs) replay.take(frame);
      const rows = live.episodes
        .map((episode, index): StoredEpisode => ({ ...episode, id: String(index) }))
        .filter(({ clearedMs }) => clearedMs === null || clearedMs > atMs);
      // What the last frame before the gap cleared is over in the state from which is replayed.
      const before = live.episodes.filter(({ clearedMs }) => clearedMs !== null && clearedMs <= atMs);
      const result = healed(rows, replay.episodes);
      expect(result).toBeDefined();
      const { kept = [], added = [] } = result ?? {};
      const after = [...before, ...kept.map(({ episode }) => episode), ...added];
      const spans = (list: typeof after) =>
        list
          .map(({ raisedMs, clearedMs, severity }) => ({ raisedMs, clearedMs, severity }))
          .toSorted((one, other) => one.raisedMs - other.raisedMs);
      expect(spans(after)).toEqual(spans([...inOrder.episodes]));
      expect(replay.state).toEqual(inOrder.state);
      const open = rows.find(({ clearedMs }) => clearedMs === null);
      expect(kept.find(({ episode }) => episode.clearedMs === null)?.row.id).toBe(open?.id);
      if (added.length > 0 || kept.some(({ row, episode }) => !isSame(row, episode))) healedGaps++;
    }),
    { numRuns: 60, examples: [[clearedAtOnce, clearedBeforeTheGap, 3]] },
  );
  expect(healedGaps).toBeGreaterThan(10);
});

test("only rules that frames alone move are replayed", () => {
  const frames = { type: "below" as const, attributes: ["battery.soc"], threshold: 20 };
  expect(canHeal(ruleOf([frames]))).toBe(true);
  expect(canHeal(ruleOf([frames, { type: "silent", attributes: [], threshold: undefined }]))).toBe(false);
  expect(canHeal(ruleOf([{ ...frames, noData: "raise" }]))).toBe(false);
  expect(canHeal(ruleOf([{ type: "forecast", attributes: ["hours_to_reserve"], threshold: 1 }]))).toBe(false);
});
