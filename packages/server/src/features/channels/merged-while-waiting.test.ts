import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";
import { aService, bodies, webhookTo } from "./hooks.fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const hours = { from: "08:00", to: "18:00", zoneName: "UTC", exceptCritical: true };

/** A message that waits for the morning, and one that was told at night: their incidents become one. */
async function waitingAndNotified(waitingIs: "older" | "newer") {
  // What waits for the quiet after another message comes to wait for the morning.
  const bench = benchOf(database, {}, Date.UTC(2026, 10, 20, 17, 58));
  const service = await aService();
  const amina = await bench.person("Amina");
  const place = (name: string) => bench.container(name, amina);
  await bench.channel(amina, webhookTo(service), { hours });
  const before = await bench.incident([await place("Mopti")]);
  await bench.news(before, "raised");
  await bench.run();
  const waiting = await bench.incident([await place("Gao")]);
  const notified = await bench.incident([await place("Kayes")], "critical");
  const steps = [
    async () => {
      await bench.news(waiting, "raised");
      await bench.run();
      bench.clock.advance(hourMs);
      await bench.run();
    },
    async () => {
      await bench.news(notified, "raised", "critical");
      await bench.run();
    },
  ];
  for (const step of waitingIs === "older" ? steps : steps.toReversed()) await step();
  expect([await bench.fates(waiting), await bench.fates(notified)]).toEqual([["raised queued"], ["raised sent"]]);
  const merge = async (part: string, whole: string) => {
    await bench.pool.query("update incident_member set incident_id = $2 where incident_id = $1", [part, whole]);
    await bench.pool.query("update incident set merged_into = $2, state = 'resolved' where id = $1", [part, whole]);
  };
  const kindsOf = (whole: string) =>
    bodies(service).flatMap(({ items }) => items.flatMap((one) => (one.incidentId === whole ? [one.kind] : [])));
  return { bench, waiting, notified, merge, kindsOf, service };
}

test.each(["older", "newer"] as const)(
  "what waits for the morning is not told again where its incident became one with another that was told at night: the %s one waits",
  async (waitingIs) => {
    for (const isIntoNotified of [true, false]) {
      const { bench, waiting, notified, merge, kindsOf, service } = await waitingAndNotified(waitingIs);
      const [part, whole] = isIntoNotified ? [waiting, notified] : [notified, waiting];
      await merge(part, whole);
      bench.clock.advance(15 * hourMs);
      await bench.run();
      // Under the name that it had at night.
      expect(kindsOf(notified)).toEqual(["raised"]);
      expect(bodies(service)).toHaveLength(2);
      await bench.end(whole);
      await bench.run();
      bench.clock.advance(6 * minuteMs);
      await bench.run();
      expect(bodies(service).map(({ items }) => items[0]?.kind)).toEqual(["raised", "raised", "cleared"]);
      expect((await bench.fates(whole)).filter((fate) => fate === "cleared sent")).toHaveLength(1);
    }
  },
);
