import { createECDH, createHmac, randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { StandIn } from "../../testing/stand-in.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { notifyPeople } from "../notifications/fan-out.store.ts";
import { countNotifications } from "../notifications/notifications.store.ts";
import { benchOf, box } from "./channels.fixture.ts";
import { listDeliveries } from "./delivery-log.store.ts";
import { deliverAll } from "./deliver.ts";
import { aService, bodies, webhookTo } from "./hooks.fixture.ts";

/** As a browser names them. */
function keysOfBrowser() {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  return { p256dh: browser.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("a webhook is told that an incident began and that it is over, each once, with a signature", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const gao = await bench.container("Gao", amina);
  await bench.channel(amina, webhookTo(service));
  const incident = await bench.incident([gao]);
  await bench.news(incident, "raised");
  await bench.run();
  await bench.run();
  expect(await bench.fates(incident)).toEqual(["raised sent"]);
  const [{ headers, body }] = service.asked as [StandIn["asked"][number]];
  const signed = createHmac("sha256", "abc")
    .update(`${String(headers["x-offgrid-time"])}.${body.toString()}`)
    .digest("hex");
  expect(headers["x-offgrid-signature"]).toBe(`sha256=${signed}`);
  expect(bodies(service)[0]).toMatchObject({
    id: headers["x-offgrid-delivery"],
    text: "Warning: Charge low, Gao",
    items: [{ kind: "raised", incidentId: incident, warnings: [{ containerName: "Gao", value: 18 }] }],
  });
  bench.clock.advance(20 * minuteMs);
  await bench.end(incident);
  await bench.run();
  expect(bodies(service).map(({ text }) => text)).toEqual(["Warning: Charge low, Gao", "Over: Charge low, Gao"]);
});

test("what is over before it could be told is not told, and neither is its end", async () => {
  const bench = benchOf(database);
  const service = await aService({ status: 503, body: "" });
  const amina = await bench.person("Amina");
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  await bench.channel(amina, webhookTo(service));
  await bench.news(incident, "raised");
  await bench.run();
  await bench.end(incident);
  service.answer = { body: "ok" };
  bench.clock.advance(hourMs);
  await bench.run();
  expect(await bench.fates(incident)).toEqual(["raised suppressed superseded"]);
  expect(service.asked).toHaveLength(1);
});

test("what was told of an incident goes with it into the one that it becomes part of, and so does the end", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const [one, other] = [
    await bench.incident([await bench.container("Gao", amina)]),
    await bench.incident([await bench.container("Kayes", amina)]),
  ];
  await bench.channel(amina, webhookTo(service));
  await bench.news(one, "raised");
  await bench.run();
  await bench.pool.query("insert into incident_mute (incident_id, user_id, until) values ($1, $2, $3)", [
    one,
    amina,
    new Date(bench.clock.now() + hourMs),
  ]);
  await bench.pool.query("update incident_member set incident_id = $2 where incident_id = $1", [one, other]);
  await bench.pool.query("update incident set merged_into = $2, state = 'resolved' where id = $1", [one, other]);
  await bench.news(one, "cleared");
  await bench.news(other, "raised");
  bench.clock.advance(6 * minuteMs);
  await bench.run();
  expect(await bench.fates(other)).toEqual(["raised sent", "raised suppressed duplicate"]);
  const { rows } = await bench.pool.query("select incident_id from incident_mute where user_id = $1", [amina]);
  expect(rows).toEqual([{ incident_id: other }]);
  await bench.end(other);
  await bench.run();
  expect(bodies(service).map(({ text }) => text)).toEqual([
    "Warning: Charge low, Gao",
    expect.stringMatching(/^Over: /),
  ]);
});

test("what waits for its turn is not told once its person mutes it, or people are at work there", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const [gao, kayes] = [await bench.container("Gao", amina), await bench.container("Kayes", amina)];
  await bench.channel(amina, webhookTo(service));
  const [first, muted, under] = [
    await bench.incident([gao]),
    await bench.incident([gao]),
    await bench.incident([kayes]),
  ];
  await bench.news(first, "raised");
  await bench.run();
  await bench.news(muted, "raised");
  await bench.news(under, "raised");
  await bench.run();
  expect([await bench.fates(muted), await bench.fates(under)]).toEqual([["raised queued"], ["raised queued"]]);
  await bench.pool.query("insert into incident_mute (incident_id, user_id, until) values ($1, $2, $3)", [
    muted,
    amina,
    new Date(bench.clock.now() + hourMs),
  ]);
  await bench.pool.query("update container set works = '{}' where id = $1", [kayes]);
  bench.clock.advance(6 * minuteMs);
  await bench.run();
  expect([await bench.fates(muted), await bench.fates(under)]).toEqual([
    ["raised suppressed muted"],
    ["raised suppressed works"],
  ]);
  // The log has when that was found out, not when they became news.
  const window = { limit: 10, offset: 0 };
  const log = await listDeliveries(bench.db, { userId: amina }, window);
  const since = new Date(bench.clock.now()).toISOString();
  expect(log.slice(0, 2).map(({ state, at }) => [state, at])).toEqual([
    ["suppressed", since],
    ["suppressed", since],
  ]);
  expect(service.asked).toHaveLength(1);
});

