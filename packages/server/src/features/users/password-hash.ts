import { Refusal } from "@offgrid/contract/core/refusal";
import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's number 2) after ASVS 5.0, appendix C. */
const cost = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** Hashing is a lever for an attacker, so few run at once and few wait (quality.md, section 3). */
const inFlightLimit = 2;
const waitingLimit = 20;

let inFlight = 0;
const waiting: (() => void)[] = [];

/** @returns an encoded argon2id hash. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * Is this the password? Without a stored hash (unknown name) the same work is done in vain, so that both take the same
 * time.
 * @throws Refusal too_many when too many wait already.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (dummyHash ??= hash("nobody has this password", cost)));
  const isEqual = await inTurn(() => verify(against, password));
  return isEqual && stored !== null && stored !== undefined;
}

let dummyHash: Promise<string> | undefined;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inFlight >= inFlightLimit) {
    if (waiting.length >= waitingLimit) throw new Refusal("too_many", { retryAfterS: 2 });
    // Whoever leaves hands over the place, so `inFlight` stays as it is.
    await new Promise<void>((go) => waiting.push(go));
  } else inFlight++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else inFlight--;
  }
}
