import { lendable } from "@offgrid/contract/api-tokens/api-token-limits";
import type { Call } from "@offgrid/contract/core/call";
import { type CallName, calls } from "@offgrid/contract/registry";
import { beforeAll, expect, test } from "vitest";

import { fixtures } from "../../access-matrix.fixture.ts";
import { none } from "../../access-matrix.things.ts";
import { type Actor, type RawAnswer, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { testClock } from "../../testing/test-clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const clock = testClock();

beforeAll(() => thePortal({ clock }));

const nextMail = mailReader(async () => (await thePortal()).config.dataDir);

/** As the access matrix makes this call, about things that are not there. */
function inputOf(name: CallName): unknown {
  const fixture = fixtures[name];
  return typeof fixture === "function" ? fixture(none, () => "fresh") : fixture.plain(() => "fresh");
}

type Wanted = { name?: string; permissions?: (typeof lendable)[number][]; mayChange?: boolean; days?: number };

/** Makes a token of a person. @returns its text and how calls are made with it. */
async function tokenOf(owner: Actor, { name = "Script", permissions = ["view"], ...rest }: Wanted = {}) {
  const { token, data } = await owner.call("apiTokenCreate", { name, permissions, ...rest });
  const stranger = await aStranger();
  const post = (call: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    stranger.post(call, body, { authorization: `Bearer ${token}`, ...headers });
  return { token, id: data.id, post };
}

test("a program reads what its owner sees with a token alone, and nothing else", async () => {
  const { amina } = await cast({
    amina: { role: "user", containers: ["tok-a"] },
    bo: { role: "user", containers: ["tok-b"] },
  });
  const { post } = await tokenOf(amina);
  expect((await post("getContainerInfo", { containerId: "tok-a" })).status).toBe(200);
  expect((await post("getContainerInfo", { containerId: "tok-b" })).code).toBe("not_found");
  expect((await post("getCurrentUserInfo")).body).toMatchObject({ info: { permissions: ["view"] } });
  expect((await post("sessionList")).code).toBe("not_by_token");
  expect((await post("favoriteSet", { containerId: "tok-a", favorite: true })).code).toBe("not_by_token");
});

test("a token that may change things changes what it was made for, without a word from a screen", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["tok-c"] } });
  const { post } = await tokenOf(amina, { permissions: ["view", "configure"], mayChange: true });
  expect((await post("favoriteSet", { containerId: "tok-c", favorite: true })).status).toBe(200);
  expect((await post("saveOutputNames", { containerId: "tok-c", names: {} })).code).not.toBe("not_by_token");
  expect((await post("setAdamLock", { containerId: "tok-c", relay: 1, locked: true })).code).toBe("not_by_token");
  clock.advance(13 * hourMs);
  expect((await post("favoriteSet", { containerId: "tok-c", favorite: false })).status).toBe(200);
});

test("whatever the owner loses, the token loses at once", async () => {
  const { root, amina } = await cast({
    root: { role: "super_admin" },
    amina: { role: "user", containers: ["tok-d"] },
  });
  const { post } = await tokenOf(amina, { permissions: ["view", "control"] });
  const sees = async () => (await post("getContainerInfo", { containerId: "tok-d" })).code ?? "ok";
  expect(await sees()).toBe("ok");
  await root.call("updateUserContainerList", { userId: amina.userId, containers: [] });
  expect(await sees()).toBe("not_found");
  const { db } = (await thePortal()).database;
  await db.updateTable("appUser").set({ disabled: true }).where("id", "=", amina.userId).execute();
  expect(await sees()).toBe("signed_out");
});

test("a token that is removed, or expired, is as good as one that never was", async () => {
  const { amina, bo } = await cast({ amina: { role: "user" }, bo: { role: "user" } });
  const removed = await tokenOf(amina);
  await expect(bo.call("apiTokenRemove", { id: removed.id })).refusesWith("not_found");
  await amina.call("apiTokenRemove", { id: removed.id });
  const short = await tokenOf(amina, { days: 1 });
  expect((await short.post("getSitesV2")).status).toBe(200);
  clock.advance(dayMs);
  for (const { post } of [removed, short]) expect((await post("getSitesV2")).text).toContain("signed_out");
  const { db } = (await thePortal()).database;
  const left = await db
    .selectFrom("apiToken")
    .select(["id", "lastAddress"])
    .where("userId", "=", amina.userId)
    .execute();
  expect(left).toEqual([{ id: short.id, lastAddress: expect.stringContaining("127.0.0.1") as string }]);
});

