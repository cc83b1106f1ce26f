import type { SendProblem } from "./channel-kinds.ts";

/** What becomes of a delivery: what one channel of one person is told of one piece of news. Pure. */

export const deliveryStates = ["queued", "sending", "sent", "retrying", "failed", "suppressed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What is told: an incident, or what would have warned while a container was dark. */
export const newsKinds = ["raised", "changed", "escalation", "reminder", "cleared", "while_dark"] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Why something was not told. */
export const suppressions = [
  /** Works are under way at all of its containers. */
  "works",
  "muted",
  /** Another incident explains it. */
  "inhibited",
  /** It went with what came later of the same incident. */
  "digest",
  "off_hours",
  /** The channel has been told already. */
  "duplicate",
  /** It was over before it could be told, or nothing had been told that could be over. */
  "superseded",
  /** The person sees none of its containers any more. */
  "out_of_scope",
  /** Somebody looks after it, or the person themself does. */
  "acknowledged",
  "paused",
] as const;
export type Suppression = (typeof suppressions)[number];

/** Why a delivery failed for good. */
export type DeliveryFailure = SendProblem | "interrupted";

/** What happens to a delivery. */
export const deliveryEvents = ["claimed", "accepted", "failed", "abandoned", "died", "suppressed"] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/**
 * All moves that there are. A process that dies while it sends leaves the row at `sending`, and nobody knows whether the
 * message went out: it is not sent again (docs/decisions/0095).
 */
export const deliveryMoves: Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>> = {
  queued: { claimed: "sending", suppressed: "suppressed" },
  sending: { accepted: "sent", failed: "retrying", abandoned: "failed", died: "failed" },
  retrying: { claimed: "sending", suppressed: "suppressed" },
  sent: {},
  failed: {},
  suppressed: {},
};

/** The states from which an event leads on. */
export function statesBefore(event: DeliveryEvent): DeliveryState[] {
  return deliveryStates.filter((state) => deliveryMoves[state][event] !== undefined);
}

const minuteMs = 60_000;
const pausesMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs);
const longestMs = 24 * 60 * minuteMs;

/**
 * @param attempts Those that failed so far, at least 1.
 * @param askedMs The pause that the service asked for.
 * @returns when the next one is; undefined: never, since the news would be more than a day old.
 */
export function retryAt(
  { attempts, createdMs }: { attempts: number; createdMs: number },
  nowMs: number,
  askedMs = 0,
): number | undefined {
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? minuteMs;
  const atMs = nowMs + Math.max(pauseMs, askedMs);
  return atMs - createdMs > longestMs ? undefined : atMs;
}
