/** As what people are notified of something: what a container reports by itself, or what somebody should look after. */
export const notificationTypes = ["event", "warning"] as const;
export const eventLevels = ["info", "warning", "critical"] as const;
export type EventLevel = (typeof eventLevels)[number];

/** Most that is marked as read in one go by naming it. */
export const mostNamed = 200;

/** Of a list, so many from the first of a page on are counted; that there are more is said. */
export const mostCounted = 1_000;

/** Days of which the history of several containers is listed where no beginning is said. */
export const historyDays = 90;

/** Days of which it is said which codes of events came, and how many codes at most. */
export const codeDays = 30;
export const mostCodes = 200;

/** Codes of events about one person, not about the container beside which they stand, if any. */
export const personalCodes = [
  "channel.paused",
  "chart_link.busy",
  "chart_link.ending",
  "ticket.mentioned",
  "ticket.near",
  "ticket.over",
  "warning.rule_paused",
] as const;

/** Whether warning rules can count events of a code: neither what rules say themselves, nor what concerns one person. */
export function canBeCounted(code: string): boolean {
  return !code.startsWith("warning.") && !(personalCodes as readonly string[]).includes(code);
}