test("only the hash of a token is kept, and its text is in no list and no audit line", async () => {
  const { root } = await cast({ root: { role: "super_admin" } });
  const { token } = await tokenOf(root, { name: "Grafana" });
  const { db } = (await thePortal()).database;
  const stored = await db.selectFrom("apiToken").selectAll().where("userId", "=", root.userId).execute();
  const lines = await db.selectFrom("audit").selectAll().where("userId", "=", root.userId).execute();
  const listed = await root.call("apiTokenList", {});
  expect(lines.map(({ action }) => action)).toContain("apiTokenCreate");
  expect(listed.data).toMatchObject([{ name: "Grafana", hint: token.slice(0, 8), lastUsed: null }]);
  expect(JSON.stringify([stored, lines, listed])).not.toContain(token.slice(8));
});

test("the audit says which token did what its owner answers for", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["tok-e"] } });
  const { post } = await tokenOf(amina, { name: "Night script", mayChange: true });
  await post("favoriteSet", { containerId: "tok-e", favorite: true });
  const { db } = (await thePortal()).database;
  const line = await db
    .selectFrom("audit")
    .select("after")
    .where("userId", "=", amina.userId)
    .where("action", "=", "favoriteSet")
    .executeTakeFirstOrThrow();
  expect(line.after).toMatchObject({ apiToken: "Night script" });
});

test("who calls must be clear: no token beside a session, none twice, none of another shape", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const { token, post } = await tokenOf(amina);
  const session = { "x-auth-token": amina.token, "x-user-id": amina.userId };
  expect((await post("getSitesV2", {}, session)).code).toBe("signed_out");
  for (const authorization of [`Bearer ${token}x`, token, `Basic ${token}`, `Bearer ${amina.token}`, "Bearer "])
    expect((await post("getSitesV2", {}, { authorization })).code).toBe("signed_out");
  expect((await (await aStranger()).post("getSitesV2", {}, { "x-auth-token": token })).code).toBe("signed_out");
});

test("a person has twenty tokens at most, whoever asks at the same time", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const made = Array.from({ length: 24 }, (_, place) =>
    amina.post("apiTokenCreate", { name: String(place), permissions: ["view"] }),
  );
  const answers = (await Promise.all(made)).map(({ code }) => code);
  expect(answers.filter((code) => code === undefined)).toHaveLength(20);
  expect(answers.filter((code) => code === "tokens_full")).toHaveLength(4);
});

test("no call gives a program more than its token was made for, whichever call it is", async () => {
  const { root } = await cast({ root: { role: "super_admin" } });
  const scopes = [
    { permissions: ["view"], mayChange: false },
    { permissions: [...lendable], mayChange: false },
  ] as const;
  for (const scope of scopes) {
    const { post } = await tokenOf(root, { permissions: [...scope.permissions], mayChange: scope.mayChange });
    for (const name of Object.keys(calls) as CallName[]) {
      const { access, effect, stepUp }: Call = calls[name];
      if (access === "public") continue;
      const isFor = name === "getCurrentUserInfo" || scope.permissions.some((permission) => permission === access);
      const { code } = await post(name, inputOf(name));
      const isRefused = !isFor || effect === "write" || stepUp === true;
      expect({ name, isRefused: code === "not_by_token" }).toEqual({ name, isRefused });
      // A hundred calls a second are allowed.
      clock.advance(20);
    }
  }
});

test("a password that is chosen by mail ends the tokens of whoever had the account before", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const { post } = await tokenOf(amina);
  expect((await post("getSitesV2")).status).toBe(200);
  const stranger = await aStranger();
  await stranger.call("forgotPassword", { email: amina.email });
  const { token } = await nextMail(amina.email);
  await stranger.call("confirmPassword", { token, password: "a kite above the ridge" });
  expect((await post("getSitesV2")).code).toBe("signed_out");
});
