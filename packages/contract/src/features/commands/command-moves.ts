/** The states of a command, and which of them may follow which. */
export const commandStates = [
  "queued",
  "sent",
  "accepted",
  "done",
  "failed",
  "refused",
  "expired",
  "unknown",
  "cancelled",
] as const;
export type CommandState = (typeof commandStates)[number];

/** An output has at most one command in these. */
export const openStates = ["queued", "sent", "accepted"] as const satisfies readonly CommandState[];

/**
 * What moves a command: `send`, `withdraw` and `cancel` are the portal's, `timeout` is a deadline of the portal, and the
 * others are answers of the controller. `mismatch` is an answer `done` with a value other than the one asked for.
 */
export const commandEvents = [
  "send",
  "withdraw",
  "cancel",
  "timeout",
  "accepted",
  "done",
  "mismatch",
  "failed",
  "refused",
  "expired",
] as const;
export type CommandEvent = (typeof commandEvents)[number];

const ends = { done: "done", mismatch: "failed", failed: "failed", refused: "refused", expired: "expired" } as const;

const moves: Record<CommandState, Partial<Record<CommandEvent, CommandState>>> = {
  queued: { send: "sent", withdraw: "refused", cancel: "cancelled", timeout: "expired" },
  sent: { accepted: "accepted", timeout: "unknown", ...ends },
  accepted: { timeout: "unknown", ...ends },
  // Only evidence ends it: neither time nor a person.
  unknown: ends,
  done: {},
  failed: {},
  refused: {},
  expired: {},
  cancelled: {},
};

/**
 * - `repeated`: the event has had its effect already.
 * - `final`: nothing moves the command any more.
 * - `unexpected`: no such event in this state.
 */
export type MoveRefusal = "repeated" | "final" | "unexpected";

/** The state that follows, and whether it comes by an answer that arrived after the portal had stopped waiting. */
export type Move = { state: CommandState; isLate: boolean } | { refusal: MoveRefusal };

export function move(state: CommandState, event: CommandEvent): Move {
  const next = moves[state][event];
  if (next !== undefined) return { state: next, isLate: state === "unknown" };
  const isRepeated = Object.values(moves).some((row) => row[event] === state);
  if (isRepeated) return { refusal: "repeated" };
  return { refusal: Object.keys(moves[state]).length === 0 ? "final" : "unexpected" };
}
