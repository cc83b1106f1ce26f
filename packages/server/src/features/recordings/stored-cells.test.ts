import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { bring, long, longPlan, now } from "./imports.fixture.ts";
import { compareStored } from "./stored-cells.ts";

await thePortal({ clock: testClock(now) });

const mapping = CsvMapping.parse(longPlan.mapping);
const count = 60_000;
/** Every six minutes for 250 days, the oldest first. */
const ordered = Array.from({ length: count }, (_, row): CsvRow => {
  const minutesAgo = (count - 1 - row) * 6;
  return { line: row + 2, atMs: now - minutesAgo * 60_000, values: [minutesAgo] };
});
// A step that has no divisor in common with the number of rows visits each of them once.
const shuffled = ordered.map((_, place) => ordered[(place * 7_919) % count] as CsvRow);

async function* each(rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}

async function stored(containerId: string) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await bring(amina, containerId, long, longPlan);
  return (await thePortal()).database.db;
}

test("a file is compared with what is stored in either order of time, and with one part after another", async () => {
  const containerId = "cells-order";
  const db = await stored(containerId);
  // A reading of every minute is stored, for 4,500 minutes.
  const same = 750;
  for (const [rows, times] of [
    [ordered, 1],
    [ordered.toReversed(), 1],
    [[...ordered, ...ordered], 2],
  ] as const)
    expect(await compareStored(db, { containerId, mapping }, each(rows))).toMatchObject({
      same: times * same,
      differing: 0,
    });
});

test("a file in no order is not compared: it would read the whole history again and again", async () => {
  const containerId = "cells-shuffled";
  const db = await stored(containerId);
  expect(await compareStored(db, { containerId, mapping }, each(shuffled))).toBeNull();
  expect(await compareStored(db, { containerId, mapping }, each(shuffled.slice(0, 5_000)))).not.toBeNull();
});

test("a comparison that takes too long, altogether or in one query, is left out; one that nobody waits for ends", async () => {
  const containerId = "cells-late";
  const db = await stored(containerId);
  const about = { containerId, mapping };
  expect(await compareStored(db, about, each(ordered), { late: AbortSignal.abort() })).toBeNull();
  const gone = { signal: AbortSignal.abort(new Error("gone")) };
  await expect(compareStored(db, about, each(ordered), gone)).rejects.toThrow("gone");
  const cancelled = await db.transaction().execute(async (tx) => {
    await sql`lock table frame in access exclusive mode`.execute(tx);
    return db.transaction().execute(async (other) => {
      await sql`set local statement_timeout = 50`.execute(other);
      return compareStored(other, about, each(ordered));
    });
  });
  expect(cancelled).toBeNull();
});