test("a service that fails is tried again after 1, 5 and 15 minutes, and as late as it asks for", async () => {
  const bench = benchOf(database);
  const service = await aService({ status: 500, body: "" });
  const amina = await bench.person("Amina");
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  await bench.channel(amina, webhookTo(service));
  await bench.news(incident, "raised");
  const after = async (minutes: number) => {
    bench.clock.advance(minutes * minuteMs);
    await bench.run();
    return service.asked.length;
  };
  expect([await after(0), await after(0.9), await after(0.1), await after(4), await after(1)]).toEqual([1, 1, 2, 2, 3]);
  service.answer = { status: 429, headers: { "retry-after": "3600" }, body: "" };
  expect([await after(15), await after(59), await after(0.5)]).toEqual([4, 4, 4]);
  expect(await bench.fates(incident)).toEqual(["raised retrying rate_limited"]);
  service.answer = { body: "ok" };
  expect(await after(0.5)).toBe(5);
  expect(await bench.fates(incident)).toEqual(["raised sent"]);
});

test("five failures in a row pause a channel, and its person learns of it in the portal", async () => {
  const bench = benchOf(database);
  const service = await aService({ status: 500, body: "" });
  const amina = await bench.person("Amina");
  const gao = await bench.container("Gao", amina);
  const incident = await bench.incident([gao]);
  const id = await bench.channel(amina, webhookTo(service));
  await bench.news(incident, "raised");
  const eventsOf = () => countNotifications(bench.db, { userId: amina }, { among: "all", containerId: gao });
  const before = await eventsOf();
  for (let count = 0; count < 6; count++) {
    await bench.run();
    bench.clock.advance(hourMs);
  }
  expect(service.asked).toHaveLength(5);
  expect(await bench.fates(incident)).toEqual(["raised suppressed paused"]);
  await bench.db.transaction().execute((tx) => notifyPeople(tx, bench.clock.now(), 10));
  const { rows } = await bench.pool.query(
    `select n.user_id, e.container_id, e.data from event e join notification n on n.event_id = e.id
      where n.user_id = $1 and e.code = 'channel.paused'`,
    [amina],
  );
  const data = { channelId: id, channelKind: "webhook", channelName: "webhook", reason: "unreachable" };
  expect(rows).toEqual([{ user_id: amina, container_id: null, data }]);
  // The container of whose incident the last message was has nothing to do with it.
  expect(await eventsOf()).toBe(before);
  const { rows: channels } = await bench.pool.query(
    "select pause_reason from channel where id = $1 and paused_at is not null",
    [id],
  );
  expect(channels).toEqual([{ pause_reason: "unreachable" }]);
});

test("a person whose channel is paused is told by mail where their mail goes out, and only then", async () => {
  const bench = benchOf(database);
  const service = await aService({ status: 404, body: "" });
  const push = { kind: "push" as const, endpoint: `${service.url}/push`, ...keysOfBrowser() };
  const [amina, awa, kofi] = [
    await bench.person("Amina"),
    await bench.person("Awa", "user", "fr"),
    await bench.person("Kofi"),
  ];
  for (const person of [amina, awa, kofi]) await bench.channel(person, push);
  for (const person of [amina, awa]) await bench.channel(person, { kind: "mail" }, { severity: "critical" });
  await bench.pool.query("update channel set paused_at = now() where user_id = $1 and kind = 'mail'", [amina]);
  await bench.news(await bench.incident([await bench.container("Gao", amina, awa, kofi)]), "raised");
  await bench.run();
  const { rows } = await bench.pool.query<{ sealed: Buffer }>(
    "select sealed from outbox where key like 'channel paused %'",
  );
  const mails = rows.map(({ sealed }) => JSON.parse(box.open(sealed, "outbox")) as { subject: string; text: string });
  expect(mails.map(({ subject }) => subject.replaceAll(/\s/g, " "))).toEqual([
    "Votre canal « push » (navigateur) est en pause",
  ]);
  expect(mails[0]?.text).toContain("https://portal.example.org/fr/users/profile");
});

