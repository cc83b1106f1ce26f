import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { inTime, withContainer } from "./configuration.fixture.ts";

const reason = "New batteries";
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const second = (iso: string) => Math.floor(Date.parse(iso) / 1_000);

test("works are known on site, with each change of them, and gone there when they are over", async () => {
  const { amina, start, reaches } = await withContainer("segou");
  const knows = async (knowledge: string) =>
    vi.waitUntil(
      async () => (await amina.call("maintenanceList", { containerId: "segou" })).data[0]?.knowledge === knowledge,
      inTime,
    );
  const knowledge = async () =>
    (await amina.call("getConfiguration", { containerId: "segou" })).data.reported?.doc["works"];
  await start();
  await reaches("in_sync");
  const plan = { containerId: "segou", reason, startsAt: inHours(2), endsAt: inHours(3) };
  const { worksId, startsAt } = (await amina.call("maintenanceSet", plan)).data;
  await knows("known");
  expect(await knowledge()).toEqual({ [worksId]: { from: second(startsAt), to: second(plan.endsAt) } });
  const endsAt = inHours(5);
  await amina.call("maintenanceSet", { containerId: "segou", worksId, reason, endsAt });
  await knows("known");
  expect(await knowledge()).toEqual({ [worksId]: { from: second(startsAt), to: second(endsAt) } });
  await amina.call("maintenanceEnd", { containerId: "segou", worksId });
  await vi.waitUntil(async () => Object.keys((await knowledge()) ?? {}).length === 0, inTime);
  expect((await amina.call("maintenanceList", { containerId: "segou" })).data[0]?.knowledge).toBeNull();
});

test("works wait for a container that is away, and reach it while its people work, which nothing else does that others asked for", async () => {
  const { amina, start, reaches } = await withContainer("mopti");
  const { binta } = await cast({ binta: { role: "user", containers: ["mopti"] } });
  const knowledge = async () => (await amina.call("maintenanceList", { containerId: "mopti" })).data[0]?.knowledge;
  const first = await start();
  await reaches("in_sync");
  await first.stop();
  const { worksId } = (await binta.call("maintenanceSet", { containerId: "mopti", reason, endsAt: inHours(1) })).data;
  // What it can do may be stored a moment later than its configuration.
  await vi.waitUntil(async () => (await knowledge()) === "waiting", inTime);
  // Nobody has asked for anything there so far, and somebody else than nobody works there.
  const again = await start();
  await vi.waitUntil(async () => (await knowledge()) === "known", inTime);
  await binta.call("maintenanceEnd", { containerId: "mopti", worksId });
  await reaches("in_sync");
  await again.stop();

  await amina.call("setConfiguration", { containerId: "mopti", keepAlive: { frameSeconds: 7, linkSeconds: 50 } });
  await binta.call("maintenanceSet", { containerId: "mopti", reason, endsAt: inHours(1) });
  await start();
  const { database } = await thePortal();
  await vi.waitUntil(async () => {
    const { rows } = await database.pool.query("select linked from container_latest where container_id = 'mopti'");
    return rows[0]?.linked === true;
  }, inTime);
  const { data } = await binta.call("getConfiguration", { containerId: "mopti" });
  expect(data).toMatchObject({ state: "waiting", wanted: { by: { userId: amina.userId } } });
  expect(await knowledge()).toBe("waiting");
});

test("a controller whose software knows no works is asked for none until it does", async () => {
  const { amina, start, reaches } = await withContainer("kita");
  const { database } = await thePortal();
  await (await start()).stop();
  await database.pool.query("update container_latest set capabilities = '[]' where container_id = 'kita'");
  const { data } = await amina.call("maintenanceSet", { containerId: "kita", reason, endsAt: inHours(1) });
  expect(data.knowledge).toBe("unsupported");
  expect((await amina.call("getConfiguration", { containerId: "kita" })).data.wanted?.doc["works"]).toBeUndefined();
  await start();
  const knowledge = async () => (await amina.call("maintenanceList", { containerId: "kita" })).data[0]?.knowledge;
  await vi.waitUntil(async () => (await knowledge()) === "known", inTime);
  await reaches("in_sync");
});
