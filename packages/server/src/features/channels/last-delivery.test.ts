import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";
import { listChannels, noteTest } from "./channels.store.ts";
import { addTest } from "./delivery-log.store.ts";
import { aService, webhookTo } from "./hooks.fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("a channel is listed with what came of its last message, until a test succeeds", async () => {
  const bench = benchOf(database);
  const service = await aService({ status: 503, body: "" });
  const amina = await bench.person("Amina");
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  const id = await bench.channel(amina, webhookTo(service));
  const last = async () => {
    const [channel] = await listChannels(database.db, amina);
    return [channel?.deliveredAt?.getTime(), channel?.deliveryProblem];
  };
  expect(await last()).toEqual([undefined, null]);
  await bench.news(incident, "raised");
  await bench.run();
  const triedMs = bench.clock.now();
  expect(await last()).toEqual([triedMs, "unreachable"]);
  // A test fails later, and is told apart.
  await noteTest(database.db, id, "refused", triedMs + minuteMs);
  await addTest(database.db, { id, userId: amina, kind: "webhook" }, "refused", triedMs + minuteMs);
  expect(await last()).toEqual([triedMs, "unreachable"]);
  await noteTest(database.db, id, "ok", triedMs + minuteMs);
  expect(await last()).toEqual([undefined, null]);
  service.answer = { body: "ok" };
  bench.clock.advance(hourMs);
  await bench.run();
  expect(await last()).toEqual([triedMs + hourMs, null]);
});
