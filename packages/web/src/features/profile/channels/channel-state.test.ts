import { expect, test } from "vitest";

import { channelState } from "./channel-state.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const fresh = {
  ...{ pausedAt: null, pauseReason: null, testedAt: null, testResult: null, spokenAt: null, lastDelivery: null },
};

test("a channel stands as the newest of its tests and messages went", () => {
  const passed = { ...fresh, testedAt: at(8), testResult: "ok" as const };
  const refused = { ...fresh, testedAt: at(8), testResult: "refused" as const };
  const sent = (hour: number) => ({ spokenAt: at(hour), lastDelivery: { at: at(hour), problem: null } });
  const lost = (hour: number) => ({ lastDelivery: { at: at(hour), problem: "unreachable" as const } });
  expect(channelState(fresh)).toEqual({ state: "untested" });
  expect(channelState(passed)).toEqual({ state: "arrives" });
  expect(channelState(refused)).toEqual({ state: "failed", problem: "refused" });
  expect(channelState({ ...refused, ...sent(9) })).toEqual({ state: "speaks" });
  expect(channelState({ ...refused, ...sent(7) })).toEqual({ state: "failed", problem: "refused" });
  expect(channelState({ ...passed, ...lost(9) })).toEqual({ state: "unsent", problem: "unreachable" });
  expect(channelState({ ...passed, ...lost(7) })).toEqual({ state: "arrives" });
  expect(channelState({ ...fresh, ...lost(7) })).toEqual({ state: "unsent", problem: "unreachable" });
});

test("of a message that is in the log no more it is still known that it went out, and a pause goes before all", () => {
  const refused = { ...fresh, testedAt: at(8), testResult: "refused" as const };
  expect(channelState({ ...refused, spokenAt: at(9) })).toEqual({ state: "speaks" });
  const paused = { ...refused, pausedAt: at(10), pauseReason: "gone" as const, spokenAt: at(9) };
  expect(channelState(paused)).toEqual({ state: "paused", problem: "gone" });
});
