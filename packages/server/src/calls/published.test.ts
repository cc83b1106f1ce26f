import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { until } from "../features/ingest/telemetry.fixture.ts";
import { cast, thePortal } from "../testing/cast.ts";

const password = "lanterns over the dunes";

test("the end of a right or a session is announced by the transaction that ended it", async () => {
  const { boss, amina } = await cast({
    boss: { role: "super_admin", containers: ["dune"] },
    amina: { role: "user", containers: ["dune"], password },
  });
  const { database } = await thePortal();
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'offgrid-portal bus'",
  );
  const ofTheBus = new Set(rows.map(({ pid }) => pid));
  expect(ofTheBus.size).toBe(1);
  const listener = new pg.Client(database.address);
  await listener.connect();
  onTestFinished(() => listener.end());
  const received: { name: string; isOfTheBus: boolean }[] = [];
  listener.on("notification", ({ payload, processId }) => {
    const [, name] = JSON.parse(payload ?? "") as [string, string];
    received.push({ name, isOfTheBus: ofTheBus.has(processId) });
  });
  await listener.query("listen offgrid_bus");

  await amina.call("editPassword", { oldPassword: password, newPassword: `${password} at night` });
  await boss.call("assignUser", { containerId: "dune", users: [] });
  await boss.call("sessionEnd", { userId: amina.userId });
  await until(() => received.length >= 2);
  await boss.call("removeUser", { userId: amina.userId });
  await until(() => received.some(({ name }) => name === "userEnded"));
  expect(received.filter(({ isOfTheBus }) => isOfTheBus)).toEqual([]);
  expect(new Set(received.map(({ name }) => name))).toEqual(new Set(["accessChanged", "sessionEnded", "userEnded"]));
});
