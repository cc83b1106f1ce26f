import fc from "fast-check";
import { expect, test } from "vitest";

import {
  type Beat,
  committed,
  ended,
  firstInstalled,
  installed,
  type ProgramState,
  rolledBack,
  starting,
  unfitFor,
} from "./program-state.ts";

const before = { devices: 2, isLinked: true };
const beat = (frames: number, changes: Partial<Beat> = {}): Beat => ({ kind: "beat", frames, ...before, ...changes });

test("whatever happens in whichever order, there is one release that runs, and going back leads to a healthy one", () => {
  const event = fc.constantFrom("install", "start", "end", "commit", "back");
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let state: ProgramState = firstInstalled("1.0.0");
      const healthy = new Set([state.current]);
      for (const [count, name] of events.entries()) {
        if (name === "install" && !state.trial)
          state = installed(state, { id: `${count}`, version: `1.0.${count + 1}` }, before, count);
        if (name === "start") state = starting(state);
        if (name === "end") state = ended(state);
        if (name === "commit") {
          state = committed(state, count);
          healthy.add(state.current);
        }
        if (name === "back") state = rolledBack(state, { error: "crashed", log: [], atMs: count });
        if (!state.trial) expect(healthy).toContain(state.current);
        if (state.previous !== null) expect(healthy).toContain(state.previous);
        // A release on trial always has a way back.
        if (state.trial) expect(state.previous).not.toBeNull();
      }
    }),
  );
});

test("a release must do at least what the one before did", () => {
  expect(unfitFor(before, [beat(1), beat(2), beat(3)])).toBeUndefined();
  expect(unfitFor(before, [beat(1), beat(2, { devices: 1 })])).toBe("reads 1 devices instead of 2");
  expect(unfitFor(before, [beat(1, { devices: 1 }), beat(2)])).toBeUndefined();
  expect(unfitFor(before, [beat(1), beat(2, { isLinked: false })])).toBe("does not reach the portal");
  expect(unfitFor({ ...before, isLinked: false }, [beat(1), beat(2, { isLinked: false })])).toBeUndefined();
  expect(unfitFor(before, [beat(0), beat(7), beat(7), beat(7)])).toBe("writes no frames");
  expect(unfitFor(before, [])).toBe("writes no frames");
});
