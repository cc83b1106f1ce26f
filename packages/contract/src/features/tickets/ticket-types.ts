/** What tickets are made of, apart from the schemas, which the web app does not load. */

export const ticketStatuses = ["Unassigned", "Open", "Inprogress", "Closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketCategories = [
  "technical_support",
  "customer_service",
  "accounting_administrative",
  "complaints_comments",
] as const;
export type TicketCategory = (typeof ticketCategories)[number];

/** The mildest first. */
export const ticketPriorities = ["low", "medium", "high", "urgent"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** Whom or what a ticket waits for; a visit has a date. */
export const waitingFors = ["nobody", "customer", "part", "visit"] as const;
export type WaitingFor = (typeof waitingFors)[number];

export const closeReasons = ["solved", "duplicate", "no_answer", "withdrawn"] as const;
export type CloseReason = (typeof closeReasons)[number];
/** Why an author may close a ticket that nobody but a handler may close otherwise. */
export const authorsReasons: readonly CloseReason[] = ["solved", "withdrawn"];

/** What was wrong, as those who handle tickets found it. */
export const closeCauses = [
  "wiring",
  "battery",
  "panels",
  "inverter",
  "controller",
  "link",
  "weather",
  "misuse",
  "account",
  "not_found",
  "other",
] as const;
export type CloseCause = (typeof closeCauses)[number];
/** Causes are counted over so many days. */
export const causeDays = 90;

/** What the history of a ticket has a line for, whenever it changes. */
export const ticketFields = [
  "status",
  "agent",
  "priority",
  "category",
  "subject",
  "waitingFor",
  "waitingUntil",
  "closeReason",
  "closeCause",
  "duplicateOf",
] as const;
export type TicketField = (typeof ticketFields)[number];

/** Which tickets a list is limited to; to_do: those that one is the agent of and that wait for nobody else. */
export const ticketChoices = ["mine", "to_do", "needs_reply", "unread"] as const;
export type TicketChoice = (typeof ticketChoices)[number];

export const ticketSorts = ["updated", "created", "priority"] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** How a time until which something is to be done stands; near: three quarters of it have passed. */
export const timerStates = ["running", "near", "over", "paused"] as const;
export type TimerState = (typeof timerStates)[number];

const minuteMs = 60_000;
const dayMs = 86_400_000;

export const ticketLimits = {
  longestSubject: 120,
  longestMessage: 5_000,
  mostMentions: 10,
  /** For so long people may change and delete what they wrote. */
  editMs: 15 * minuteMs,
  /** For so long a ticket that was closed is opened again by its author, or by what a customer writes. */
  reopenMs: 14 * dayMs,
  /** Somebody is said to be writing for so long after their browser said so. */
  writingMs: 5_000,
  /** Messages and lines of history that are answered at once. */
  mostMessages: 100,
  mostChanges: 500,
} as const;

/** What stands in the address of a ticket. */
export function ticketSlug(number: number): string {
  return `t-${number}`;
}

/** The number of a ticket by what stands in its address; undefined: it is no such text. */
export function ticketNumber(slug: string): number | undefined {
  const digits = /^t-([1-9]\d{0,8})$/.exec(slug)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
