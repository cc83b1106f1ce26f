import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type Role, may, roles, roleTable } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import { type CallName, calls } from "@offgrid/contract/registry";
import { topics } from "@offgrid/contract/topics";
import mqtt from "mqtt";
import { beforeAll, expect, test } from "vitest";

import { fixtures } from "./access-matrix.fixture.ts";
import { type Things, none } from "./access-matrix.things.ts";
import {
  type Actor,
  type Player,
  type RawAnswer,
  aStranger,
  cast,
  ensureContainer,
  thePortal,
} from "./testing/cast.ts";

/**
 * Every call as every role, about the caller's own things, other people's and missing ones: the portal's answers are
 * compared with those agreed on in access-matrix.golden.txt. A change of rights is a change of that file; `npx vitest
 * run packages/server/src/access-matrix.test.ts -u` renews it. With `MATRIX_CALLS=userGet,userList` before it only these
 * calls, and those that the file lacks, are made and judged; the rows of all others stay as they are in the file.
 */

const isRead = (name: CallName) => calls[name].effect === "read";
const names = Object.keys(calls) as CallName[];
const golden = join(import.meta.dirname, "access-matrix.golden.txt");
const chosen = process.env["MATRIX_CALLS"]?.split(",");
const kept = chosen ? rowsWithout(chosen) : new Map<string, string[][]>();
const made = names.filter((name) => !kept.has(name));
/** Those that only read come first: what the others change is no matter to them, so they need no people of their own. */
const inTurn = made.toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)));
const callers = ["stranger", ...roles] as const;
type Caller = (typeof callers)[number];
const kinds = ["own", "other", "none"] as const;
type Kind = (typeof kinds)[number];

const fresh = () => `m${randomBytes(6).toString("hex")}`;

/** A container for all casts, with everything that calls can ask about. */
async function aContainer(containerId: string): Promise<Pick<Things, "containerId" | "serialNumber" | "uuid">> {
  const { db } = (await thePortal()).database;
  const uuid = randomUUID();
  await ensureContainer(containerId);
  await db.updateTable("container").set({ uuid }).where("id", "=", containerId).execute();
  return { containerId, serialNumber: `SN-${containerId}`, uuid };
}

