import { linkLimits } from "@offgrid/contract/charts/chart-limits";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { aStranger, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { aChart, aLink, midnight, yesterday } from "./chart-links.fixture.ts";
import { store } from "../charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clock = testClock(midnight + day / 2);

beforeAll(async () => {
  await thePortal({ clock, config: { trustedProxies: ["127.0.0.1"] } });
  const quarters = Array.from({ length: 96 }, (_, index) => yesterday.from + index * 15 * minute);
  for (const id of ["gao", "ansongo"]) {
    await store(
      id,
      ["solar.power"],
      quarters.map((atMs) => [atMs, [100]]),
    );
  }
});
// Each test has openings of its own.
beforeEach(() => clock.advance(minute + 1));

const owner = () => cast({ amina: { role: "user", containers: ["gao"] } });
/** Opens a link from an address of its own. */
async function open(token: string, { part = {}, address = "198.51.100.7" } = {}) {
  return (await aStranger()).post("getChartToken", { token, ...part }, { "x-forwarded-for": address });
}
async function opened(token: string, part = {}) {
  return (await (await aStranger()).call("getChartToken", { token, ...part })).data;
}
const pool = async () => (await thePortal()).database.pool;

test.each([
  ["make charts", "charts"],
  ["see containers", "view"],
])("a link is as unknown as any once the role of whoever made it may not %s", async (_, right) => {
  const { amina } = await owner();
  const { token } = await aLink(amina);
  const unknown = await open("unknown");
  expect([unknown.status, (await open(token)).status]).toEqual([404, 200]);
  const database = await pool();
  await database.query("update role set permissions = array_remove(permissions, $1) where id = 'user'", [right]);
  const refused = await open(token);
  await database.query("update role set permissions = array_append(permissions, $1) where id = 'user'", [right]);
  expect([refused.status, refused.body]).toEqual([404, unknown.body]);
  expect((await open(token)).status).toBe(200);
});

test("a link is as unknown as any once whoever made it has another role, which may not make charts", async () => {
  const { amina } = await owner();
  const { token } = await aLink(amina);
  const database = await pool();
  await database.query("update role set permissions = array_remove(permissions, 'charts') where id = 'customer_staff'");
  expect((await open(token)).status).toBe(200);
  await database.query("update app_user set role = 'customer_staff' where id = $1", [amina.userId]);
  expect((await open(token)).body).toEqual((await open("unknown")).body);
});

test("a link is as unknown as any once whoever made it has another role, which may make charts too, until they give it the chart anew", async () => {
  const { amina } = await owner();
  const { token, chartId } = await aLink(amina);
  const database = await pool();
  const role = async (to: string) => database.query("update app_user set role = $2 where id = $1", [amina.userId, to]);
  const listed = async () => (await amina.call("chartTokenList", { chartId })).data[0]!;
  expect((await listed()).isOfEarlierRole).toBe(false);
  await role("offgrid_staff");
  expect((await open(token)).body).toEqual((await open("unknown")).body);
  expect((await listed()).isOfEarlierRole).toBe(true);
  await role("user");
  expect((await open(token)).status).toBe(200);
  await role("offgrid_staff");
  const { id, range, names, csv } = await listed();
  await amina.call("setChartToken", { id, chartId, range, names, csv });
  expect((await open(token)).status).toBe(200);
  expect((await listed()).isOfEarlierRole).toBe(false);
});

test("all links that a person made are revoked at once, and nobody else's", async () => {
  const { amina, brahim } = await cast({
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "user", containers: ["gao"] },
  });
  const first = await aLink(amina);
  const hers = [first, await aLink(amina, { chartId: first.chartId }), await aLink(amina)];
  const his = await aLink(brahim);
  await amina.call("chartTokenRevoke", {});
  for (const { token } of hers) expect((await open(token)).status).toBe(404);
  expect((await open(his.token)).status).toBe(200);
  expect((await amina.call("chartTokenList", {})).data).toEqual([]);
  expect((await brahim.call("chartTokenList", {})).data).toMatchObject([{ id: his.id }]);
  const { rows } = await (
    await pool()
  ).query("select user_id, target, before from audit where action = 'chartTokenRevoke' and user_id = $1", [
    amina.userId,
  ]);
  expect(rows).toEqual([{ user_id: amina.userId, target: "all links", before: { links: 3 } }]);
});

