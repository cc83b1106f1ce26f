const longestResendMs = 120_000;

/**
 * How long a message waits for its answer before it is sent again.
 * @param attempts How often it was sent before; the wait doubles with each, up to two minutes.
 * @param random 0 <= x < 1; adds up to half of the wait, so that a fleet does not send all at once.
 */
export function resendDelayMs(attempts: number, resendAfterMs: number, random: () => number): number {
  return Math.min(longestResendMs, resendAfterMs * 2 ** attempts) * (1 + random() / 2);
}
