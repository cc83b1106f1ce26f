import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { clear, inTime, raise, seen, silent } from "./raised.fixture.ts";

const pool = async () => (await thePortal()).database.pool;

async function rowOf(id: string) {
  const { rows } = await (
    await pool()
  ).query<{ isNotified: boolean; news: string[]; deliveries: string[]; known: string[] }>(
    `select told_at is not null as "isNotified",
      array(select kind from incident_news where incident_id = i.id order by id) as news,
      array(select kind from delivery where incident_id = i.id order by id) as deliveries,
      array(select severity from incident_notified where incident_id = i.id and severity is not null) as known
    from incident i where id = $1`,
    [id],
  );
  return rows[0];
}

/** As if half a minute had passed, and a channel had told of it. */
async function notify(person: Actor, id: string): Promise<void> {
  const database = await pool();
  await database.query("update incident set gather_until = now(), due_at = now() where id = $1", [id]);
  await vi.waitUntil(async () => (await rowOf(id))?.isNotified, inTime);
  await database.query(
    `insert into channel (id, user_id, kind, name, sealed, target_hash, timing, severity, created_at, paused_at)
      values ('ch-' || $1, $1, 'webhook', 'Hook', '', '', 'at_once', 'info', now(), now()) on conflict do nothing`,
    [person.userId],
  );
  await database.query(
    `insert into delivery (key, user_id, channel_id, channel_kind, incident_id, kind, severity, state, created_at, message_id,
        sent_at, is_maybe_said, news_of, said_of, worded_at)
      values ('told ' || $2, $1, 'ch-' || $1, 'webhook', $2, 'raised', 'warning', 'sent', now(), 1, now(), true, $2, $2, now())`,
    [person.userId, id],
  );
  await database.query("insert into incident_notified values ($1, $2, 'warning', false, now())", [id, person.userId]);
}

test("what people were told of a warning they know of it when it is taken out, and they are told of its end", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["dogon"] } });
  await raise(amina, ["dogon"], { condition: silent });
  const [warningId = ""] = await raise(amina, ["dogon"]);
  const [incident] = await seen(amina, ([one]) => one?.open === 2);
  const id = incident?.id ?? "";
  await notify(amina, id);
  const { data: own } = await amina.call("incidentSplit", { id, warningId });
  expect(await rowOf(own.id)).toMatchObject({ isNotified: true, news: [], known: ["warning"] });
  expect((await rowOf(own.id))?.deliveries[0]).toBe("raised");
  // And what was not told yet is news of its own.
  const [late = ""] = await raise(amina, ["dogon"], { condition: { ...silent, name: "Silent too" } });
  await seen(amina, (all) => all.some(({ open }) => open === 2));
  const { data: other } = await amina.call("incidentSplit", { id, warningId: late });
  expect(await rowOf(other.id)).toMatchObject({ isNotified: false, deliveries: [] });
});

test("what people were told of an incident they know of the one that it becomes part of, of whose end alone they are told", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["nara", "nema"] } });
  const first = await raise(amina, ["nara"]);
  const [known] = await seen(amina, (all) => all.length === 1);
  await notify(amina, known?.id ?? "");
  const second = await raise(amina, ["nema"]);
  const into = (await seen(amina, (all) => all.length === 2)).find(({ id }) => id !== known?.id)?.id ?? "";
  await amina.call("incidentMute", { id: known?.id ?? "", hours: 8 });
  await amina.call("incidentMerge", { id: known?.id ?? "", into, reason: "One cable" });
  expect(await rowOf(into)).toMatchObject({ isNotified: true, known: ["warning"] });
  expect((await rowOf(into))?.deliveries[0]).toBe("raised");
  expect(await rowOf(known?.id ?? "")).toMatchObject({
    isNotified: false,
    news: expect.not.arrayContaining(["cleared"]),
  });
  // What was muted with it is muted with the whole, and with that no more.
  const mutes = async () =>
    (await (await pool()).query("select incident_id from warning_mute where user_id = $1", [amina.userId])).rows;
  expect(await mutes()).toEqual([{ incident_id: into }]);
  await amina.call("incidentMute", { id: into, hours: 0 });
  expect(await mutes()).toEqual([]);
  await clear([...first, ...second]);
  const database = await pool();
  const isCalm = async () =>
    (await database.query("select from incident where id = $1 and state = 'calm'", [into])).rowCount === 1;
  await vi.waitUntil(isCalm, inTime);
  // As if the time that people are left in peace had passed since.
  await database.query(
    `update incident set calm_since = now() - interval '1 hour', last_news_at = now() - interval '1 hour', due_at = now()
      where id = $1`,
    [into],
  );
  await vi.waitUntil(async () => (await rowOf(into))?.news.includes("cleared"), inTime);
});

test("an incident is called by what it still has, once what was dark came back or was taken out", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["yelimane"] } });
  const [dark = ""] = await raise(amina, ["yelimane"], { condition: silent });
  await raise(amina, ["yelimane"]);
  const [incident] = await seen(amina, ([one]) => one?.open === 2);
  const id = incident?.id ?? "";
  expect(incident).toMatchObject({ cause: "container", darkOpen: 1 });
  await clear([dark]);
  await seen(amina, ([one]) => one?.open === 1);
  expect((await amina.call("incidentGet", { id })).data.incident).toMatchObject({ cause: "container", darkOpen: 0 });
  await amina.call("incidentSplit", { id, warningId: dark });
  const { incident: left } = (await amina.call("incidentGet", { id })).data;
  expect(left).toMatchObject({ cause: "single", content: "Charge low", subject: { name: "Yelimane" } });
});

test("what began during works is still known to have when its incident becomes part of another one", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["kenieba", "kita"] } });
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  await amina.call("maintenanceSet", { containerId: "kenieba", reason: "Fuses", endsAt });
  const [quietId = ""] = await raise(amina, ["kenieba"]);
  await raise(amina, ["kita"]);
  const both = await seen(amina, (all) => all.length === 2 && all.some(({ isQuiet }) => isQuiet));
  const id = both.find(({ isQuiet }) => isQuiet)?.id ?? "";
  const into = both.find(({ isQuiet }) => !isQuiet)?.id ?? "";
  const { data: whole } = await amina.call("incidentMerge", { id, into, reason: "One cable" });
  expect(whole).toMatchObject({ open: 2, isQuiet: false, quiet: 1 });
  const { warnings } = (await amina.call("incidentGet", { id: into })).data;
  expect(warnings.filter(({ isQuiet }) => isQuiet).map((one) => one.id)).toEqual([quietId]);
});
