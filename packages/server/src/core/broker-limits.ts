/** What the broker allows (quality.md, section 5; protocol.md, rule 7). */
export const brokerLimits = {
  /** A connection that has not said CONNECT by then is closed. */
  connectTimeoutMs: 10_000,
  /** So many may wait for their CONNECT from one address, and in all. */
  waitingPerAddress: 50,
  waitingInAll: 2_000,
  /** A write that the peer does not take ends its connection after this. */
  drainTimeoutMs: 15_000,
  /** Of one controller; what is beyond waits. */
  messagesPerS: 20,
  burst: 100,
  /** Who has more than this unsent is skipped, until it has less than the second figure; who stays so is closed. */
  unsentBytes: 512 * 1024,
  caughtUpBytes: 64 * 1024,
  longestLagMs: 30_000,
  /** So many refused subscriptions within the window end a connection. */
  refusals: 10,
  refusalWindowMs: 60_000,
  /** Containers that one screen may watch. */
  screenTopics: 500,
};

export type BrokerLimits = Readonly<typeof brokerLimits>;
