import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";

import { MemoryBus } from "../../../bus/memory.bus.ts";
import { type Actor, aStranger, cast, thePortal } from "../../../testing/cast.ts";
import { peopleNotified } from "../../../testing/notified.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { aChart, aLink, midnight, sunIn, yesterday } from "./chart-links.fixture.ts";
import { store } from "../charts.fixture.ts";
import { noticeLinks } from "./link-notices.ts";
import { rangeWithin } from "./public-chart.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clock = testClock(midnight + day / 2);

beforeAll(async () => {
  await thePortal({ clock });
  const quarters = Array.from({ length: 4 * 96 }, (_, index) => midnight - 3 * day + index * 15 * minute);
  for (const [id, watts] of [
    ["gao", 100],
    ["kayes", 1_000],
  ] as const)
    await store(
      id,
      ["solar.power"],
      quarters.map((atMs) => [atMs, [watts]]),
    );
});

const owner = () => cast({ amina: { role: "user", containers: ["gao", "kayes"] }, brahim: { role: "user" } });

test("whoever has a link sees the chart, and nothing that names a person, a container or an id", async () => {
  const { amina } = await owner();
  const stranger = await aStranger();
  const { token } = await aLink(amina, {}, [sunIn(["gao", "kayes"], { each: true })]);
  const answer = await stranger.post("getChartToken", { token });
  expect(answer.status).toBe(200);
  const { data } = answer.body as { data: { lines: { title: string; values: number[] }[] } };
  expect(data).toMatchObject({ name: "Sun at the school", from: midnight - day, to: midnight, groupBy: "hour" });
  expect(data.lines.map(({ title }) => title)).toEqual(["Solar power, Site 1", "Solar power, Site 2"]);
  expect(data.lines.map(({ values }) => values[12])).toEqual([100, 1_000]);
  expect(answer.text).not.toMatch(/gao|kayes|amina|@example/i);
  expect(answer.body).toMatchObject({ data: { containers: [] } });
  const named = await aLink(amina, { names: true });
  const { lines, containers } = (await stranger.call("getChartToken", { token: named.token })).data;
  expect([lines[0]?.title, containers]).toEqual(["Solar power", ["Gao"]]);
  expect((await stranger.post("getChartToken", { token: `${token}x` })).code).toBe("not_found");
});

test("another container that is laid over has its name only where names are told", async () => {
  const { amina } = await owner();
  const definition = { name: "Sun at the school", groupBy: "hour", series: [sunIn(["gao"])] };
  const over = { ...definition, compare: { kind: "container", containerId: "kayes" } };
  const chartId = (await amina.call("chartSave", { definition: over as never })).data.id;
  const seen = (names: boolean) => amina.post("chartTokenPreview", { chartId, range: yesterday, names });
  const [named, unnamed] = [await seen(true), await seen(false)];
  expect(named.body).toMatchObject({ data: { containers: ["Gao"], compared: { what: "Kayes" } } });
  expect(unnamed.body).toMatchObject({ data: { containers: [], compared: { what: "Site 2" } } });
  expect(unnamed.text).not.toMatch(/gao|kayes/i);
});

test("only its hash is stored, and what the owner sees of it is its beginning and its use", async () => {
  const { amina, brahim } = await owner();
  const { id, chartId, token } = await aLink(amina);
  expect(token).toMatch(/^[\w-]{43}$/);
  const stranger = await aStranger();
  await stranger.call("getChartToken", { token });
  await stranger.call("getChartToken", { token });
  const [link] = (await amina.call("chartTokenList", { chartId })).data;
  expect(link).toMatchObject({ id, hint: token.slice(0, 4), uses: 2, isOutdated: false, isExpired: false });
  expect(link?.expiresAt).toBe(new Date(clock.now() + 30 * day).toISOString());
  const { db } = (await thePortal()).database;
  const { rows } = await db
    .getExecutor()
    .executeQuery<{ found: boolean }>(
      (await import("kysely"))
        .sql`select exists (select 1 from chart_link where chart_link::text like ${`%${token}%`}) as found`.compile(db),
    );
  expect(rows).toEqual([{ found: false }]);
  // It is used once a day and network in the audit, in which nobody's token stands.
  const uses = await db
    .selectFrom("audit")
    .selectAll()
    .where("action", "=", "getChartToken")
    .where("target", "=", id)
    .execute();
  expect(uses).toHaveLength(1);
  expect((await brahim.call("chartTokenList", {})).data).toEqual([]);
  await expect(brahim.call("chartTokenRevoke", { id })).refusesWith("not_found");
  await expect(brahim.call("chartTokenRevoke", { chartId })).refusesWith("not_found");
  await expect(brahim.call("setChartToken", { chartId, range: yesterday })).refusesWith("not_found");
});

