import { dataTopic, eventTopic, historyTopic, stateTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { userTopic } from "@offgrid/contract/live/live.topics";
import { expect, test } from "vitest";

import { statementsOf } from "../../testing/statements.ts";
import {
  type Announcement,
  ackOf,
  benchOfFile,
  bornController,
  readLatest,
  testSecret,
  until,
} from "./telemetry.fixture.ts";
import { peopleNotified } from "../../testing/notified.ts";

const bench = await benchOfFile();

const born = (id: string, about?: Announcement) => bornController(bench, id, about);
const latestOf = (id: string) => readLatest(bench, id);

test("the energy of today is the integral of power, also after late frames", async () => {
  await bench.addContainer("energy", { zoneName: "Asia/Kathmandu" });
  const client = await born("energy", { metrics: ["solar.power"], every: 60 });
  const topic = historyTopic.name({ containerId: "energy" });
  // Late in the local day, so that an hour of it is over.
  const end = bench.now() - (bench.now() % 60_000);
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => end - (60 - from - index) * 60_000);
  const rows = (times: number[]) => ({ t: times, v: times.map(() => [600]) });
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, ...rows(minutes(0, 20)) });
  await client.send(topic, { boot: "b1", seq: 2, mv: 1, ...rows(minutes(41, 60)) });
  await ackOf(client, "energy", 2);
  await client.send(topic, { boot: "b1", seq: 3, mv: 1, ...rows(minutes(21, 40)) });
  await ackOf(client, "energy", 3);
  const offset = 345 * 60_000;
  const midnight = Math.floor((end + offset) / 86_400_000) * 86_400_000 - offset;
  const expected = (600 * Math.min(3_600_000, end - midnight)) / 3_600_000;
  await until(async () => {
    bench.skip(3_000);
    await client.send(dataTopic.name({ containerId: "energy" }), {
      boot: "b1",
      seq: 4,
      m: ["battery.soc"],
      t: [bench.now()],
      v: [[50]],
    });
    return Math.abs(((await latestOf("energy"))?.solarWh ?? 0) - expected) < 1;
  });
});

test("events reach the people who see the container, once", async () => {
  const amina = await bench.addPerson("amina", "customer_staff");
  await bench.addPerson("stranger", "customer_staff");
  await bench.addContainer("facts", { users: ["amina"] });
  const client = await born("facts");
  const screen = await bench.screen("amina", amina);
  await screen.mqtt.subscribeAsync(userTopic.name({ userId: "amina" }));
  const event = {
    seq: 5,
    ts: bench.now(),
    code: "relay.stuck",
    level: "warning",
    device: "relay.3",
    data: { tries: 2 },
  };
  await client.send(eventTopic.name({ containerId: "facts" }), event);
  const notification = await screen.next<{ command: string; data: { content: string } }>(
    userTopic.name({ userId: "amina" }),
    (value) => "command" in value,
  );
  expect(await ackOf(client, "facts", 5)).toEqual({ boot: "b1", seqs: [5] });
  expect(notification).toMatchObject({
    command: "warningEvent",
    data: {
      content: "The facts: Its controller reports “relay.stuck”: Relay 3",
      containerId: "facts",
      containerName: "The facts",
      code: "relay.stuck",
      device: "relay.3",
      by: null,
      data: { tries: 2 },
    },
  });
  await client.send(eventTopic.name({ containerId: "facts" }), event);
  await client.send(dataTopic.name({ containerId: "facts" }), {
    boot: "b1",
    seq: 6,
    mv: 1,
    t: [bench.now()],
    v: [[1, 2]],
  });
  await ackOf(client, "facts", 6);
  await peopleNotified(bench.database);
  const notes = await bench.database.db.selectFrom("notification").select(["userId", "kind"]).execute();
  expect(notes).toEqual([{ userId: "amina", kind: "warning" }]);
});

test("D9: a will or goodbye of an earlier connection, after the birth of a newer one, leaves the container online", async () => {
  await bench.addContainer("link");
  await bench.addContainer("witness");
  const witness = await born("witness");
  const first = await born("link", { bd: 1 });
  const second = await born("link", { bd: 2 });
  // The second took the place of the first, whose will the broker sends now.
  await first.closed();
  await second.send(stateTopic.name({ containerId: "link" }), { online: false, bd: 1 }, { retain: true });
  // What is refused is answered in its turn, and is itself no sign of a link.
  await second.send(dataTopic.name({ containerId: "link" }), { boot: "b1", seq: 1, t: "never" });
  await ackOf(second, "link", 1);
  expect(await latestOf("link")).toMatchObject({ linked: true, birthNumber: 2 });
  // A lost link counts after a moment; the witness shows when that has passed.
  witness.mqtt.stream.destroy();
  await until(async () => {
    bench.skip(1_000);
    return (await latestOf("witness"))?.linked === false;
  });
  expect(await latestOf("link")).toMatchObject({ linked: true });
});

