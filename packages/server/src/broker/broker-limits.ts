/** What the broker allows (quality.md, section 5; protocol.md, rule 7). */
export const brokerLimits = {
  /** A connection without a CONNECT by then is closed. */
  connectTimeoutMs: 10_000,
  /** How many connections may wait for their CONNECT: per address, and in total. */
  waitingPerAddress: 50,
  waitingInAll: 2_000,
  /** A write that the other end does not accept for this long ends its connection. */
  drainTimeoutMs: 15_000,
  /** Per controller; messages beyond it wait. */
  messagesPerS: 20,
  burst: 100,
  /** Packets of all other kinds (pings, subscriptions, acknowledgements) per connection; those beyond it wait unread. */
  controlsPerS: 50,
  controlBurst: 500,
  /** A reader with more unsent bytes than this is skipped until it has less than the second figure, or else closed. */
  unsentBytes: 512 * 1024,
  caughtUpBytes: 64 * 1024,
  longestLagMs: 30_000,
  /** This many refused subscriptions within the window end a connection. */
  refusals: 10,
  refusalWindowMs: 60_000,
  /** Containers that one screen may watch. */
  screenTopics: 500,
  /** Database checks per screen, after an initial burst of as many as it may watch. */
  topicChecksPerS: 50,
};

export type BrokerLimits = Readonly<typeof brokerLimits>;