test("a link that is revoked, expired or unknown, and one of a deleted chart, are the same to whoever opens them", async () => {
  const { amina } = await owner();
  const stranger = await aStranger();
  const [revoked, expired, deleted] = [await aLink(amina), await aLink(amina), await aLink(amina)];
  const ask = async ({ token }: { token: string }) => {
    const { status, body } = await stranger.post("getChartToken", { token });
    return [status, body];
  };
  const nobody = await ask({ token: "unknown" });
  expect(nobody[0]).toBe(404);
  for (const link of [revoked, expired, deleted]) expect((await ask(link))[0]).toBe(200);
  // Each was drawn a moment ago, and ends at once all the same.
  await amina.call("chartTokenRevoke", { id: revoked.id });
  expect(await ask(revoked)).toEqual(nobody);
  await amina.call("chartDelete", { id: deleted.chartId });
  expect(await ask(deleted)).toEqual(nobody);
  await amina.call("chartDelete", { id: deleted.chartId, undo: true });
  expect((await ask(deleted))[0]).toBe(200);
  await amina.call("chartTokenRevoke", { chartId: deleted.chartId });
  expect(await ask(deleted)).toEqual(nobody);
  const { db } = (await thePortal()).database;
  await (
    await import("kysely")
  ).sql`update chart_link set expires_at = ${new Date(clock.now())} where id = ${expired.id}`.execute(db);
  expect(await ask(expired)).toEqual(nobody);
  expect((await amina.call("chartTokenList", { chartId: expired.chartId })).data).toMatchObject([{ isExpired: true }]);
});

test("a link ends with what its owner may see: a container, the role, the account", async () => {
  const { amina } = await owner();
  const { db } = (await thePortal()).database;
  const stranger = await aStranger();
  const { token } = await aLink(amina);
  const status = async () => (await stranger.post("getChartToken", { token })).status;
  expect(await status()).toBe(200);
  await db.deleteFrom("containerUser").where("userId", "=", amina.userId).where("containerId", "=", "gao").execute();
  expect(await status()).toBe(404);
  await db.insertInto("containerUser").values({ userId: amina.userId, containerId: "gao" }).execute();
  expect(await status()).toBe(200);
  await db.updateTable("appUser").set({ disabled: true }).where("id", "=", amina.userId).execute();
  expect(await status()).toBe(404);
});

test("the zone of a container is told to the owner of a link while they see it", async () => {
  const { amina } = await owner();
  const { db } = (await thePortal()).database;
  const { chartId } = await aLink(amina);
  const zone = async () => (await amina.call("chartTokenList", { chartId })).data.map((link) => link.zone);
  const { zoneName } = await db
    .selectFrom("container")
    .select("zoneName")
    .where("id", "=", "gao")
    .executeTakeFirstOrThrow();
  expect(await zone()).toEqual([zoneName]);
  await db.deleteFrom("containerUser").where("userId", "=", amina.userId).where("containerId", "=", "gao").execute();
  expect(await zone()).toEqual([null]);
});

test("a link shows the chart as it was until it is given the new one", async () => {
  const { amina } = await owner();
  const stranger = await aStranger();
  const { id, chartId, token } = await aLink(amina);
  const wider = { name: "More", series: [sunIn(["gao"]), { ...sunIn(["kayes"]), id: "b" }] } as never;
  await amina.call("chartSave", { id: chartId, version: 1, definition: wider });
  const shown = async () => (await stranger.call("getChartToken", { token })).data;
  expect(await shown()).toMatchObject({ name: "Sun at the school", lines: [{}] });
  expect((await amina.call("chartTokenList", { chartId })).data).toMatchObject([{ isOutdated: true }]);
  const renewed = await amina.call("setChartToken", { id, chartId, range: yesterday });
  expect(renewed.data).toMatchObject({ id, token: null, url: null });
  expect((await shown()).lines).toHaveLength(2);
});

test("no answer goes beyond the range of the link, and a preview is what a stranger sees", async () => {
  const { amina } = await owner();
  const stranger = await aStranger();
  const beyond = { from: midnight - 3 * day, to: midnight + day / 2 };
  const { token, chartId } = await aLink(amina);
  expect((await stranger.call("getChartToken", { token, ...beyond })).data).toMatchObject(yesterday_());
  const picker = { kind: "picker", from: midnight - 2 * day, to: midnight } as const;
  const picked = await aLink(amina, { range: picker, chartId });
  const ask = async (part: object) => (await stranger.call("getChartToken", { token: picked.token, ...part })).data;
  expect(await ask(beyond)).toMatchObject({ from: picker.from, to: picker.to });
  expect(await ask({ from: midnight - hour })).toMatchObject({ from: midnight - hour, to: midnight });
  expect((await ask(beyond)).t.every((atMs) => atMs >= picker.from && atMs < picker.to)).toBe(true);
  const preview = await amina.call("chartTokenPreview", { chartId, range: picker });
  expect(preview.data).toEqual(await ask({}));
  expect(
    rangeWithin(
      { kind: "rolling", hours: 24 },
      { from: midnight - 9 * day, to: midnight + 9 * day },
      midnight + minute,
    ),
  ).toEqual({
    from: midnight - day + 15 * minute,
    to: midnight,
  });
});
test("a link over more than twenty years is refused when it is made, with its reason", async () => {
  const { amina } = await owner();
  const chartId = await aChart(amina);
  const range = { kind: "picker", from: midnight - 21 * 366 * day, to: midnight };
  const { status, body } = await amina.post("setChartToken", { chartId, range });
  expect([status, JSON.stringify(body["fields"])]).toEqual([400, expect.stringContaining("at most 20 years")]);
});

