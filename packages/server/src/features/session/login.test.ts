import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";

import { hashCounts, inFlightLimit } from "../../core/password-hash.ts";
import { type RawAnswer, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";

const clock = testClock();
void thePortal({ clock, config: { trustedProxies: ["127.0.0.1"] } });

const password = "lanterns over the dunes";
const minute = 60_000;

/** A try from a given address; the tests' proxy is trusted. */
async function tryFrom(address: string, email: string, given = "wrong wrong wrong"): Promise<RawAnswer> {
  return (await aStranger()).post("login", { email, password: given }, { "x-forwarded-for": address });
}

async function linesAbout(action: string, target: string) {
  const { db } = (await thePortal()).database;
  return db.selectFrom("audit").selectAll().where("action", "=", action).where("target", "=", target).execute();
}

test("A1: of a thousand guesses at one account, five per network are hashed, then pauses grow; its owner gets in", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  expect((await tryFrom("198.51.100.7", amina.email, password)).status).toBe(200);
  const before = hashCounts.done;
  const answers: RawAnswer[] = [];
  for (let guess = 0; guess < 400; guess++) answers.push(await tryFrom("203.0.113.9", amina.email));
  expect(answers.slice(0, 5).every(({ code }) => code === "bad_login")).toBe(true);
  expect(answers.slice(5).every(({ status, code }) => status === 429 && code === "too_many")).toBe(true);
  expect(answers[299]?.headers.get("retry-after")).toBe("1");
  // From there on all sign-ins of the network wait.
  expect(answers.at(-1)?.headers.get("retry-after")).toBe("60");
  expect(hashCounts.done - before).toBe(5);

  // Many networks: twenty guesses in five minutes in all, including those five.
  const many: RawAnswer[] = [];
  for (let round = 0; round < 60; round++) {
    const atOnce = Array.from({ length: 10 }, (_, index) =>
      tryFrom(`10.${(round * 10 + index) % 200}.1.1`, amina.email),
    );
    many.push(...(await Promise.all(atOnce)));
  }
  expect(many.filter(({ code }) => code === "bad_login")).toHaveLength(15);
  expect(many.filter(({ status }) => status === 429)).toHaveLength(585);
  expect((await tryFrom("192.0.2.200", amina.email, password)).status).toBe(429);
  expect((await tryFrom("198.51.100.99", amina.email, password)).status).toBe(200);

  // The pauses grow.
  const pauses: (string | null)[] = [];
  for (let round = 0; round < 3; round++) {
    clock.advance(1_000 * 2 ** round);
    await tryFrom("203.0.114.9", "ghost@example.org");
    for (let free = round === 0 ? 1 : 5; free < 5; free++) await tryFrom("203.0.114.9", "ghost@example.org");
    pauses.push((await tryFrom("203.0.114.9", "ghost@example.org")).headers.get("retry-after"));
  }
  expect(pauses).toEqual(["1", "2", "4"]);

  const lines = await linesAbout("login", amina.email);
  // One line for the wrong passwords of each network, and one for each wait, however many tries it refuses: of the pair, and
  // of the account from new networks. That of the network as a whole names no account.
  const wrong = lines.filter(({ result }) => result === "bad_login");
  expect(wrong).toHaveLength(16);
  expect(new Set(wrong.map(({ address }) => address)).size).toBe(16);
  expect(lines.filter(({ result }) => result === "too_many")).toHaveLength(2);
  expect(lines).toHaveLength(2 + 16 + 2);
});

test("A2: five hundred accounts with one password from one address make twenty tries and one alert", async () => {
  clock.advance(60 * minute);
  const before = hashCounts.done;
  const answers: RawAnswer[] = [];
  for (let account = 0; account < 500; account++) {
    answers.push(await tryFrom("203.0.113.77", `person${account}@example.org`, "Summer2026 Summer"));
  }
  expect(answers.slice(0, 20).every(({ code }) => code === "bad_login")).toBe(true);
  expect(answers.slice(20).every(({ status }) => status === 429)).toBe(true);
  expect(hashCounts.done - before).toBe(20);
  expect(await linesAbout("login_alert", "203.0.113")).toHaveLength(1);
});

test("A3: of two hundred sign-ins at once, few are hashed at a time and twenty wait; the others are asked to try again later", async () => {
  clock.advance(60 * minute);
  const { amina, watcher } = await cast({ amina: { role: "user", password }, watcher: { role: "user" } });
  hashCounts.mostInFlight = 0;
  hashCounts.mostWaiting = 0;
  const tries = Array.from({ length: 200 }, (_, index) => tryFrom(`10.7.${index}.1`, amina.email, password));
  // Another call is answered while the sign-ins still wait.
  let open = tries.length;
  tries.forEach((one) => void one.then(() => open--));
  expect(await watcher.post("getSites", {})).toMatchObject({ status: 200 });
  expect(open).toBeGreaterThan(0);
  const answers = await Promise.all(tries);
  expect(hashCounts.mostInFlight).toBe(inFlightLimit);
  expect(inFlightLimit).toBeLessThanOrEqual(2);
  expect(hashCounts.mostWaiting).toBeLessThanOrEqual(20);
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers.get("retry-after")) > 0)).toBe(true);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
});

