/** What the broker allows (quality.md, section 5; protocol.md, rule 7). */
export const brokerLimits = {
  /** A connection without a CONNECT by then is closed. */
  connectTimeoutMs: 10_000,
  /** How many connections may wait for their CONNECT: per address, and in total. */
  waitingPerAddress: 50,
  waitingInAll: 2_000,
  /** A write that the other end does not accept for this long ends its connection. */
  drainTimeoutMs: 15_000,
  /** Per connection; messages beyond it wait unread. */
  messagesPerS: 20,
  burst: 100,
  /** What so many messages of 16 KiB are: a minute of frames takes less, even uncompressed. */
  messageBytesPerS: 20 * 16 * 1024,
  /** What a controller brings along after three days without a link, at ten metrics every 10 s. */
  burstBytes: 4 * 1024 * 1024,
  /** Messages of a connection that were read and wait for room; nothing more is read meanwhile. */
  untakenMessages: 32,
  untakenBytes: 256 * 1024,
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
