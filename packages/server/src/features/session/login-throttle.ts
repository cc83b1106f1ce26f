import { networkOf } from "../../calls/network.ts";

const freeTries = 5;
const pairWindowMs = 5 * 60_000;
const longestPauseMs = 900_000;
/** Per account, from all networks that it never signed in from. */
const strangersLimit = 20;
const strangersWindowMs = 5 * 60_000;
/** Of all accounts from one network. */
export const networkLimit = 20;
const networkWindowMs = 10 * 60_000;
/** What the next try waits where as many tries as the limit leaves are being checked at this moment. */
const checkMs = 2_000;
/** Counts older than this say nothing any more. */
export const forgottenAfterMs = 2 * longestPauseMs + 60_000;

/** Tries counted under one key; times as epoch ms. */
export interface Tries {
  count: number;
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
 * Three counts slow down guessing. One account from one network: five tries in five minutes are free, then pauses of 1, 2,
 * 4 .. 900 s stand between tries. One account from networks that are new to it: 20 in five minutes. One network, whatever
 * the accounts: 20 failures in ten minutes, where a try whose password is being checked counts as one. Pure; the counts
 * are kept by the store.
 */
export const keysOf = ({ email, address }: Attempt) => ({
  account: `account ${email}`,
  begun: `begun ${networkOf(address)}`,
  network: `network ${networkOf(address)}`,
  pair: `pair ${email} ${networkOf(address)}`,
});

/** @returns the counts under their keys after one more try, from an account that is known there or not. */
export function countTry(attempt: Attempt, known: ReadonlyMap<string, Tries>, nowMs: number): Map<string, Tries> {
  const { pair, account, begun } = keysOf(attempt);
  const counted = new Map([
    [pair, { ...(openPair(known.get(pair), nowMs) ?? noTries(nowMs)), lastAtMs: nowMs }],
    [begun, { ...(openNetwork(known.get(begun), nowMs) ?? noTries(nowMs)), lastAtMs: nowMs }],
  ]);
  if (!attempt.isKnown) {
    counted.set(account, {
      ...(within(known.get(account), strangersWindowMs, nowMs) ?? noTries(nowMs)),
      lastAtMs: nowMs,
    });
  }
  for (const tries of counted.values()) tries.count++;
  return counted;
}

/** @returns the counts of a network after one more failure. */
export function countFailure(known: Tries | undefined, nowMs: number): Tries {
  const open = openNetwork(known, nowMs) ?? noTries(nowMs);
  return { ...open, count: open.count + 1, lastAtMs: nowMs };
}

/** @returns the key that the next try has to wait for longest, and how long; undefined: it may go ahead. */
export function waitOf(
  attempt: Attempt,
  known: ReadonlyMap<string, Tries>,
  nowMs: number,
): { key: string; waitMs: number } | undefined {
  const { pair, account, network, begun } = keysOf(attempt);
  const failures = openNetwork(known.get(network), nowMs)?.count ?? 0;
  const inCheck = openNetwork(known.get(begun), nowMs)?.count ?? 0;
  const waits = [
    { key: pair, waitMs: pauseLeftMs(openPair(known.get(pair), nowMs), nowMs) },
    {
      key: account,
      waitMs: attempt.isKnown ? 0 : leftMs(known.get(account), strangersLimit, strangersWindowMs, nowMs),
    },
    { key: network, waitMs: leftMs(known.get(network), networkLimit, networkWindowMs, nowMs) },
    { key: begun, waitMs: failures + inCheck < networkLimit ? 0 : checkMs },
  ];
  const longest = waits.reduce((one, other) => (other.waitMs > one.waitMs ? other : one));
  return longest.waitMs > 0 ? longest : undefined;
}

const noTries = (nowMs: number): Tries => ({ count: 0, firstAtMs: nowMs, lastAtMs: nowMs });

const pauseMs = ({ count }: Tries) =>
  count < freeTries ? 0 : Math.min(1_000 * 2 ** (count - freeTries), longestPauseMs);

/** A free attempt does not wait, even where one that began later was counted first. */
function pauseLeftMs(tries: Tries | undefined, nowMs: number): number {
  const lengthMs = tries ? pauseMs(tries) : 0;
  return !tries || lengthMs === 0 ? 0 : tries.lastAtMs + lengthMs - nowMs;
}

/** The free tries come back after a window, a grown pause only after as long again without a try. */
function openPair(tries: Tries | undefined, nowMs: number): Tries | undefined {
  if (!tries) return undefined;
  const forgetAfterMs = Math.max(pairWindowMs, 2 * pauseMs(tries));
  return nowMs - (tries.count < freeTries ? tries.firstAtMs : tries.lastAtMs) < forgetAfterMs ? tries : undefined;
}

/**
 * A window of a network begins with what it counts first: failures, or tries being checked, so that those of a process
 * that ended are forgotten, too.
 */
function openNetwork(tries: Tries | undefined, nowMs: number): Tries | undefined {
  return tries?.count === 0 ? undefined : within(tries, networkWindowMs, nowMs);
}

function within(tries: Tries | undefined, windowMs: number, nowMs: number): Tries | undefined {
  return tries && nowMs - tries.firstAtMs < windowMs ? tries : undefined;
}

function leftMs(tries: Tries | undefined, limit: number, windowMs: number, nowMs: number): number {
  return !tries || tries.count < limit ? 0 : tries.firstAtMs + windowMs - nowMs;
}
