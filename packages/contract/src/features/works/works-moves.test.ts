import fc from "fast-check";
import { expect, test } from "vitest";

import {
  forgottenAfterMs,
  isUnderWay,
  isWorkedOn,
  moveWorks,
  nextOfWorks,
  overrunAfterMs,
  passedStates,
  worksEvents,
  worksStates,
  type WorksState,
} from "./works-moves.ts";

const hourMs = 3_600_000;
const times = fc
  .record({ startsAtMs: fc.integer({ min: 0, max: 48 * hourMs }), lengthMs: fc.integer({ min: 1, max: 168 * hourMs }) })
  .map(({ startsAtMs, lengthMs }) => ({ startsAtMs, endsAtMs: startsAtMs + lengthMs }));
const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000;
const instants = fc.array(fc.integer({ min: 0, max: 300 * hourMs }), { maxLength: 30 });

test("nothing follows the end, and everything that is open has something that time brings", () => {
  for (const state of worksStates) {
    const isOver = state === "ended" || state === "cancelled";
    for (const event of worksEvents) if (isOver) expect(moveWorks(state, event)).toBeUndefined();
    expect(nextOfWorks(state, { startsAtMs: 1, endsAtMs: 2 }) === undefined).toBe(isOver);
  }
});

test("whenever and however often time is looked at, and after any absence, the state is that of the instant", () => {
  fc.assert(
    fc.property(times, instants, (span, looks) => {
      let state: WorksState = "planned";
      for (const nowMs of looks.toSorted((one, other) => one - other)) {
        for (const look of [1, 2]) {
          const passed: WorksState[] = passedStates(state, span, nowMs);
          if (look === 2) expect(passed).toEqual([]);
          state = passed.at(-1) ?? state;
        }
        const { startsAtMs, endsAtMs } = span;
        expect(isUnderWay(state)).toBe(nowMs >= startsAtMs && nowMs < endsAtMs + forgottenAfterMs);
        expect(state === "overrun").toBe(nowMs >= endsAtMs + overrunAfterMs && nowMs < endsAtMs + forgottenAfterMs);
      }
    }),
  );
});

test("without a word from the portal, a controller takes works for under way as long as the portal does", () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 300 * hourMs }), (given, nowMs) => {
      const span = { startsAtMs: secondOf(given.startsAtMs), endsAtMs: secondOf(given.endsAtMs) };
      const all = { other: { from: 0, to: 0 }, one: { from: span.startsAtMs / 1000, to: span.endsAtMs / 1000 } };
      const state = passedStates("planned", span, nowMs).at(-1) ?? "planned";
      const other = nowMs < forgottenAfterMs;
      expect(isWorkedOn(all, nowMs)).toBe(isUnderWay(state) || other);
    }),
  );
});

test("what people do in between is never undone by time: what was ended or cancelled stays so, what was extended goes on", () => {
  fc.assert(
    fc.property(times, instants, fc.constantFrom(...worksEvents), (span, looks, event) => {
      const [firstMs = 0, ...later] = looks.toSorted((one, other) => one - other);
      const before = passedStates("planned", span, firstMs).at(-1) ?? "planned";
      const after = moveWorks(before, event);
      if (after === undefined) return;
      const extended = event === "extend" ? { ...span, endsAtMs: Math.max(span.endsAtMs, firstMs + hourMs) } : span;
      for (const nowMs of later) {
        const state = passedStates(after, extended, nowMs).at(-1) ?? after;
        if (event === "end" || event === "cancel") expect(state).toBe(after);
        if (event === "extend" && nowMs < extended.endsAtMs) expect(state).not.toBe("overrun");
        if (nowMs >= extended.endsAtMs + forgottenAfterMs) expect(nextOfWorks(state, extended)).toBeUndefined();
      }
    }),
  );
});
