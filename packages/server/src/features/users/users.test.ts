import { expect, test } from "vitest";

import { aStranger, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";

const clock = testClock();
void thePortal({ clock });

const password = "correct horse battery";
const hour = 3_600_000;
const day = 24 * hour;

test("signing in gives a session that opens the portal, and signing out ends it", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  const { authToken, userId, expiresAt } = await stranger.call("login", {
    email: ` ${amina.email.toUpperCase()}`,
    password,
  });
  expect(userId).toBe(amina.userId);
  expect(Date.parse(expiresAt)).toBe(clock.now() + 7 * day);
  const session = { "x-auth-token": authToken, "x-user-id": userId };
  expect(await stranger.post("getCurrentUserInfo", {}, session)).toMatchObject({ status: 200 });
  expect(await stranger.post("signOut", {}, session)).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(await stranger.post("getCurrentUserInfo", {}, session)).toMatchObject({ status: 401, code: "signed_out" });
});

test("the token is nowhere in the database, only its hash", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query("select session::text as line from session");
  expect(rows.some(({ line }: { line: string }) => line.includes(amina.token))).toBe(false);
});

test("a wrong password and an unknown address get the same refusal, byte for byte", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  const wrong = await stranger.post("login", { email: amina.email, password: "wrong" });
  const unknown = await stranger.post("login", { email: "nobody@example.org", password: "wrong" });
  expect(wrong).toMatchObject({ status: 401, code: "bad_login" });
  expect(unknown.status).toBe(401);
  expect(unknown.text).toBe(wrong.text);
});

test("a disabled account cannot sign in, and its session ends at once", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const { pool } = (await thePortal()).database;
  await pool.query("update app_user set disabled = true where id = $1", [amina.userId]);
  await expect(amina.call("getSites", {})).refusesWith("signed_out");
  await expect((await aStranger()).call("login", { email: amina.email, password })).refusesWith("bad_login");
});

test("five wrong tries are free, then pauses grow, also for an address that does not exist", async () => {
  const stranger = await aStranger();
  for (const email of ["guess@example.org", (await cast({ amina: { role: "user", password } })).amina.email]) {
    const tryIt = (with_ = "wrong") => stranger.post("login", { email, password: with_ });
    for (let attempt = 0; attempt < 5; attempt++) expect(await tryIt()).toMatchObject({ code: "bad_login" });
    const slowed = await tryIt(password);
    expect(slowed).toMatchObject({ status: 429, code: "too_many" });
    expect(slowed.headers.get("retry-after")).toBe("1");
    clock.advance(1_000);
    expect(await tryIt()).toMatchObject({ code: "bad_login" });
    expect((await tryIt()).headers.get("retry-after")).toBe("2");
    clock.advance(10 * 60_000);
  }
});

test("a session ends after twelve idle hours, and at its end however much it is used", async () => {
  const { idle, busy, watcher } = await cast({
    idle: { role: "user" },
    busy: { role: "user" },
    watcher: { role: "customer_staff" },
  });
  clock.advance(12 * hour - 1);
  await busy.call("getSites", {});
  await idle.call("getSites", {});
  await watcher.call("getSites", {});
  clock.advance(12 * hour);
  await expect(idle.call("getSites", {})).refusesWith("signed_out");

  const { worker, guest } = await cast({ worker: { role: "user" }, guest: { role: "customer_staff" } });
  const use = async (person: typeof worker, forMs: number) => {
    for (let leftMs = forMs; leftMs > 0; leftMs -= 11 * hour) {
      clock.advance(Math.min(11 * hour, leftMs));
      if (leftMs > 11 * hour) await person.call("getSites", {});
    }
  };
  await use(worker, 7 * day - 1);
  await worker.call("getSites", {});
  clock.advance(1);
  await expect(worker.call("getSites", {})).refusesWith("signed_out");
  await expect(guest.call("getSites", {})).refusesWith("signed_out");
  const { active } = await cast({ active: { role: "customer_staff" } });
  await use(active, 30 * day - 1);
  await active.call("getSites", {});
  clock.advance(1);
  await expect(active.call("getSites", {})).refusesWith("signed_out");
});

test("the eleventh session ends the oldest", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  for (let count = 0; count < 9; count++) {
    clock.advance(1);
    await stranger.call("login", { email: amina.email, password });
  }
  await amina.call("getSites", {});
  clock.advance(1);
  await stranger.call("login", { email: amina.email, password });
  await expect(amina.call("getSites", {})).refusesWith("signed_out");
});