const yesterday_ = () => ({ from: midnight - day, to: midnight });

test("single readings are never in a link, placeholders are filled when it is made, and its end is at most a year away", async () => {
  const { amina } = await owner();
  const stranger = await aStranger();
  const chartId = await aChart(amina, [sunIn([], { of: { kind: "$container" } })]);
  const ask = (more: object) => amina.post("setChartToken", { chartId, range: yesterday, ...more });
  expect((await ask({})).body["fields"]).toHaveProperty("containerId");
  expect(
    (await ask({ containerId: "gao", expiresAt: new Date(clock.now() + 400 * day).toISOString() })).body["fields"],
  ).toHaveProperty("expiresAt");
  const { token } = await aLink(amina, { chartId, containerId: "gao" });
  expect((await stranger.call("getChartToken", { token })).data.lines[0]?.values[12]).toBe(100);
  const raw = { name: "Raw", groupBy: "raw", series: [sunIn(["gao"])] } as never;
  const { id } = (await amina.call("chartSave", { definition: raw })).data;
  const rawLink = await aLink(amina, { chartId: id });
  expect((await stranger.call("getChartToken", { token: rawLink.token })).data.groupBy).toBe("15m");
});

test("whoever made a link is notified once that it ends within a week, and of a day with more than a thousand uses", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"] } });
  const { brahim } = await cast({ brahim: { role: "customer_staff", containers: ["gao"] } });
  const portal = await thePortal();
  const { pool, db } = portal.database;
  const tools = { bus: new MemoryBus(pino({ level: "silent" })), db, clock };
  const stranger = await aStranger();
  const link = await aLink(amina);
  const short = await aLink(amina, { expiresAt: new Date(clock.now() + 3 * day).toISOString() });
  const notices = async (who: Actor) => {
    await Promise.all([noticeLinks(tools), noticeLinks(tools)]);
    await peopleNotified(portal.database);
    const { data } = await who.call("getNotifications", { code: "chart_link" });
    return data.map(({ code, containerId, data: said }) => [
      code,
      containerId,
      said["chart"],
      said["until"] ?? said["uses"],
    ]);
  };
  expect(await notices(amina)).toEqual([]);
  const until = new Date(clock.now() + 6 * day).toISOString();
  await pool.query(
    "update chart_link set created_at = created_at - interval '24 days', expires_at = $2 where id = $1",
    [link.id, until],
  );
  const ending = ["chart_link.ending", "gao", "Sun at the school", until];
  expect(await notices(amina)).toEqual([ending]);
  expect(await notices(amina)).toEqual([ending]);
  await pool.query(
    "update chart_link set day_uses = 1000, day = to_timestamp($2 / 1000.0) at time zone 'UTC' where id = $1",
    [short.id, clock.now()],
  );
  expect(await notices(amina)).toEqual([ending]);
  await stranger.call("getChartToken", { token: short.token });
  const busy = ["chart_link.busy", "gao", "Sun at the school", 1_000];
  expect(await notices(amina)).toEqual(expect.arrayContaining([busy, ending]));
  expect(await notices(brahim)).toEqual([]);
});

test("a portal that shows no charts by link makes none, and opens none until it does again", async () => {
  const { amina, boss } = await cast({
    amina: { role: "user", containers: ["gao"] },
    boss: { role: "super_admin" },
  });
  const stranger = await aStranger();
  const { chartId, token } = await aLink(amina);
  await boss.call("savePortalSetting", { chartLinks: false });
  await expect(amina.call("setChartToken", { chartId, range: yesterday })).refusesWith("links_off");
  await expect(stranger.call("getChartToken", { token })).refusesWith("not_found");
  await boss.call("savePortalSetting", { chartLinks: true });
  expect((await stranger.call("getChartToken", { token })).data.name).toBe("Sun at the school");
});

test("a link that is over stays over: its chart can be given no link of that token again", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"] } });
  const { pool } = (await thePortal()).database;
  const { id, chartId } = await aLink(amina);
  await pool.query("update chart_link set expires_at = to_timestamp($2 / 1000.0) where id = $1", [id, clock.now() - 1]);
  const longer = { id, chartId, range: yesterday, expiresAt: new Date(clock.now() + 30 * day).toISOString() };
  await expect(amina.call("setChartToken", longer)).refusesWith("not_found");
});

test("a network opens 30 links a minute, whichever", async () => {
  const stranger = await aStranger();
  clock.advance(minute + 1);
  const statuses: number[] = [];
  for (let turn = 0; turn < 32; turn++)
    statuses.push((await stranger.post("getChartToken", { token: `t${turn}` })).status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual([429, 429]);
});