test("a lost link is just offline after a moment, whatever silence is granted to links, then online again", async () => {
  await bench.addContainer("lost");
  await bench.database.pool.query(
    "update container set offline_after_s = 3600, just_offline_s = 7200 where id = 'lost'",
  );
  const client = await born("lost", { bd: 2 });
  client.mqtt.stream.destroy();
  await client.closed();
  const startedMs = bench.now();
  await until(async () => {
    bench.skip(1_000);
    return (await latestOf("lost"))?.linked === false || bench.now() - startedMs > 30 * 60_000;
  });
  expect(await latestOf("lost")).toMatchObject({ linked: false });
  await born("lost", { bd: 3 });
  expect(await latestOf("lost")).toMatchObject({ linked: true, birthNumber: 3 });
});

test("a goodbye takes effect at once", async () => {
  await bench.addContainer("bye");
  const client = await born("bye", { bd: 4 });
  await client.send(stateTopic.name({ containerId: "bye" }), { online: false, bd: 4 }, { retain: true });
  await until(async () => (await latestOf("bye"))?.linked === false);
});

test("a restart of the portal keeps a container online for ninety seconds, then its last contact decides", async () => {
  await bench.addContainer("restart");
  await born("restart");
  await bench.restart();
  bench.skip(60_000);
  await until(() => bench.isReady());
  expect(await latestOf("restart")).toMatchObject({ linked: true });
  bench.skip(31_000);
  await until(async () => (await latestOf("restart"))?.linked === false);
});

test("at local midnight the energy of the day starts again, with the part of the step that lies in the new day", async () => {
  await bench.addContainer("midnight", { zoneName: "Asia/Kathmandu" });
  const offset = 345 * 60_000;
  const midnight = (Math.floor((bench.now() + offset) / 86_400_000) + 2) * 86_400_000 - offset;
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => midnight + (from + index) * 60_000 - 30_000);
  const send = async (seq: number, t: number[]) => {
    const message = { boot: "b1", seq, m: ["solar.power"], t, v: t.map(() => [600]) };
    await client.send(dataTopic.name({ containerId: "midnight" }), message);
    await ackOf(client, "midnight", seq);
  };
  bench.skip(midnight - 20 * 60_000 - bench.now());
  const client = await born("midnight", { metrics: ["solar.power"], every: 60 });
  await send(1, minutes(-60, -20));
  const dayText = (atMs: number) => new Date(atMs + offset).toISOString().slice(0, 10);
  await until(async () => Math.abs(((await latestOf("midnight"))?.solarWh ?? 0) - 400) < 0.01);
  expect(await latestOf("midnight")).toMatchObject({ energyDay: dayText(midnight - 1), energyMeasuredS: 2_400 });
  bench.skip(midnight + 60_000 - bench.now());
  await until(async () => (await latestOf("midnight"))?.energyDay === null);
  expect(await latestOf("midnight")).toMatchObject({ solarWh: null, energyMeasuredS: 0 });
  bench.skip(4 * 60_000);
  await send(2, minutes(-19, 5));
  // The minutes that were skipped may have passed in the middle of a batch: its readings then come from the future, and
  // the day is computed again.
  await until(async () => (await latestOf("midnight"))?.energyMeasuredS === 270);
  const latest = await latestOf("midnight");
  expect(latest).toMatchObject({ energyDay: dayText(midnight) });
  expect(latest?.solarWh).toBeCloseTo((600 * 4.5) / 60, 6);
});

test("a reading from the future leaves the energy of today as it is", async () => {
  await bench.addContainer("ahead", { zoneName: "UTC" });
  const client = await born("ahead", { metrics: ["load.power"], every: 60 });
  const topic = dataTopic.name({ containerId: "ahead" });
  const send = async (seq: number, atMs: number) => {
    await client.send(topic, { boot: "b1", seq, mv: 1, t: [atMs], v: [[100]] });
    await ackOf(client, "ahead", seq);
  };
  const today = () => new Date(bench.now()).toISOString().slice(0, 10);
  const midnight = Date.parse(today()) + 86_400_000;
  if (midnight - bench.now() < 3_600_000) bench.skip(2 * 3_600_000);
  await send(1, bench.now());
  await until(async () => (await latestOf("ahead"))?.energyDay === today());
  await send(2, bench.now() + 23 * 3_600_000);
  await send(3, bench.now());
  expect(await latestOf("ahead")).toMatchObject({ energyDay: today() });
});

test("the previous secret works until its end", async () => {
  await bench.addContainer("rotated");
  const other = Buffer.alloc(32, 1);
  await bench.database.pool.query(
    "update container set previous_secret_hash = secret_hash, secret_hash = $1, previous_secret_until = $2 where id = 'rotated'",
    [other, new Date(bench.now() + 60_000)],
  );
  const client = await bench.controller("rotated", { password: testSecret });
  client.mqtt.end();
  bench.skip(61_000);
  await expect(bench.controller("rotated")).rejects.toThrow(/not authorized/i);
});

test("a container that is removed while the database is away loses its connection when that is back", async () => {
  await bench.addContainer("removed");
  const client = await bornController(bench, "removed");
  const { pool } = bench.database;
  await pool.query("delete from container where id = 'removed'");
  const statements = statementsOf(pool);
  await pool.query("alter table container rename to container_aside");
  bench.bus.publish("containerChanged", { containerIds: ["removed"] });
  const tries = () => statements.filter((text) => text.includes("from container c left join forecast_setting")).length;
  await until(() => tries() > 0);
  await pool.query("alter table container_aside rename to container");
  await client.closed();
});
