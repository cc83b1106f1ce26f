import { createHash } from "node:crypto";

import { expect, onTestFinished, test } from "vitest";

import { testDatabase } from "../../testing/test-database.ts";
import { readNeighbourDays } from "./neighbours.store.ts";

const day = 20_000;
const gao = { latitude: 16.27, longitude: -0.04 };

interface Standing {
  id: string;
  /** North of Gao; undefined: nobody knows where it stands. */
  km: number | undefined;
  /** Mean power at each hour of the light, W for each W of peak power. */
  gave: number;
  clusterId?: string;
}

/** Containers with what their panels gave on a day, and somebody who sees all of them. */
async function fleet(containers: readonly Standing[]) {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const { db, pool } = database;
  const secretHash = createHash("sha256").update("a secret").digest();
  await db
    .insertInto("appUser")
    .values({ id: "boss", email: "boss@example.org", role: "super_admin", setting: "{}" })
    .execute();
  await pool.query(`insert into cluster (id, name) values ('north', 'North')`);
  for (const { id, km, gave, clusterId = null } of containers) {
    const place = km === undefined ? {} : { latitude: gao.latitude + km / 111.2, longitude: gao.longitude };
    await db
      .insertInto("container")
      .values({ id, name: id, serialNumber: id, zoneName: "UTC", secretHash, clusterId, ...place })
      .execute();
    await pool.query(
      `insert into forecast_setting (container_id, provider, capacity, tilt, azimuth, loss)
      values ($1, 'auto', 4000, 15, 180, 14) on conflict (container_id) do nothing`,
      [id],
    );
    const hours = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 16 ? gave : 0));
    await pool.query(
      `insert into solar_yield (container_id, day, hours, peak_w, revision) values ($1, $2, $3, 4000, 1)`,
      [id, day, hours],
    );
  }
  return async (containerId: string) => {
    const asked = [{ containerId, ownerId: "boss", zoneName: "UTC" }];
    const [days = []] = await readNeighbourDays(db, asked, { fromDay: day, toDay: day });
    return days.map(({ percent }) => Math.round(percent));
  };
}

const standing = (count: number, name: string, gave: number, km: (place: number) => number | undefined): Standing[] =>
  Array.from({ length: count }, (_, place) => ({ id: `${name}-${place}`, km: km(place), gave }));

test("a container is compared with its nearest forty neighbours, and with none beyond them", async () => {
  // Of forty the median lies between both halves; any of the ten beyond, which gave hardly anything, would move it.
  const percentOf = await fleet([
    { id: "own", km: 0, gave: 0.6 },
    ...standing(20, "near", 0.4, (place) => 1 + 2 * place),
    ...standing(20, "nearer", 0.8, (place) => 2 + 2 * place),
    ...standing(10, "beyond", 0.05, (place) => 60 + place),
  ]);
  expect(await percentOf("own")).toEqual([100]);
});

test("whoever is in the same cluster is a neighbour however far away; others within a hundred kilometres only", async () => {
  const own = { id: "own", km: 0, gave: 0.6, clusterId: "north" };
  const ofCluster = standing(5, "cluster", 0.3, (place) => 400 + place).map((one) => ({ ...one, clusterId: "north" }));
  const lost = { ...own, id: "lost", km: undefined };
  const percentOf = await fleet([own, lost, ...ofCluster, ...standing(20, "far", 0.9, (place) => 101 + place)]);
  // Itself is no neighbour of its own; the one whose place nobody knows is, by its cluster.
  expect(await percentOf("own")).toEqual([200]);
  // Nobody knows how near anybody is to it.
  expect(await percentOf("lost")).toEqual([200]);
});

test("with fewer than five neighbours no day is compared", async () => {
  const percentOf = await fleet([{ id: "own", km: 0, gave: 0.6 }, ...standing(4, "near", 0.6, (place) => 1 + place)]);
  expect(await percentOf("own")).toEqual([]);
});
