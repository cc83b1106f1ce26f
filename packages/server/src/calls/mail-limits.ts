import type { Limits } from "./limits.ts";

const hourMs = 3_600_000;
const mailsPerHour = 5;
/** Enough for the people of a whole site in one sitting. */
const lettersPerHour = 100;

/** Counts a mail with a link to an address, whichever call sends it. @returns whether it may be sent. */
export function mayMail(limits: Limits, email: string): Promise<boolean> {
  return limits.tryTake(`mail ${email}`, mailsPerHour, hourMs);
}

/**
 * Counts a mail that somebody signed in has sent to an address of their choice, for them and for the address.
 * @throws TooMany
 */
export async function mustMayWriteTo(limits: Limits, userId: string, email: string): Promise<void> {
  await limits.take(`letters ${userId}`, lettersPerHour, hourMs);
  await limits.take(`mail ${email}`, mailsPerHour, hourMs);
}

/**
 * Counts a mail that tells a person, at their present address, of a change that somebody asked for. Without it the change
 * must not go on, so it is counted by itself: strangers can use up the other mails to an address, but not these.
 * @throws TooMany
 */
export async function mustMayTell(limits: Limits, email: string): Promise<void> {
  await limits.take(`notice ${email}`, mailsPerHour, hourMs);
}
