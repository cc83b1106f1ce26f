import { linkLimits } from "@offgrid/contract/charts/chart-limits";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { hashCounts } from "../../../core/password-hash.ts";
import { type Actor, aStranger, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { store } from "../charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight + 12 * hour);
const password = "seven dry wells";
const range = { kind: "fixed", from: midnight - 24 * hour, to: midnight } as const;
const series = {
  ...{ id: "a", kind: "metric", metric: "solar.power" },
  of: { kind: "containers", ids: ["gao"] },
};

let amina: Actor;
beforeAll(async () => {
  await thePortal({ clock, config: { trustedProxies: ["127.0.0.1"] } });
  ({ amina } = await cast({ amina: { role: "user", containers: ["gao"] } }));
  const quarters = Array.from({ length: 96 }, (_, index) => range.from + index * 15 * minute);
  await store(
    "gao",
    ["solar.power"],
    quarters.map((atMs) => [atMs, [100]]),
  );
});
// Each test has tries and openings of its own.
beforeEach(() => clock.advance(2 * hour));

async function aLink(more: { password?: string } = { password }) {
  const definition = { name: "Sun at the school", groupBy: "hour", series: [series] } as never;
  const chartId = (await amina.call("chartSave", { definition })).data.id;
  const { id, token } = (await amina.call("setChartToken", { chartId, range, ...more })).data;
  return { id, chartId, token: token ?? "" };
}

/** Opens a link from an address of its own. */
async function open(token: string, given?: string, address = "198.51.100.7") {
  const body = { token, ...(given !== undefined && { password: given }) };
  return (await aStranger()).post("getChartToken", body, { "x-forwarded-for": address });
}

async function linesOf(id: string) {
  const { db } = (await thePortal()).database;
  const lines = await db.selectFrom("audit").select("result").where("target", "=", id).orderBy("at").execute();
  return lines.map(({ result }) => result);
}

test("a link with a password shows its chart to whoever gives it, and to others only that one is wanted", async () => {
  const { token, chartId } = await aLink();
  const none = await open(token);
  expect([none.status, none.code]).toEqual([403, "password_needed"]);
  expect(none.text).not.toMatch(/sun|school|gao|amina/i);
  const wrong = await open(token, "seven wet wells");
  expect([wrong.status, wrong.body]).toEqual([none.status, none.body]);
  // Nothing was opened yet, and the owner reads so.
  const listed = async () => (await amina.call("chartTokenList", { chartId })).data;
  expect(await listed()).toMatchObject([{ hasPassword: true, uses: 0, lastUsedAt: null }]);
  const right = await open(token, password);
  expect(right.body).toMatchObject({ data: { name: "Sun at the school", lines: [{}] } });
  expect(await listed()).toMatchObject([{ uses: 1 }]);
  const plain = await aLink({});
  expect((await amina.call("chartTokenList", { chartId: plain.chartId })).data).toMatchObject([{ hasPassword: false }]);
  expect((await open(plain.token)).status).toBe(200);
});

test("what was drawn a moment ago for somebody with the password is given to nobody without it", async () => {
  const { token } = await aLink();
  expect((await open(token, password)).status).toBe(200);
  expect((await open(token)).code).toBe("password_needed");
  expect((await open(token, "seven wet wells")).code).toBe("password_needed");
  expect((await open(token, password)).status).toBe(200);
});

test("a password has eight characters at least, is kept as a hash alone, and stays as the link was made", async () => {
  const { id, chartId, token } = await aLink();
  const short = await amina.post("setChartToken", { chartId, range, password: "7 wells" });
  expect(short.body["fields"]).toHaveProperty("password");
  const other = await amina.post("setChartToken", { id, chartId, range, password: "another password" });
  expect(other.body["fields"]).toHaveProperty("password");
  // The chart as it is now, with the password that the link has.
  await amina.call("setChartToken", { id, chartId, range });
  expect((await open(token)).code).toBe("password_needed");
  expect((await open(token, password)).status).toBe(200);
  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query<{ kept: string }>(
    `select chart_link::text as kept from chart_link where id = $1
     union all select audit::text from audit where target = $1`,
    [id],
  );
  expect(rows[0]?.kept).toContain("$argon2id$");
  expect(rows.map(({ kept }) => kept).join()).not.toContain(password);
});

test("a well-known password is refused for a link as for an account, and no link is made", async () => {
  const { chartId } = await aLink();
  for (const known of ["password1234", "P@ssw0rd2024!!", "qwertyui", "12345678", "MotDePasse2026", amina.email]) {
    const refused = await amina.post("setChartToken", { chartId, range, password: known });
    expect([refused.code, Object.keys(refused.body["fields"] ?? {})]).toEqual(["bad_input", ["password"]]);
  }
  expect((await amina.call("chartTokenList", { chartId })).data).toHaveLength(1);
});

test("five wrong passwords from a network, also at once, keep it out for a while, with no further hash and one line in the audit", async () => {
  const { id, token } = await aLink();
  const before = hashCounts.done;
  const atOnce = await Promise.all(Array.from({ length: 8 }, (_, turn) => open(token, `wrong guess ${turn}`)));
  const counted = (wanted: string) => atOnce.filter(({ code }) => code === wanted).length;
  expect([counted("password_needed"), counted("too_many")]).toEqual([5, 3]);
  // Not even the right one is looked at, and it is said when to try again.
  const kept = await open(token, password);
  expect(kept.status).toBe(429);
  expect(Number(kept.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(hashCounts.done - before).toBe(linkLimits.wrongPasswords);
  expect(await linesOf(id)).toEqual(["ok", "too_many"]);
  // Others are not kept out by it, and nobody is for ever.
  expect((await open(token, password, "203.0.113.9")).status).toBe(200);
  clock.advance(5 * minute + 1);
  expect((await open(token, password)).status).toBe(200);
});

test("wrong passwords of one link count together, whichever networks they come from", async () => {
  const { id, token } = await aLink();
  const before = hashCounts.done;
  const from = (turn: number) => `10.9.${Math.floor(turn / 2)}.1`;
  const most = linkLimits.wrongPasswordsInAll;
  for (let turn = 0; turn < most; turn++) {
    expect((await open(token, `wrong guess ${turn}`, from(turn))).code).toBe("password_needed");
  }
  const late = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => open(token, `late guess ${turn}`, from(most + turn))),
  );
  expect(late.map(({ code }) => code)).toEqual(Array(6).fill("too_many"));
  expect(hashCounts.done - before).toBe(most);
  expect(await linesOf(id)).toEqual(["ok", "too_many"]);
  const another = await aLink();
  expect((await open(another.token, password, from(0))).status).toBe(200);
});

test("whoever has the password opens the link as often as they like: right ones do not count as tries", async () => {
  const { token } = await aLink();
  for (let turn = 0; turn < 3 * linkLimits.wrongPasswords; turn++) {
    expect((await open(token, password)).status).toBe(200);
  }
});

test("a link with a password that is revoked, expired or out of its owner's sight is not found, as an unknown one", async () => {
  const { id, token } = await aLink();
  const expired = await aLink();
  const { pool } = (await thePortal()).database;
  await pool.query("update chart_link set expires_at = to_timestamp($2 / 1000.0) where id = $1", [
    expired.id,
    clock.now(),
  ]);
  const unseen = await aLink();
  await amina.call("chartTokenRevoke", { id });
  const unknown = await open("unknown", password);
  expect(unknown.status).toBe(404);
  for (const over of [token, expired.token]) {
    for (const given of [undefined, password, "seven wet wells"]) {
      expect((await open(over, given)).body).toEqual(unknown.body);
    }
  }
  await pool.query("delete from container_user where user_id = $1", [amina.userId]);
  expect((await open(unseen.token, undefined, "203.0.113.20")).body).toEqual(unknown.body);
  expect((await open(unseen.token, password, "203.0.113.20")).body).toEqual(unknown.body);
});
