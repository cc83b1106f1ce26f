import fc from "fast-check";
import { expect, test } from "vitest";

import {
  isUpgradeOver,
  moveUpgrade,
  upgradeEvents,
  upgradeLimitsMs,
  type UpgradeState,
  upgradeStates,
} from "./upgrade-moves.ts";

/** How far each state is; an upgrade never goes back, except that a silent controller may speak again. */
const order: Record<UpgradeState, number> = {
  gated: 0,
  offered: 1,
  downloading: 2,
  verified: 3,
  installing: 4,
  booted: 5,
  silent: 5,
  healthy: 6,
  rolled_back: 6,
  failed: 6,
  lapsed: 6,
  cancelled: 6,
};

test("whatever is lost, repeated or out of order, an upgrade only goes on, and what is over stays", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...upgradeEvents), { maxLength: 40 }), (events) => {
      let state: UpgradeState = "gated";
      for (const event of events) {
        const next = moveUpgrade(state, event);
        if (next === undefined) continue;
        expect(isUpgradeOver(state)).toBe(false);
        // A controller that lost its disk begins again when it is asked what became of it.
        if (state !== "silent") expect(order[next]).toBeGreaterThanOrEqual(order[state]);
        // The same again changes nothing.
        expect([undefined, state]).not.toContain(next);
        state = next;
      }
    }),
  );
});

test("nothing a controller says moves an upgrade that it was not offered", () => {
  const reports = upgradeEvents.filter((event) => !["offer", "cancel", "timeout"].includes(event));
  for (const event of reports) expect(moveUpgrade("gated", event)).toBeUndefined();
});

test("only a container that was sent nothing yet lapses; whoever was is listened to until it has said the end", () => {
  for (const state of upgradeStates) {
    const next = moveUpgrade(state, "timeout");
    expect(next === "lapsed", state).toBe(state === "gated");
  }
  expect(moveUpgrade("verified", "timeout")).toBe("silent");
  expect(moveUpgrade("silent", "healthy")).toBe("healthy");
  expect(moveUpgrade("silent", "downloading")).toBe("downloading");
});

test("every state that is not over ends by itself, except where only the controller knows", () => {
  for (const state of upgradeStates) {
    const isTimed = upgradeLimitsMs[state] !== undefined;
    expect(isTimed, state).toBe(!isUpgradeOver(state) && state !== "silent");
    if (isTimed) expect(moveUpgrade(state, "timeout"), state).toBeDefined();
  }
});