test("an answer of a link is given again for a minute, and to that link and range alone", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["ansongo"] } });
  const chartId = await aChart(amina, [
    { id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["ansongo"] } },
  ]);
  const range = { ...yesterday, kind: "picker" } as const;
  const [one, other] = [await aLink(amina, { chartId, range }), await aLink(amina, { chartId, range })];
  const noonOf = async ({ token }: { token: string }, part = {}) =>
    (await opened(token, part)).lines[0]?.values.at(-12);
  expect([await noonOf(one), await noonOf(one)]).toEqual([100, 100]);
  // A value of that hour which arrives afterwards.
  await store("ansongo", ["solar.power"], [[yesterday.from + 12 * hour + 5 * minute, [700]]]);
  expect(await noonOf(one)).toBe(100);
  const now = await noonOf(other);
  expect(now).toBeGreaterThan(100);
  expect(await noonOf(one, { from: yesterday.from + hour })).toBe(now);
  clock.advance(linkLimits.cachedMs - 1);
  expect(await noonOf(one)).toBe(100);
  clock.advance(1);
  expect(await noonOf(one)).toBe(now);
});

test("a link has at most two thousand points per series, however fine its chart is", async () => {
  const { amina } = await owner();
  const chartId = await aChart(amina, undefined, { groupBy: "15m" });
  const from = midnight - 60 * day;
  const { token } = await aLink(amina, { chartId, range: { kind: "picker", from, to: midnight } });
  const whole = await opened(token);
  expect([whole.groupBy, whole.t.length]).toEqual(["hour", 60 * 24]);
  const most = await opened(token, { from: midnight - 20 * day });
  expect([most.groupBy, most.t.length, most.lines[0]?.values.length]).toEqual(["15m", 1_920, 1_920]);
  expect((await opened(token, { from: midnight - 21 * day })).t.length).toBeLessThanOrEqual(linkLimits.points);
});

test("whoever has a link may take its values as a file only where that was ticked", async () => {
  const { amina } = await owner();
  const plain = await aLink(amina);
  const withFile = await aLink(amina, { chartId: plain.chartId, csv: true });
  expect([(await opened(plain.token)).csv, (await opened(withFile.token)).csv]).toEqual([false, true]);
  const { definition } = (await amina.call("chartGet", { id: plain.chartId })).data;
  const asked = { definition, from: yesterday.from, to: yesterday.to, format: "csv", token: plain.token };
  expect((await (await aStranger()).post("chartExport", asked)).status).toBe(401);
});

test("it is in the audit that a link was made, changed and revoked, by whom and of which range", async () => {
  const { amina } = await owner();
  const { id, chartId } = await aLink(amina);
  const rolling = { kind: "rolling", hours: 48 } as const;
  await amina.call("setChartToken", { id, chartId, range: rolling, names: true });
  await amina.call("chartTokenRevoke", { id });
  const { rows } = await (
    await pool()
  ).query("select user_id, action, result, before, after from audit where target = $1 order by at, id", [id]);
  const line = { user_id: amina.userId, result: "ok" };
  expect(rows).toMatchObject([
    { ...line, action: "setChartToken", after: { chartId, range: yesterday, names: false, hasPassword: false } },
    { ...line, action: "setChartToken", after: { chartId, range: rolling, names: true } },
    { ...line, action: "chartTokenRevoke", before: { links: 1 } },
  ]);
});

test("that a link was opened is in the audit once for each day and network", async () => {
  const { amina } = await owner();
  const { id, token } = await aLink(amina);
  const uses = async () => {
    const { rows } = await (
      await pool()
    ).query<{ count: number }>("select count(*)::int from audit where action = 'getChartToken' and target = $1", [id]);
    return rows[0]?.count;
  };
  const from = (address: string) => open(token, { address });
  await from("198.51.100.7");
  await from("198.51.100.7");
  await from("198.51.100.200");
  expect(await uses()).toBe(1);
  await from("203.0.113.9");
  await from("203.0.113.9");
  expect(await uses()).toBe(2);
  clock.advance(day);
  await from("198.51.100.7");
  expect(await uses()).toBe(3);
});
