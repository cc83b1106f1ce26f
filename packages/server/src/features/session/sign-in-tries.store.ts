import { sql } from "kysely";

import { TooMany } from "../../calls/limits.ts";
import type { Db } from "../../core/db.ts";
import {
  type Attempt,
  type Tries,
  countFailure,
  countTry,
  forgottenAfterMs,
  keysOf,
  networkLimit,
  waitOf,
} from "./login-throttle.ts";

/** Transactions that count tries at a time: they wait for each other's rows, and would take every connection of the pool. */
const countingAtOnce = 2;
let counting = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(count: () => Promise<Result>): Promise<Result> {
  if (counting < countingAtOnce) counting++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await count();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else counting--;
  }
}

/**
 * Counts a try before its password is checked, so that tries side by side count, too, in whatever process. Then one of
 * `failed`, `succeeded` and `withdrawn` follows.
 * @returns how many tries of this account from this network count, this one included.
 * @throws TooMany when it comes too early; it is not counted then.
 */
export async function begin(db: Db, attempt: Attempt, nowMs: number): Promise<number> {
  const { account, begun, network, pair } = keysOf(attempt);
  // Most tries of a flood end here, with nothing written or locked.
  const seen = await find(db, [account, begun, network, pair]);
  const early = waitOf(attempt, seen, nowMs);
  if (early && seen.get(early.key)?.isTold) throw new TooMany(early.waitMs, false);

  const count = async (tx: Db) => {
    // The network's row, too, though only a failure counts there: another's failure is seen only in a row that is locked.
    const keys = attempt.isKnown ? [begun, network, pair] : [account, begun, network, pair];
    await open(tx, keys, nowMs);
    const known = await find(tx, [account, begun, network, pair], "lock");
    const wait = waitOf(attempt, known, nowMs);
    if (!wait) {
      const tries = countTry(attempt, known, nowMs);
      await put(tx, tries);
      return tries.get(pair)?.count ?? 0;
    }
    const { numUpdatedRows } = await tx
      .updateTable("signInTries")
      .set({ isTold: true })
      .where("key", "=", wait.key)
      .where("isTold", "=", false)
      .executeTakeFirst();
    return new TooMany(wait.waitMs, numUpdatedRows > 0n);
  };
  const counted = await inTurn(() => db.transaction().execute(count));
  if (counted instanceof TooMany) throw counted;
  return counted;
}

/** The password was wrong. @returns true when this made the network's measure full: time for an alert. */
export async function failed(db: Db, attempt: Attempt, nowMs: number): Promise<boolean> {
  const { begun, network } = keysOf(attempt);
  await db
    .deleteFrom("signInTries")
    .where("lastAt", "<", new Date(nowMs - forgottenAfterMs))
    .execute();
  return db.transaction().execute(async (tx) => {
    // In the order of the keys: the row that gives back is locked first.
    await giveBack(tx, [begun]);
    await open(tx, [network], nowMs);
    const counted = countFailure((await find(tx, [network], "lock")).get(network), nowMs);
    await put(tx, new Map([[network, counted]]));
    return counted.count === networkLimit;
  });
}

/** The password was right. */
export async function succeeded(db: Db, attempt: Attempt): Promise<void> {
  const { account, begun, pair } = keysOf(attempt);
  await db.deleteFrom("signInTries").where("key", "=", pair).execute();
  await giveBack(db, attempt.isKnown ? [begun] : [account, begun]);
}

/** The password was not checked. */
export async function withdrawn(db: Db, attempt: Attempt): Promise<void> {
  const { account, begun, pair } = keysOf(attempt);
  await giveBack(db, attempt.isKnown ? [begun, pair] : [account, begun, pair]);
}

/** One at a time, which locks in the order of the keys without a transaction. */
async function giveBack(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await db
      .updateTable("signInTries")
      .set({ count: sql`greatest(count - 1, 0)` })
      .where("key", "=", key)
      .execute();
  }
}

/** Makes the rows that are missing, so that there is something to lock. @param keys in their order. */
async function open(tx: Db, keys: readonly string[], nowMs: number): Promise<void> {
  await tx
    .insertInto("signInTries")
    .values(keys.map((key) => row(key, { count: 0, firstAtMs: nowMs, lastAtMs: nowMs })))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** Locks in the order of the keys, so that two who lock some of the same never wait for each other. */
async function find(
  db: Db,
  keys: readonly string[],
  purpose?: "lock",
): Promise<Map<string, Tries & { isTold: boolean }>> {
  const rows = await db
    .selectFrom("signInTries")
    .select(["key", "count", "firstAt", "lastAt", "isTold"])
    .where("key", "in", keys)
    .orderBy("key")
    .$if(purpose === "lock", (query) => query.forUpdate())
    .execute();
  return new Map(
    rows.map(({ key, count, firstAt, lastAt, isTold }) => [
      key,
      { count, isTold, firstAtMs: firstAt.getTime(), lastAtMs: lastAt.getTime() },
    ]),
  );
}

async function put(tx: Db, counted: ReadonlyMap<string, Tries>): Promise<void> {
  await tx
    .insertInto("signInTries")
    .values([...counted].map(([key, tries]) => row(key, tries)))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((set) => ({
        count: set.ref("excluded.count"),
        firstAt: set.ref("excluded.firstAt"),
        lastAt: set.ref("excluded.lastAt"),
        isTold: false,
      })),
    )
    .execute();
}

const row = (key: string, { count, firstAtMs, lastAtMs }: Tries) => ({
  key,
  count,
  firstAt: new Date(firstAtMs),
  lastAt: new Date(lastAtMs),
});
