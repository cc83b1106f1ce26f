import { connect } from "node:net";

import type { Call } from "@offgrid/contract/core/call";
import { type CallName, calls } from "@offgrid/contract/registry";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { fixtures } from "./access-matrix.fixture.ts";
import type { Things } from "./access-matrix.things.ts";
import { readPayload } from "./features/ingest/payload.ts";
import { tierWorkerOn } from "./history/rollups/rollups.fixture.ts";
import { type Actor, aStranger, cast, thePortal } from "./testing/cast.ts";

const names = Object.keys(calls) as CallName[];
const mebibyte = 1024 * 1024;

let number = 0;
const fresh = () => `in${++number}`;
const things: Things = {
  clusterId: "cluster-1",
  containerId: "nowhere",
  serialNumber: "SN-nowhere",
  uuid: "00000000-0000-4000-8000-000000000000",
  userId: "nobody",
  email: "nobody@example.org",
  sessionId: "no-session",
  passkeyId: "no-passkey",
};

function bodyOf(name: CallName, about: Things = things): Record<string, unknown> {
  const fixture = fixtures[name];
  const body = typeof fixture === "function" ? fixture(about, fresh) : fixture.plain(fresh);
  return body as Record<string, unknown>;
}

/** Tables that background work writes at any time, or that count every call. */
const ownWork = new Set([
  "job",
  "container_forecast",
  "forecast_past",
  "forecast_said",
  "limit_window",
  "sign_in_tries",
]);

/**
 * Rows by table; rows of partitions, which background work makes and drops, count for their table. The audit rightly
 * grows by refusals.
 */