test("F5: what comes within five minutes goes together, and one message speaks for an incident that goes on", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const [one, two, three] = [
    await bench.incident([await bench.container("Gao", amina)]),
    await bench.incident([await bench.container("Mopti", amina)]),
    await bench.incident([await bench.container("Kidal", amina)]),
  ];
  await bench.channel(amina, webhookTo(service));
  await bench.news(one, "raised");
  await bench.run();
  bench.clock.advance(minuteMs);
  await bench.news(two, "raised");
  await bench.news(three, "raised");
  await bench.run();
  bench.clock.advance(minuteMs);
  await bench.news(two, "changed", "critical");
  await bench.run();
  expect(service.asked).toHaveLength(1);
  bench.clock.advance(3 * minuteMs);
  await bench.run();
  expect(bodies(service)[1]?.items.map(({ incidentId, kind }) => [incidentId, kind])).toEqual([
    [three, "raised"],
    [two, "changed"],
  ]);
  expect(await bench.fates(two)).toEqual(["raised suppressed digest", "changed sent"]);
});

test("F5: that what was told has become critical does not wait behind that, once", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  await bench.channel(amina, webhookTo(service));
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  await bench.news(incident, "raised");
  await bench.run();
  bench.clock.advance(minuteMs);
  await bench.pool.query(
    "update warning set severity = 'critical' where id in (select warning_id from incident_member where incident_id = $1)",
    [incident],
  );
  await bench.news(incident, "changed", "critical");
  await bench.run();
  expect(bodies(service).map(({ text }) => text)).toEqual(["Warning: Charge low, Gao", "Critical: Charge low, Gao"]);
  bench.clock.advance(minuteMs);
  await bench.news(incident, "changed", "critical");
  await bench.run();
  expect(await bench.fates(incident)).toEqual(["raised sent", "changed sent", "changed queued"]);
});

test("F5: what is critical does not wait behind another message, once for each incident, and takes along what waits", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  await bench.channel(amina, webhookTo(service));
  const [trivial, waiting] = [
    await bench.incident([await bench.container("Gao", amina)]),
    await bench.incident([await bench.container("Mopti", amina)]),
  ];
  const fire = await bench.incident([await bench.container("Kidal", amina)], "critical");
  await bench.news(trivial, "raised");
  await bench.run();
  bench.clock.advance(minuteMs);
  await bench.news(waiting, "raised");
  await bench.news(fire, "raised", "critical");
  await bench.run();
  expect(bodies(service).map(({ text }) => text)).toEqual([
    "Warning: Charge low, Gao",
    "2 messages: Critical: Charge low, Kidal",
  ]);
  bench.clock.advance(minuteMs);
  await bench.news(fire, "changed", "critical");
  await bench.run();
  expect(await bench.fates(fire)).toEqual(["raised sent", "changed queued"]);
  // What was told becomes critical: that is the first word of it.
  await bench.pool.query(
    "update warning set severity = 'critical' where id in (select warning_id from incident_member where incident_id = $1)",
    [waiting],
  );
  await bench.news(waiting, "changed", "critical");
  await bench.run();
  expect(await bench.fates(waiting)).toEqual(["raised sent", "changed sent"]);
  expect(await bench.fates(fire)).toEqual(["raised sent", "changed sent"]);
  bench.clock.advance(5 * minuteMs);
  await bench.run();
  expect(bodies(service).map(({ items }) => items.map(({ incidentId }) => incidentId))).toEqual([
    [trivial],
    [waiting, fire],
    [fire, waiting],
  ]);
});

test("F8: what was being sent when its process died is not sent again, and its end is told", async () => {
  const bench = benchOf(database);
  const service = await aService();
  const amina = await bench.person("Amina");
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  await bench.channel(amina, webhookTo(service));
  await bench.news(incident, "raised");
  await bench.run();
  // As a process leaves it that is killed before it notes the answer.
  await bench.pool.query(
    "update delivery set state = 'sending', is_maybe_said = false, sent_at = null, due_at = $2 where incident_id = $1",
    [incident, new Date(bench.clock.now() + minuteMs)],
  );
  await deliverAll(bench.tools);
  expect(await bench.fates(incident)).toEqual(["raised sending"]);
  bench.clock.advance(2 * minuteMs);
  await deliverAll(bench.tools);
  expect(await bench.fates(incident)).toEqual(["raised failed interrupted"]);
  bench.clock.advance(hourMs);
  await bench.end(incident);
  await bench.run();
  expect(await bench.fates(incident)).toEqual(["raised failed interrupted", "cleared sent"]);
  expect(bodies(service).map(({ items }) => items[0]?.kind)).toEqual(["raised", "cleared"]);
});