async function thingsOf(person: Actor, container: Awaited<ReturnType<typeof aContainer>>): Promise<Things> {
  const { db } = (await thePortal()).database;
  const { id: sessionId } = await db
    .selectFrom("session")
    .select("id")
    .where("userId", "=", person.userId)
    .executeTakeFirstOrThrow();
  const passkeyId = fresh();
  await db
    .insertInto("passkey")
    .values({
      id: passkeyId,
      userId: person.userId,
      name: "Key",
      publicKey: Buffer.of(0),
      counter: 0,
      transports: [],
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute();
  const clusterId = fresh();
  await db.insertInto("cluster").values({ id: clusterId, name: clusterId, createdBy: null }).execute();
  await db.updateTable("container").set({ clusterId }).where("id", "=", container.containerId).execute();
  return { ...container, clusterId, userId: person.userId, email: person.email, sessionId, passkeyId };
}

const answers = new Map<string, RawAnswer>();
const keyOf = (name: string, caller: Caller, kind: Kind | "-") => `${name} ${caller} ${kind}`;
let own: Awaited<ReturnType<typeof aContainer>>;
let other: typeof own;

beforeAll(async () => {
  own = await aContainer("matrix-own");
  other = await aContainer("matrix-other");
});

const asked = new Set<CallName>();

async function newAsker(caller: Caller, containers: readonly string[]): Promise<Player> {
  return caller === "stranger" ? aStranger() : (await cast({ me: { role: caller, containers } })).me;
}
const newAskerOfOwn = (caller: Caller) => newAsker(caller, [own.containerId]);

const readers = new Map<Caller, Promise<Player>>();
function aReader(caller: Caller): Promise<Player> {
  const known = readers.get(caller) ?? newAskerOfOwn(caller);
  readers.set(caller, known);
  return known;
}

/** What a call can be about, with people of its own. */
async function newThings(): Promise<Record<Kind, Things>> {
  const { helper, foreigner } = await cast({
    helper: { role: "customer_staff", containers: [own.containerId] },
    foreigner: { role: "customer_staff", containers: [other.containerId] },
  });
  return { none, other: await thingsOf(foreigner, other), own: await thingsOf(helper, own) };
}
let thingsToRead: ReturnType<typeof newThings> | undefined;

/** Asks for the rows of a call, unless a test before has done so. */
async function askAll(name: CallName): Promise<void> {
  if (asked.has(name)) return;
  asked.add(name);
  for (const caller of callers) await ask(name, caller);
}

/** Every request has people of its own, since some calls change them; those that only read have theirs in common. */
async function ask(name: CallName, caller: Caller): Promise<void> {
  const fixture = fixtures[name];
  if (typeof fixture !== "function") {
    const asker = await newAsker(caller, []);
    answers.set(keyOf(name, caller, "-"), await asker.post(name, fixture.plain(fresh)));
    return;
  }
  const about = await (isRead(name) ? (thingsToRead ??= newThings()) : newThings());
  const asker = await (isRead(name) ? aReader(caller) : newAskerOfOwn(caller));
  for (const kind of ["none", "other", "own"] as const) {
    answers.set(keyOf(name, caller, kind), await asker.post(name, fixture(about[kind], fresh)));
  }
}

test.each(inTurn)(
  "B3: %s is refused as forbidden to the roles without its permission and to no others",
  async (name) => {
    await askAll(name);
    const { access } = calls[name] as Call;
    for (const caller of callers) {
      for (const kind of ["-", ...kinds] as const) {
        const answer = answers.get(keyOf(name, caller, kind));
        if (!answer) continue;
        const held = caller === "stranger" ? null : roleTable[caller].grants;
        if (may(held, access)) expect([caller, kind, answer.code]).not.toEqual([caller, kind, "internal"]);
        else if (held === null) expect(answer).toMatchObject({ status: 401, code: "signed_out" });
        else expect(answer).toMatchObject({ status: 403, code: "forbidden" });
      }
    }
  },
);

const withThings = made.filter((name) => typeof fixtures[name] === "function");
const scoped = roles.filter((role) => roleTable[role].containers === "assigned");

test.each(withThings)(
  "B1: %s reveals nothing about other people's things: the answer is the same as for things that do not exist",
  async (name) => {
    await askAll(name);
    for (const role of scoped) {
      const [theirs, nothing] = (["other", "none"] as const).map((kind) => answers.get(keyOf(name, role, kind)));
      if (name === "registerNewContainer") continue;
      expect([role, theirs?.status, theirs?.text]).toEqual([role, nothing?.status, nothing?.text]);
    }
  },
);

test.skipIf(chosen)(
  "B1, B2, B8: on every topic every role receives what the reviewed table says, and nothing about others",
  async () => {
    const rows: string[][] = [];
    for (const { pattern } of topics) {
      const received = await Promise.all(roles.map((role) => receivedBy(role, pattern)));
      for (const [at, kind] of kinds.entries()) rows.push([pattern, kind, ...received.map((row) => row[at] ?? "")]);
    }
    const table = tableOf([["topic", "thing", ...roles], ...rows], [31, 5, 11, 8, 13, 8]);
    await expect(table).toMatchFileSnapshot("access-matrix.topics.golden.txt");
  },
  120_000,
);

/** What a screen of this role may subscribe to: about its own, other people's and missing things. */
async function receivedBy(role: Role, pattern: string): Promise<string[]> {
  const { me, someone } = await cast({ me: { role, containers: [own.containerId] }, someone: { role: "user" } });
  const { port } = await thePortal();
  const { url, username, password } = await me.call("registerLiveNotification", {});
  const screen = mqtt.connect(`ws://127.0.0.1:${port}${url}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    clientId: `portal-${randomBytes(8).toString("hex")}`,
    username,
    password,
  });
  try {
    await new Promise<void>((resolve, reject) => screen.once("connect", () => resolve()).once("error", reject));
    const ids = [
      { containerId: own.containerId, userId: me.userId },
      { containerId: other.containerId, userId: someone.userId },
      none,
    ];
    const received: string[] = [];
    for (const { containerId, userId } of ids) {
      const topic = pattern.replace("{containerId}", containerId).replace("{userId}", userId);
      received.push(
        await screen.subscribeAsync(topic).then(
          () => "received",
          () => "refused",
        ),
      );
    }
    return received;
  } finally {
    await screen.endAsync(true);
  }
}

/** In columns of these widths, the last as wide as it is: whatever is longer moves what follows in its own row, and no other. */
function tableOf(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** What the callers were answered, a row for each kind of thing. */
function rowsOf(name: CallName): string[][] {
  return (typeof fixtures[name] === "function" ? kinds : (["-"] as const)).map((kind) => {
    const cells = callers.map((caller) => {
      const { status, code } = answers.get(keyOf(name, caller, kind)) as RawAnswer;
      return `${status}${code ? ` ${code}` : ""}`;
    });
    return [name, kind, ...cells];
  });
}

/** The rows of the file by call, without those of the chosen calls. */
function rowsWithout(chosen: readonly string[]): Map<string, string[][]> {
  const unknown = chosen.filter((name) => !(name in calls));
  if (unknown.length > 0) throw new Error(`MATRIX_CALLS names what is no call: ${unknown.join(", ")}.`);
  const found = new Map<string, string[][]>();
  for (const line of readFileSync(golden, "utf8").trimEnd().split("\n").slice(1)) {
    const row = line.split("|").map((cell) => cell.trim());
    const [name = ""] = row;
    if (!chosen.includes(name)) found.set(name, [...(found.get(name) ?? []), row]);
  }
  return found;
}

// Last, since the tests above have asked nearly all of it, each within its own time.
test("B1, B3: every call answers every role about its own, other people's and missing things as in the reviewed table", async () => {
  for (const name of made) await askAll(name);
  const rows = names.flatMap((name) => kept.get(name) ?? rowsOf(name));
  const table = tableOf([["call", "thing", ...callers], ...rows], [28, 5, 20, 21, 21, 21, 21]);
  await expect(table).toMatchFileSnapshot(golden);
}, 300_000);