async function rowCounts(): Promise<Record<string, number>> {
  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'audit%' order by 1`,
  );
  const counts = rows
    .filter(({ name }) => !ownWork.has(name))
    .map(async ({ name }) => {
      const found = await pool.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
      return [name, found.rows[0]?.count ?? 0] as const;
    });
  return Object.fromEntries(await Promise.all(counts));
}

/** A new person for each call, so that no call uses up another's limit. */
async function aBoss(): Promise<Actor> {
  return (await cast({ boss: { role: "super_admin" } })).boss;
}

test("B6: keys that a call does not have are refused with their path, and nothing is written", async () => {
  // One after the other: so many at once would wait too long for a connection on a busy machine.
  const bosses: Actor[] = [];
  while (bosses.length < names.length) bosses.push(await aBoss());
  const known = (name: CallName) =>
    new Set(Object.keys((calls[name] as Call & { input: { shape?: object } }).input.shape ?? {}));
  const before = await rowCounts();
  for (const [at, name] of names.entries()) {
    const boss = bosses[at] as Actor;
    const random = fc.sample(fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,12}$/), 3);
    const aimed = ["role", "ownerId", "id", "createdAt", "isAdmin"];
    // One alone, since one key more is what a caller tries; all at once, since each is named.
    for (const keys of [aimed.slice(0, 1), [...aimed, ...random]]) {
      const unknown = keys.filter((key) => !known(name).has(key));
      if (unknown.length === 0) continue;
      const more = Object.fromEntries(unknown.map((key) => [key, "super_admin"]));
      const answer = await boss.post(name, { ...bodyOf(name), ...more });
      expect([name, unknown, answer.status, answer.code]).toEqual([name, unknown, 400, "bad_input"]);
      expect(Object.keys(answer.body["fields"] as object)).toEqual(expect.arrayContaining(unknown));
    }
  }
  expect(await rowCounts()).toEqual(before);
}, 240_000);

const confused: readonly unknown[] = [
  "1 OR 1=1",
  "'; drop table container; --",
  "%",
  "../../etc/passwd",
  "{}",
  ["x"],
  { $ne: 1 },
  { toString: "x" },
  -0,
  1e3,
  true,
  null,
  "",
  "x".repeat(70_000),
];

/**
 * Calls that name nothing that there is, charts, which say beside a series that it cannot be drawn, and the notes of the
 * containers of a chart, of which some may be gone.
 */
const answersAnyId: ReadonlySet<string> = new Set([
  ...["userList", "registerNewContainer", "chartDraw", "chartExport", "noteList"],
]);

test.each(names.filter((name) => typeof fixtures[name] === "function"))(
  "B10: %s refuses confused ids as wrong or not found",
  async (name) => {
    const boss = await aBoss();
    const { userId } = boss;
    // An id of another table belongs to nothing.
    for (const id of [...confused, userId]) {
      const all = Object.fromEntries(Object.keys(things).map((key) => [key, id])) as unknown as Things;
      const { status, text } = await boss.post(
        name,
        bodyOf(name, { ...all, userId: id === userId ? "nowhere" : all.userId }),
      );
      const allowed = answersAnyId.has(name) ? [200, 400, 429] : [400, 404, 429];
      expect([id, allowed.includes(status), text]).toEqual([id, true, text]);
    }
  },
);

test("C1: a body beyond 256 KiB is refused, and an endless one is cut off before it is read", async () => {
  const stranger = await aStranger();
  const { port } = await thePortal();
  const full = JSON.stringify({ email: "x".repeat(256 * 1024) });
  expect(await stranger.post("login", full)).toMatchObject({ status: 413, code: "too_large" });

  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString())).on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  const piece = Buffer.concat([
    Buffer.from(`${(64 * 1024).toString(16)}\r\n`),
    Buffer.alloc(64 * 1024, 120),
    Buffer.from("\r\n"),
  ]);
  let sent = 0;
  while (sent < 100 * mebibyte && !socket.destroyed && answer === "") {
    sent += piece.length;
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  // What fits into the buffers of two sockets, far from a hundred mebibytes.
  expect(sent).toBeLessThan(16 * mebibyte);
});

test("C1: a connection that sends a body too slowly is closed", async () => {
  const { port } = await thePortal();
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString())).on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  );
  const drip = setInterval(() => !socket.destroyed && socket.write(" "), 500);
  await closed;
  clearInterval(drip);
  expect(answer === "" || answer.startsWith("HTTP/1.1 408 ")).toBe(true);
});

test("C2: nesting beyond 32 levels is refused, of any kind and to any depth", async () => {
  const stranger = await aStranger();
  const nest = (kinds: readonly boolean[]) =>
    kinds.map((isList) => (isList ? "[" : '{"a":')).join("") +
    "1" +
    kinds
      .map((isList) => (isList ? "]" : "}"))
      .reverse()
      .join("");
  expect((await stranger.post("login", nest(Array.from({ length: 32 }, () => false)))).body["fields"]).not.toEqual({
    "": "nested deeper than 32",
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 33, maxLength: 400 }), async (kinds) => {
      const answer = await stranger.post("login", nest(kinds));
      expect(answer).toMatchObject({ status: 400, body: { fields: { "": "nested deeper than 32" } } });
    }),
    { numRuns: 30 },
  );
  const deep = await stranger.post("login", nest(Array.from({ length: 10_000 }, (_, at) => at % 2 === 0)));
  expect(deep).toMatchObject({ status: 400, code: "bad_input" });
  expect(deep.text.length).toBeLessThan(1_000);
});

test("C3: keys that aim at prototypes are refused in calls, messages and imports, and nothing is polluted", async () => {
  const boss = await aBoss();
  const bodies = [
    '{"__proto__":{"x":1}}',
    '{"theme":"dark","notify":{"__proto__":{"x":"1"}}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"notify":{"a":"1","constructor":{"prototype":{"x":1}}}}',
  ];
  for (const body of bodies) {
    for (const name of ["saveUserSetting", "importData", "login"]) {
      expect(await boss.post(name, body)).toMatchObject({ status: 400, code: "bad_input" });
    }
    expect(await readPayload(Buffer.from(body))).toBeUndefined();
  }
  // A plain text that looks like such a key is just text.
  await boss.call("saveUserSetting", { notify: { constructor: "x" } });
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

test("C5: bad UTF-8, NUL and lone surrogates in keys, texts and names are refused and never cause an internal error", async () => {
  const boss = await aBoss();
  const { api } = await thePortal();
  const send = async (body: Buffer) =>
    (
      await fetch(`${api}/saveUserAccount`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-auth-token": boss.token, "x-user-id": boss.userId },
        body: new Uint8Array(body),
      })
    ).status;
  const around = (bytes: Buffer) => Buffer.concat([Buffer.from('{"firstName":"A'), bytes, Buffer.from('"}')]);
  for (const hex of ["ff", "c0af", "eda080", "f8888080", "c3", "00", "5c7530303030", "5c7564383030", "5c7564633030"]) {
    expect([hex, await send(around(Buffer.from(hex, "hex")))]).toEqual([hex, 400]);
  }
  expect(await send(Buffer.from('{"first\\ud800Name":"A"}'))).toBe(400);
  expect(await send(around(Buffer.from("é\u{1F50B}")))).toBe(200);
  expect(await readPayload(Buffer.from("7b2261223a22ff227d", "hex"))).toBeUndefined();
  expect(await readPayload(Buffer.from('{"a":"\\ud800"}'))).toBeUndefined();
});

const signs = ["'", '"', ";", "--", "/*", "\\", "%", "$1", "`", "\u2028", "${", "||", "(", ")"];
const tails = [
  ["email", "or 1=1"],
  ["name", "union select secret_hash from container"],
  ["x", "; drop table app_user"],
  ["1", "desc, (select 1)"],
  ["", "pg_sleep(10)"],
] as const;
/** Each sign with each tail; every other sign also closes what it opened. */
const injections = signs.flatMap((sign, at) =>
  tails.map(([head, tail]) => `${head}${sign} ${tail}${at % 2 === 0 ? sign : ""}`),
);

test("C6: sort, search, filter, group, zone and metric never become part of a query", async () => {
  await cast({ boss: { role: "super_admin", containers: ["tessalit"] } });
  // A new container is judged once by the rules of warnings, which takes its row away.
  await vi.waitUntil(async () => Number((await rowCounts())["warning_stale"]) === 0, { timeout: 60_000 });
  const before = await rowCounts();
  // Done now, so that the portal's own background work does not change the counts meanwhile.
  const nextYear = { now: () => Date.now() + 366 * 86_400_000 };
  await tierWorkerOn((await thePortal()).database, nextYear, { sealAfterS: 864_000 }).keep();
  let boss = await aBoss();
  const seen = new Set<number>();
  for (const [at, text] of injections.entries()) {
    if (at % 20 === 0) boss = await aBoss();
    const series = [{ containerId: "tessalit", metric: "battery.soc", func: "average", type: "line" }];
    const chart = { period: "today", groupBy: "hour", series };
    const asked: [CallName, unknown][] = [
      ["getSitesV2", { sort: text.slice(0, 64) }],
      ["getSitesV2", { search: text }],
      ["getSitesV2", { filter: { status: text } }],
      ["userList", { sort: text }],
      ["userList", { search: text }],
      ["userList", { filter: { role: text.slice(0, 32), containerId: text.slice(0, 64) } }],
      [
        "auditList",
        { search: text, filter: { actions: [text.slice(0, 64)], target: text, result: text.slice(0, 32) } },
      ],
      ["getChartData", { ...chart, groupBy: text }],
      ["getChartData", { ...chart, zone: text }],
      ["getChartData", { ...chart, series: [{ ...series[0], metric: text.slice(0, 64) }] }],
      ["getGeneration", { period: "today", groupBy: text }],
    ];
    for (const [name, body] of asked) {
      const { status } = await boss.post(name, body);
      seen.add(status);
      expect([name, text, status < 500]).toEqual([name, text, true]);
    }
  }
  expect(seen.has(200) && seen.has(400)).toBe(true);
  const after = await rowCounts();
  expect({ ...after, appUser: 0, app_user: 0, session: 0 }).toEqual({ ...before, appUser: 0, app_user: 0, session: 0 });
}, 180_000);

test("B11: requests that a page of another origin can send unasked change nothing and reveal nothing", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { api, port } = await thePortal();
  const before = await rowCounts();
  const foreign = { origin: "https://evil.example", cookie: `X-Auth-Token=${boss.token}; X-User-Id=${boss.userId}` };
  const body = JSON.stringify({ theme: "dark" });
  const sent: [string, RequestInit, number][] = [
    [
      "a form",
      {
        method: "POST",
        headers: { ...foreign, "content-type": "application/x-www-form-urlencoded" },
        body: "theme=dark",
      },
      415,
    ],
    [
      "a form with a file",
      { method: "POST", headers: { ...foreign, "content-type": "multipart/form-data; boundary=x" }, body: "--x--" },
      415,
    ],
    ["JSON as text", { method: "POST", headers: { ...foreign, "content-type": "text/plain" }, body }, 415],
    ["JSON with cookies", { method: "POST", headers: { ...foreign, "content-type": "application/json" }, body }, 401],
    ["a GET", { headers: foreign }, 404],
    ["a question before", { method: "OPTIONS", headers: { ...foreign, "access-control-request-method": "POST" } }, 404],
  ];
  for (const [what, request, status] of sent) {
    const answer = await fetch(`${api}/saveUserSetting`, request);
    expect([what, answer.status]).toEqual([what, status]);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    await answer.arrayBuffer();
  }
  expect((await boss.call("getUserSetting", {})).userSetting).toEqual({});
  expect(await rowCounts()).toEqual(before);
  expect((await fetch(`http://127.0.0.1:${port}/`, { headers: foreign })).headers.get("set-cookie")).toBeNull();
});
