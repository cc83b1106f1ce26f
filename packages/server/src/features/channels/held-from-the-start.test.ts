import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";
import { listDeliveries } from "./delivery-log.store.ts";
import { aService, webhookTo } from "./hooks.fixture.ts";
import { planAll } from "./planner.ts";

const minuteMs = 60_000;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

type Bench = ReturnType<typeof benchOf>;

const logOf = async (bench: Bench, userId: string) =>
  (await listDeliveries(bench.db, { userId }, { limit: 200, offset: 0 })).map(({ kind, state, reason, about }) =>
    [kind, state, reason, about?.content, about?.containerName].join(" "),
  );

/** All of it began during works. */
const quieten = (bench: Bench, incidentId: string) =>
  bench.pool.query("update incident_member set is_quiet = true where incident_id = $1", [incidentId]);

test("the log says that nobody was told, and why: works, or that somebody looked after it or muted it before", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const [amina, kofi] = [await bench.person("Amina"), await bench.person("Kofi")];
  const [gao, kayes] = [await bench.container("Gao", amina, kofi), await bench.container("Kayes", amina)];
  await bench.channel(amina, webhookTo(service));
  await bench.channel(amina, { kind: "mail" }, { timing: "steps" });
  await bench.channel(kofi, webhookTo(service), { severity: "critical" });
  const works = await bench.incident([gao]);
  await quieten(bench, works);
  await bench.rule(works, amina);
  const cared = await bench.incident([kayes]);
  await bench.set(cared, "acknowledged", amina);
  // What waits to be told, and what is gathered still, is left alone.
  const loud = await bench.incident([gao]);
  const gathering = await bench.incident([kayes]);
  await quieten(bench, gathering);
  await bench.pool.query("update incident set gather_until = $2 where id = $1", [
    gathering,
    new Date(bench.clock.now() + minuteMs),
  ]);
  await bench.run();
  // Both became known in one round, in the order of their ids.
  expect((await logOf(bench, amina)).toSorted()).toEqual([
    "raised suppressed acknowledged Charge low Kayes",
    "raised suppressed works Charge low Gao",
    "raised suppressed works Charge low Gao",
  ]);
  expect([await bench.fates(loud), await bench.fates(gathering)]).toEqual([[], []]);
  // Whose channel never wanted it reads nothing of it.
  expect(await logOf(bench, kofi)).toEqual([]);
  bench.clock.advance(10 * minuteMs);
  await bench.run();
  expect(await bench.fates(gathering)).toEqual(["raised suppressed works"]);
  expect(await bench.fates(works)).toHaveLength(2);
  expect(service.asked).toHaveLength(0);

  // Works end, and it grows beyond what began then: that is told, and its end.
  await bench.pool.query("update incident_member set is_quiet = false where incident_id = $1", [works]);
  await bench.news(works, "raised");
  await bench.run();
  expect(service.asked).toHaveLength(1);
});

test("what was muted before anybody is told stands in the log of who muted it", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  await bench.channel(amina, webhookTo(service));
  await bench.pool.query("insert into incident_mute (incident_id, user_id, until) values ($1, $2, $3)", [
    incident,
    amina,
    new Date(bench.clock.now() + 60 * minuteMs),
  ]);
  await bench.news(incident, "raised");
  await bench.run();
  expect(await logOf(bench, amina)).toEqual(["raised suppressed muted Charge low Gao"]);
  expect(service.asked).toHaveLength(0);
});

test("several processes note once why nobody is told, and works at a whole fleet do not fill a log", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  await bench.channel(amina, webhookTo(service));
  const gao = await bench.container("Gao", amina);
  for (let count = 0; count < 120; count++) await quieten(bench, await bench.incident([gao]));
  await Promise.all([planAll(bench.tools), planAll(bench.tools), planAll(bench.tools)]);
  const { rows } = await bench.pool.query<{ count: number; most: number }>(
    `select count(*)::int as count, (select max(n)::int from (select count(*) as n from delivery where user_id = $1
      group by incident_id, channel_id) as each) as most from delivery where user_id = $1`,
    [amina],
  );
  expect(rows).toEqual([{ count: 100, most: 1 }]);
  expect(service.asked).toHaveLength(0);
});
