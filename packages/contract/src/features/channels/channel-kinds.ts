/** Ways by which people are reached outside the portal. No schema library here: screens import it whole. */

export const channelKinds = ["mail", "push", "webhook", "telegram", "sms"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** steps: as the steps of escalation say; at_once: with the first message, whoever owns the rule. */
export const channelTimings = ["steps", "at_once"] as const;
export type ChannelTiming = (typeof channelTimings)[number];

export const channelLimits = {
  /** Of one person. */
  channels: 20,
  longestName: 64,
  longestUrl: 2_048,
  longestTemplate: 300,
  /** So many failures in a row pause a channel. */
  failures: 5,
  /** A channel says something once in so long; what comes meanwhile goes together. */
  quietMs: 5 * 60_000,
  /** Of one person, by all kinds. */
  testsPerDay: 20,
  /** SMS and Telegram, which go to numbers that nobody proved to be theirs: of one person. */
  textsPerDay: 100,
  /** To one number or chat, whoever sends there. */
  textsToOnePerDay: 200,
} as const;

/** Minutes for which nobody has looked after an incident, by the step of escalation that this brings. */
export const escalationMinutes = [0, 15, 45] as const;

/**
 * The step of escalation at which a channel speaks, by default: what costs nobody anything and disturbs least speaks at
 * once, mail and SMS of whoever made the rule after a quarter of an hour, those of the staff after three.
 * @returns undefined: never.
 */
export function stepOf(
  { kind, timing }: { kind: ChannelKind; timing: ChannelTiming },
  { isOwner, isStaff }: { isOwner: boolean; isStaff: boolean },
): 0 | 1 | 2 | undefined {
  if (timing === "at_once" || (kind !== "mail" && kind !== "sms")) return 0;
  if (isOwner) return 1;
  return isStaff ? 2 : undefined;
}

/** How an attempt to send ended. */
export const sendProblems = [
  /** The service has said that it will not take it. */
  "refused",
  /** The service asks to come later. */
  "rate_limited",
  /** The portal has sent as many as a day may have. */
  "day_limit",
  /** Nobody was there to take it. */
  "unreachable",
  /** It was sent, and no answer came. */
  "unanswered",
  /** The channel is no more, such as a browser that forgot it. */
  "gone",
  /** The address is private, and is not dialled. */
  "closed",
  /** The portal has no service for this kind. */
  "not_configured",
  /** The person has not proved that the mail address is theirs. */
  "unverified",
] as const;
export type SendProblem = (typeof sendProblems)[number];

/** What another try cannot change. */
const final: readonly SendProblem[] = ["refused", "gone", "closed", "not_configured", "unverified"];

export function isWorthRetrying(problem: SendProblem): boolean {
  return !final.includes(problem);
}
