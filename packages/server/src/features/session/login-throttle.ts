import { networkOf } from "../../core/network.ts";

const windowMs = 5 * 60_000;
const freeTries = 5;
const longestPauseMs = 900_000;
const mostKeys = 50_000;
/** Of one account from all networks that it never signed in from. */
const strangersLimit = 20;
/** Of all accounts from one network. */
const networkLimit = 20;
const networkWindowMs = 10 * 60_000;

interface Tries {
  failures: number;
  firstAtMs: number;
  lastAtMs: number;
}

/** Who tries to sign in, from where. */
export interface Attempt {
  /** As typed, existing or not. */
  email: string;
  address: string;
  /** The account signed in from this network within 30 days: guesses elsewhere do not lock it out. */
  isKnown: boolean;
}

/**
 * Slows down guessing, by three counts. One account from one network: five failures in five minutes are free, then pauses
 * of 1, 2, 4 .. 900 s stand between tries. One account from networks that are new to it: 20 in five minutes. One network,
 * whatever the accounts: 20 in ten minutes. Kept in memory, so a restart forgets.
 */
export class LoginThrottle {
  readonly #pairs = new Map<string, Tries>();
  readonly #accounts = new Map<string, Tries>();
  readonly #networks = new Map<string, Tries>();

  /** Seconds to wait before the next try; 0: now. */
  waitS(attempt: Attempt, nowMs: number): number {
    const pair = findPair(this.#pairs, pairOf(attempt), nowMs);
    const waits = [
      pair ? pauseLeftMs(pair, nowMs) : 0,
      attempt.isKnown ? 0 : windowLeftMs(this.#accounts, attempt.email, strangersLimit, windowMs, nowMs),
      windowLeftMs(this.#networks, networkOf(attempt.address), networkLimit, networkWindowMs, nowMs),
    ];
    return Math.max(0, Math.ceil(Math.max(...waits) / 1_000));
  }

  /** Counts before the password is checked, so that tries side by side count, too; `succeeded` takes it back. */
  tried(attempt: Attempt, nowMs: number): void {
    const key = pairOf(attempt);
    const pair = findPair(this.#pairs, key, nowMs) ?? { failures: 0, firstAtMs: nowMs, lastAtMs: nowMs };
    put(this.#pairs, key, { ...pair, failures: pair.failures + 1, lastAtMs: nowMs });
    if (!attempt.isKnown) countIn(this.#accounts, attempt.email, windowMs, nowMs);
  }

  /** The password was wrong. @returns true when this made the network's measure full: time for an alert. */
  failed(attempt: Attempt, nowMs: number): boolean {
    return countIn(this.#networks, networkOf(attempt.address), networkWindowMs, nowMs) === networkLimit;
  }

  /** The password was right. */
  succeeded(attempt: Attempt): void {
    this.#pairs.delete(pairOf(attempt));
    const account = this.#accounts.get(attempt.email);
    if (account && !attempt.isKnown) account.failures--;
  }
}

const pairOf = ({ email, address }: Attempt) => `${email} ${networkOf(address)}`;

const pauseMs = ({ failures }: Tries) =>
  failures < freeTries ? 0 : Math.min(1_000 * 2 ** (failures - freeTries), longestPauseMs);

/** A free try waits for nothing, also where one that began later was counted first. */
function pauseLeftMs(pair: Tries, nowMs: number): number {
  const lengthMs = pauseMs(pair);
  return lengthMs === 0 ? 0 : pair.lastAtMs + lengthMs - nowMs;
}

function findPair(pairs: Map<string, Tries>, key: string, nowMs: number): Tries | undefined {
  const tries = pairs.get(key);
  if (!tries) return undefined;
  // The free tries come back after a window, a grown pause only after as long again without a try.
  const forgetAfterMs = Math.max(windowMs, 2 * pauseMs(tries));
  const since = tries.failures < freeTries ? tries.firstAtMs : tries.lastAtMs;
  if (nowMs - since < forgetAfterMs) return tries;
  pairs.delete(key);
  return undefined;
}

function windowLeftMs(known: Map<string, Tries>, key: string, limit: number, lengthMs: number, nowMs: number): number {
  const tries = known.get(key);
  if (!tries || tries.failures < limit) return 0;
  return tries.firstAtMs + lengthMs - nowMs;
}

function countIn(known: Map<string, Tries>, key: string, lengthMs: number, nowMs: number): number {
  const open = known.get(key);
  const tries = open && nowMs - open.firstAtMs < lengthMs ? open : { failures: 0, firstAtMs: nowMs, lastAtMs: nowMs };
  put(known, key, { ...tries, failures: tries.failures + 1, lastAtMs: nowMs });
  return tries.failures + 1;
}

function put(known: Map<string, Tries>, key: string, tries: Tries): void {
  known.delete(key);
  known.set(key, tries);
  if (known.size > mostKeys) known.delete(known.keys().next().value as string);
}
