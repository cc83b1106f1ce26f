import { availableParallelism } from "node:os";

import { Refusal } from "@offgrid/contract/core/refusal";
import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's number 2) after ASVS 5.0, appendix C. */
const cost = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const currentHead = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
/**
 * Hashing is a lever for an attacker, so few run at once and few wait (quality.md, section 3). One processor core is kept
 * free of it: with both of two cores busy, other calls took up to 0.4 s (docs/decisions/0017).
 */
export const inFlightLimit = Math.max(1, Math.min(2, availableParallelism() - 1));
const waitingLimit = 20;
/** Further places, for people who are known: a flood of strangers takes none of these. */
const knownWaitingLimit = 10;

/**
 * Who asks for a hash. Known are those who proved who they are, and accounts where they signed in before: from outside
 * nobody makes themselves known to the portal at will.
 */
export type Asker = "stranger" | "known";

/** Too many wait for a hash. */
export class HashesBusy extends Refusal {
  constructor() {
    super("too_many", { retryAfterS: 2 });
  }
}

/** Of this process, since it started: how many ran, and the most that ran and waited at a time. */
export const hashCounts = { done: 0, refused: 0, inFlight: 0, mostInFlight: 0, waiting: 0, mostWaiting: 0 };
const waiting: Record<Asker, (() => void)[]> = { stranger: [], known: [] };
const places: Record<Asker, number> = { stranger: waitingLimit, known: knownWaitingLimit };
/** Whose turn it is when both wait: neither can keep the other waiting for ever. */
let isTurnOfKnown = true;

/** @returns an encoded argon2id hash. @throws HashesBusy when too many are waiting. */
export function hashPassword(password: string, asker: Asker = "stranger"): Promise<string> {
  return inTurn(asker, () => hash(password, cost));
}

/**
 * Is this the password? Without a stored hash (unknown name) the same work is done for nothing, so that both take the
 * same time.
 * @throws HashesBusy when too many are waiting.
 */
export async function isPassword(
  stored: string | null | undefined,
  password: string,
  asker: Asker = "stranger",
): Promise<boolean> {
  const isHash = stored?.startsWith("$argon2") === true;
  const against = isHash ? (stored as string) : await (dummyHash ??= hash("nobody has this password", cost));
  const isEqual = await inTurn(asker, () => verify(against, password));
  return isEqual && isHash;
}

/** Was it made with less than today's cost? */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(currentHead);
}

let dummyHash: Promise<string> | undefined;

async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  if (hashCounts.inFlight >= inFlightLimit) {
    const queue = waiting[asker];
    if (queue.length >= places[asker]) {
      hashCounts.refused++;
      throw new HashesBusy();
    }
    // A finished one hands its slot to the next, so `inFlight` stays as it is.
    await new Promise<void>((go) => {
      queue.push(go);
      countWaiting();
    });
  } else {
    hashCounts.inFlight++;
    hashCounts.mostInFlight = Math.max(hashCounts.mostInFlight, hashCounts.inFlight);
  }
  try {
    return await work();
  } finally {
    hashCounts.done++;
    const next = nextInTurn();
    countWaiting();
    if (next) next();
    else hashCounts.inFlight--;
  }
}

function nextInTurn(): (() => void) | undefined {
  const { known, stranger } = waiting;
  const [first, second] = isTurnOfKnown ? [known, stranger] : [stranger, known];
  isTurnOfKnown = !isTurnOfKnown;
  return first.shift() ?? second.shift();
}

function countWaiting(): void {
  hashCounts.waiting = waiting.known.length + waiting.stranger.length;
  hashCounts.mostWaiting = Math.max(hashCounts.mostWaiting, hashCounts.waiting);
}
