import type { Channel } from "./channels.data.ts";

/** How a channel stands. Pure. */

export type ChannelState =
  | { state: "arrives" | "speaks" | "untested" }
  | { state: "paused"; problem: Channel["pauseReason"] }
  | { state: "failed"; problem: Exclude<Channel["testResult"], "ok" | null> }
  | { state: "unsent"; problem: NonNullable<NonNullable<Channel["lastDelivery"]>["problem"]> };

type Facts = Pick<Channel, "pausedAt" | "pauseReason" | "testedAt" | "testResult" | "spokenAt" | "lastDelivery">;

/** What came last says how it stands: a test or a message, which the log below shows too. */
export function channelState(channel: Facts): ChannelState {
  const { pausedAt, pauseReason, testedAt, testResult, spokenAt, lastDelivery } = channel;
  if (pausedAt !== null) return { state: "paused", problem: pauseReason };
  // The log does not go back for ever.
  const last = lastDelivery ?? (spokenAt === null ? null : { at: spokenAt, problem: null });
  const isTested = testResult !== null && testedAt !== null;
  if (last && !(isTested && Date.parse(testedAt) >= Date.parse(last.at)))
    return last.problem === null ? { state: "speaks" } : { state: "unsent", problem: last.problem };
  if (!isTested) return { state: "untested" };
  return testResult === "ok" ? { state: "arrives" } : { state: "failed", problem: testResult };
}
