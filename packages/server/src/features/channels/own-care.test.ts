import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";
import { aService, bodies, webhookTo } from "./hooks.fixture.ts";

const minuteMs = 60_000;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("whoever acknowledged an incident before they were told that it began is not told; others are", async () => {
  const bench = benchOf(database);
  const [own, others] = [await aService(), await aService()];
  const [amina, salif] = [await bench.person("Amina"), await bench.person("Salif")];
  const gao = await bench.container("Gao", amina, salif);
  await bench.channel(amina, webhookTo(own));
  await bench.channel(salif, webhookTo(others));
  const incident = await bench.incident([gao]);
  await bench.news(incident, "raised");
  await bench.set(incident, "acknowledged", amina);
  await bench.run();
  expect(own.asked).toHaveLength(0);
  expect(bodies(others).map(({ text }) => text)).toEqual(["Warning: Charge low, Gao"]);
  // What began nowhere is not over there either.
  await bench.end(incident);
  bench.clock.advance(20 * minuteMs);
  await bench.run();
  expect([own.asked.length, others.asked.length]).toEqual([0, 2]);
});
