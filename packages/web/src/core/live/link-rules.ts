/** The link as the chip in the top bar names it. */
export type LinkState = "connecting" | "live" | "reconnecting" | "stalled" | "polling" | "offline";

/** The link may be down this long before the chip says so. */
export const graceMs = 10_000;
/** Delay between two tries to connect. */
export const reconnectMs = 1000;
/** Failed tries in a row before the delay grows. */
const quickTries = 5;
const longestDelayMs = 30_000;

export interface LinkFacts {
  connected: boolean;
  /** There was a connection before. */
  wasConnected: boolean;
  /** The connection fell silent, and since then neither a message nor the answer to a call came. */
  silent: boolean;
  /** Since when the link is down, epoch ms. */
  downSinceMs: number;
  nowMs: number;
  /** False when the browser has no network or the last call did not reach the portal. */
  reachable: boolean;
}

export function linkState({ connected, wasConnected, silent, downSinceMs, nowMs, reachable }: LinkFacts): LinkState {
  if (connected) return "live";
  if (!reachable) return "offline";
  if (silent) return "stalled";
  if (nowMs - downSinceMs >= graceMs) return "polling";
  return wasConnected ? "reconnecting" : "connecting";
}

/**
 * How long to wait before the next try: a second at first, then doubling up to 30 s, less a random part of up to half,
 * so that many browsers do not all come back at the same instant.
 * @param chance 0..1
 */
export function reconnectDelayMs(failedTries: number, chance: number): number {
  if (failedTries < quickTries) return reconnectMs;
  const full = Math.min(longestDelayMs, reconnectMs * 2 ** (failedTries - quickTries + 1));
  return Math.round(full * (1 - chance / 2));
}

/** When a credential is renewed: after 80 % of what is left of its life. Never more often than every 10 s. */
export function renewInMs(leftMs: number): number {
  return Math.max(10_000, leftMs * 0.8);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `portal-` and 16 random letters and digits: new for each tab, since two links with one id evict each other for ever. */
export function newClientId(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let id = "";
  while (id.length < 16) {
    for (const byte of random(new Uint8Array(32))) {
      // Bytes above the last whole multiple of 62 would make the first letters more likely.
      if (byte < 248 && id.length < 16) id += alphabet[byte % 62];
    }
  }
  return `portal-${id}`;
}
