import { expect, test } from "vitest";

import { ensurePartitions } from "../../history/tiers/frames.store.ts";
import { sealDay } from "../../history/tiers/sealed-days.store.ts";
import { cast, thePortal } from "../../testing/cast.ts";

const start = Date.UTC(2026, 10, 20, 23, 59, 30);
const day = Math.floor(start / 86_400_000);

/** Frames as ingest leaves them, each so many seconds after the start, and its delay. */
async function stored(containerId: string, frames: readonly (readonly [atMs: number, delayMs: number])[]) {
  const { db, pool } = (await thePortal()).database;
  const months = frames.map(([atMs]) => ({ containerId, atMs, values: [] }));
  await ensurePartitions(db, months, new Set());
  for (const [atMs, delayMs] of frames)
    await pool.query(
      "insert into frame (container_id, at, received_at, v) values ($1, to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000), '{}')",
      [containerId, atMs, atMs + delayMs],
    );
}

test("the last twenty frames are shown with when they came, across midnight and out of a sealed day, without what the portal counts", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["agadez"] } });
  const ask = async () =>
    (await amina.call("getLastArrivals", { containerId: "agadez" })).data.map(({ at, receivedAt }) => [
      (Date.parse(at) - start) / 1000,
      Date.parse(receivedAt) - Date.parse(at),
    ]);
  expect(await ask()).toEqual([]);
  const measured = Array.from(
    { length: 25 },
    (_, place) => [start + place * 10_000, place === 22 ? 600_000 : 300] as const,
  );
  // The last instant of a quarter hour is the portal's own.
  await stored("agadez", [...measured, [start + 29_999, 0]]);
  const expected = Array.from({ length: 20 }, (_, back) => [(24 - back) * 10, back === 2 ? 600_000 : 300]);
  expect(await ask()).toEqual(expected);
  const { db } = (await thePortal()).database;
  await sealDay(db, { containerId: "agadez", day }, async () => {});
  expect(await ask()).toEqual(expected);
  // Of a container that is dark since, all are sealed.
  await sealDay(db, { containerId: "agadez", day: day + 1 }, async () => {});
  expect(await ask()).toEqual(expected);
});

test("whoever may not see a container learns nothing of its readings", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["agadez"] } });
  await expect(amina.call("getLastArrivals", { containerId: "lagos" })).refusesWith("not_found");
});