test("a person learns who they are and what they may", async () => {
  const { kofi } = await cast({ kofi: { role: "offgrid_staff", containers: ["lodwar", "agadez"] } });
  const { info } = await kofi.call("getCurrentUserInfo", {});
  expect(info).toMatchObject({
    id: kofi.userId,
    email: [{ address: kofi.email, verified: true }],
    role: "offgrid_staff",
    excludes: ["9_2_2", "9_5"],
    containerCount: 2,
  });
  expect(info.permissions).toContain("register");
  expect(JSON.stringify(info)).not.toContain("ash");
});

test("a retired container is in no number of containers of a person, and is still theirs once it is back", async () => {
  const { boss, kofi } = await cast({
    boss: { role: "super_admin" },
    kofi: { role: "user", containers: ["mopti", "segou"] },
  });
  const counts = async () => {
    const { data } = await boss.call("userList", { search: kofi.email });
    const own = await kofi.call("getCurrentUserInfo", {});
    return [data.map(({ containerCount }) => containerCount), own.info.containerCount];
  };
  expect(await counts()).toEqual([[2], 2]);
  await boss.call("retireContainer", { containerId: "segou" });
  expect(await counts()).toEqual([[1], 1]);
  await boss.call("restoreContainer", { containerId: "segou" });
  expect(await counts()).toEqual([[2], 2]);
});

test("a person's card can be read by that person and by managers who share a container with them", async () => {
  const { boss, manager, guest, other } = await cast({
    boss: { role: "admin" },
    manager: { role: "user", containers: ["kumasi", "tamale"] },
    guest: { role: "customer_staff", containers: ["kumasi", "gao"] },
    other: { role: "user", containers: ["gap"] },
  });
  expect((await guest.call("getUserInfo", { email: guest.email })).data.containers).toEqual(["gao", "kumasi"]);
  expect((await manager.call("getUserInfo", { email: guest.email })).data.containers).toEqual(["kumasi"]);
  expect((await boss.call("getUserInfo", { email: guest.email })).data.containers).toEqual(["gao", "kumasi"]);
  await expect(guest.call("getUserInfo", { email: manager.email })).refusesWith("not_found");
  await expect(other.call("getUserInfo", { email: guest.email })).refusesWith("not_found");
  const unknown = await other.post("getUserInfo", { email: "nobody@example.org" });
  expect((await other.post("getUserInfo", { email: guest.email })).text).toBe(unknown.text);
});

test("settings are merged key by key", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["lodwar"] } });
  expect(await amina.call("getUserSetting", {})).toEqual({ status: "ok", userSetting: {}, starterBoard: "none" });
  await amina.call("saveUserSetting", { theme: "dark", favorites: ["lodwar"] });
  const saved = await amina.call("saveUserSetting", { theme: "light", units: { temperature: "degF" } });
  expect(saved.userSetting).toEqual({ theme: "light", favorites: ["lodwar"], units: { temperature: "degF" } });
  expect((await amina.call("getUserSetting", {})).userSetting).toEqual(saved.userSetting);
  await expect(amina.call("saveUserSetting", { theme: "pink" as never })).refusesWith("bad_input");
});

test("units of screens are a person's own, or else those of the portal, and only those that there are", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin" }, amina: { role: "user" } });
  const unitsOf = async (who: typeof amina) => (await who.call("getCurrentUserInfo", {})).info.units;
  expect(await unitsOf(amina)).toEqual({ temperature: "degC", wind: "m/s" });
  await boss.call("savePortalSetting", { units: { temperature: "degF", wind: "mph" } });
  await expect.poll(() => unitsOf(amina)).toEqual({ temperature: "degF", wind: "mph" });
  await amina.call("saveUserSetting", { units: { temperature: "degC" } });
  expect(await unitsOf(amina)).toEqual({ temperature: "degC", wind: "mph" });
  expect(await unitsOf(boss)).toEqual({ temperature: "degF", wind: "mph" });
  const kelvin = { temperature: "kelvin" } as never;
  await expect(amina.call("saveUserSetting", { units: kelvin })).refusesWith("bad_input");
  await expect(boss.call("savePortalSetting", { units: { temperature: "degF" } as never })).refusesWith("bad_input");
  await amina.call("saveUserSetting", { units: {} });
  await boss.call("savePortalSetting", { units: null });
  await expect.poll(() => unitsOf(amina)).toEqual({ temperature: "degC", wind: "m/s" });
});

test("settings cannot grow beyond 256 KiB, not even in steps", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const big = "x".repeat(200_000);
  await amina.call("saveUserSetting", { notify: { note: big } });
  const newContainer = Object.fromEntries(
    Array.from({ length: 40 }, (_, place) => [`note${place}`, "x".repeat(2_000)]),
  );
  await expect(amina.call("saveUserSetting", { newContainer })).refusesWith("too_large");
  expect((await amina.call("getUserSetting", {})).userSetting).toEqual({ notify: { note: big } });
});