test("of sixty accounts tried at once from one network, twenty passwords are checked at most", async () => {
  clock.advance(60 * minute);
  const before = hashCounts.done;
  const tries = Array.from({ length: 60 }, (_, index) => tryFrom("203.0.97.9", `side${index}@example.org`));
  const answers = await Promise.all(tries);
  expect(hashCounts.done - before).toBeLessThanOrEqual(20);
  expect(answers.filter(({ code }) => code === "bad_login")).toHaveLength(hashCounts.done - before);
});

test("in a flood from many networks a known person gets in, and those for whom there is no time leave one line", async () => {
  clock.advance(60 * minute);
  const { amina } = await cast({ amina: { role: "user", password } });
  expect((await tryFrom("198.51.100.7", amina.email, password)).status).toBe(200);
  const flood = Array.from({ length: 80 }, (_, index) => tryFrom(`10.9.${index}.1`, `flood${index}@example.org`));
  // Nobody is refused before all places are taken.
  const isRefused = async (one: Promise<RawAnswer>) =>
    (await one).status === 429 ? one : Promise.reject(new Error("checked"));
  await Promise.any(flood.map(isRefused));
  expect((await tryFrom("198.51.100.7", amina.email, password)).status).toBe(200);
  const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(1);
  const { db } = (await thePortal()).database;
  const lines = await db
    .selectFrom("audit")
    .select("target")
    .where("result", "=", "too_many")
    .where("target", "like", "flood%")
    .execute();
  expect(lines).toHaveLength(1);
});

test("A4: known, unknown, disabled and invited accounts get the same answer, with one hash each", async () => {
  clock.advance(60 * minute);
  const { amina, gone, invited } = await cast({
    amina: { role: "user", password },
    gone: { role: "user", password },
    invited: { role: "user", password },
  });
  const { db } = (await thePortal()).database;
  await db.updateTable("appUser").set({ disabled: true }).where("id", "=", gone.userId).execute();
  await db.updateTable("appUser").set({ passwordHash: null }).where("id", "=", invited.userId).execute();
  const shape = ({ status, text, headers }: RawAnswer) => {
    const kept = [...headers].filter(([name]) => name !== "x-request-id" && name !== "date");
    return { status, text, headers: Object.fromEntries(kept) };
  };
  const seen: { name: string; answer: ReturnType<typeof shape>; hashes: number }[] = [];
  for (const [name, email, given] of [
    ["known", amina.email, "wrong wrong wrong"],
    ["unknown", "nobody@example.org", "wrong wrong wrong"],
    ["disabled", gone.email, password],
    ["invited", invited.email, password],
  ] as const) {
    const before = hashCounts.done;
    const answer = shape(await tryFrom("10.44.0.1", email, given));
    seen.push({ name, answer, hashes: hashCounts.done - before });
  }
  for (const one of seen) expect(one).toEqual({ ...seen[0], name: one.name, hashes: 1 });
  expect(seen[0]?.answer.status).toBe(401);

  const stranger = await aStranger();
  const asked = await Promise.all(
    [amina.email, "nobody@example.org", gone.email].map((email) => stranger.post("forgotPassword", { email })),
  );
  expect(asked.map(shape)).toEqual(asked.map(() => shape(asked[0] as RawAnswer)));
  expect(asked[0]).toMatchObject({ status: 200, text: '{"status":"ok"}' });
});

test("A5: a token that someone planted beforehand is useless after the sign-in, which makes a new one", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  const preset = "A".repeat(43);
  const headers = { "x-auth-token": preset, "x-user-id": amina.userId, cookie: `X-Auth-Token=${preset}` };
  const answer = await stranger.post("login", { email: amina.email, password }, headers);
  expect(answer.status).toBe(200);
  expect(answer.body["authToken"]).not.toBe(preset);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(await stranger.post("getSites", {}, headers)).toMatchObject({ status: 401, code: "signed_out" });
  const cookie = `X-Auth-Token=${String(answer.body["authToken"])}; X-User-Id=${amina.userId}`;
  expect(await stranger.post("getSites", {}, { cookie })).toMatchObject({ status: 401, code: "signed_out" });
});

test("a password hashed at a lower cost is hashed again when it is used", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const { db } = (await thePortal()).database;
  const weak = await hash(password, { algorithm: 2, memoryCost: 1_024, timeCost: 1, parallelism: 1 });
  await db.updateTable("appUser").set({ passwordHash: weak }).where("id", "=", amina.userId).execute();
  const stored = () =>
    db.selectFrom("appUser").select("passwordHash").where("id", "=", amina.userId).executeTakeFirstOrThrow();
  await (await aStranger()).call("login", { email: amina.email, password });
  expect((await stored()).passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  await (await aStranger()).call("login", { email: amina.email, password });
});

test("a request for a link to an address without an account writes the same rows and sends no mail", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const { db } = (await thePortal()).database;
  const rowsFor = async (email: string) => {
    await (await aStranger()).call("forgotPassword", { email });
    const token = await db.selectFrom("mailToken").select(["kind", "userId"]).where("email", "=", email).execute();
    const line = await linesAbout("forgotPassword", email);
    return { token, lines: line.length };
  };
  const nobody = "no.one@example.org";
  expect(await rowsFor(amina.email)).toEqual({ token: [{ kind: "reset", userId: amina.userId }], lines: 1 });
  expect(await rowsFor(nobody)).toEqual({ token: [{ kind: "reset", userId: null }], lines: 1 });
  const kept = await db
    .selectFrom("outbox")
    .select("key")
    .where("key", "like", "reset null %")
    .where("sealed", "is not", null)
    .execute();
  expect(kept).toEqual([]);
});
