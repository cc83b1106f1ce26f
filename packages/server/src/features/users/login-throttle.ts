import { isIPv4 } from "node:net";

const windowMs = 5 * 60_000;
const freeTries = 5;
const longestPauseMs = 900_000;
const mostKeys = 10_000;

interface Tries {
  failures: number;
  firstAtMs: number;
  lastAtMs: number;
}

/**
 * Slows down guessing: five failed sign-ins of one account from one network in five minutes are free, then pauses of 1,
 * 2, 4 .. 900 s stand between tries. Names count as typed, existing or not. Kept in memory, so a restart forgets.
 */
export function loginThrottle() {
  const known = new Map<string, Tries>();

  const pauseMs = ({ failures }: Tries) =>
    failures < freeTries ? 0 : Math.min(1_000 * 2 ** (failures - freeTries), longestPauseMs);

  function find(key: string, nowMs: number): Tries | undefined {
    const tries = known.get(key);
    if (!tries) return undefined;
    // The free tries come back after a window, a grown pause only after as long again without a try.
    const forgetAfterMs = Math.max(windowMs, 2 * pauseMs(tries));
    const since = tries.failures < freeTries ? tries.firstAtMs : tries.lastAtMs;
    if (nowMs - since < forgetAfterMs) return tries;
    known.delete(key);
    return undefined;
  }

  return {
    /** Seconds to wait before the next try; 0: now. */
    waitS(email: string, address: string, nowMs: number): number {
      const tries = find(keyOf(email, address), nowMs);
      if (!tries) return 0;
      return Math.max(0, Math.ceil((tries.lastAtMs + pauseMs(tries) - nowMs) / 1_000));
    },
    /** Counts before the password is checked, so that tries side by side count, too; `succeeded` takes it back. */
    tried(email: string, address: string, nowMs: number): void {
      const key = keyOf(email, address);
      const tries = find(key, nowMs) ?? { failures: 0, firstAtMs: nowMs, lastAtMs: nowMs };
      known.delete(key);
      known.set(key, { ...tries, failures: tries.failures + 1, lastAtMs: nowMs });
      if (known.size > mostKeys) known.delete(known.keys().next().value as string);
    },
    succeeded(email: string, address: string): void {
      known.delete(keyOf(email, address));
    },
  };
}

const keyOf = (email: string, address: string) => `${email} ${networkOf(address)}`;

/** /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return plain.split(".").slice(0, 3).join(".");
  const [head = "", tail] = plain.split("%")[0]!.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => "0"), ...right].slice(0, 4).join(":");
}
