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

/**
 * Counts a try before its password is checked, so that tries side by side count, too, in whatever process; `succeeded` takes
 * it back.
 * @returns how many tries of this account from this network count, this one included.
 * @throws TooMany when it comes too early; it is not counted then.
 */
export async function begin(db: Db, attempt: Attempt, nowMs: number): Promise<number> {
  const { account, network, pair } = keysOf(attempt);
  // Most tries of a flood end here, with nothing written or locked.
  const seen = await find(db, [account, network, pair]);
  const early = waitOf(attempt, seen, nowMs);
  if (early && seen.get(early.key)?.isTold) throw new TooMany(early.waitMs, false);

  const counted = await db.transaction().execute(async (tx) => {
    const counting = attempt.isKnown ? [pair] : [account, pair];
    await tx
      .insertInto("signInTries")
      .values(counting.map((key) => row(key, { count: 0, firstAtMs: nowMs, lastAtMs: nowMs })))
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    const known = await find(tx, [account, network, pair], "lock");
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
  });
  if (counted instanceof TooMany) throw counted;
  return counted;
}

/** The password was wrong. @returns true when this made the network's measure full: time for an alert. */
export async function failed(db: Db, attempt: Attempt, nowMs: number): Promise<boolean> {
  const { network } = keysOf(attempt);
  await db
    .deleteFrom("signInTries")
    .where("lastAt", "<", new Date(nowMs - forgottenAfterMs))
    .execute();
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto("signInTries")
      .values(row(network, { count: 0, firstAtMs: nowMs, lastAtMs: nowMs }))
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    const counted = countFailure((await find(tx, [network], "lock")).get(network), nowMs);
    await put(tx, new Map([[network, counted]]));
    return counted.count === networkLimit;
  });
}

/** The password was right. */
export async function succeeded(db: Db, attempt: Attempt): Promise<void> {
  const { account, pair } = keysOf(attempt);
  await db.deleteFrom("signInTries").where("key", "=", pair).execute();
  if (attempt.isKnown) return;
  await db
    .updateTable("signInTries")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where("key", "=", account)
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
