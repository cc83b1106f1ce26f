import { randomUUID } from "node:crypto";

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { insertEvents } from "../events/events.store.ts";
import { notifyPeople } from "./fan-out.store.ts";
import * as notifications from "./notifications.store.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const containers = ["near", "far"] as const;
const container = fc.constantFrom(...containers);

/** What may happen in any order; `pick` chooses among what there is. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("happens" as const), container, isWarning: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("notifies" as const), most: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("counts" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("readsOne" as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("readsAll" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("loses" as const), container }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("gains" as const), container }) },
);

/** A person with two containers, and events that the person has and has not read by a list of the test's own. */
class Inbox {
  readonly userId = randomUUID();
  readonly #unread = new Set<string>();
  readonly #prefix = randomUUID().slice(0, 8);
  /** What was unread when it was counted last, and as of when. */
  #counted: { ids: ReadonlySet<string>; asOf: string } | undefined;
  // All in one instant: what comes meanwhile is told apart all the same.
  readonly #nowMs = Date.now();

  async start(): Promise<void> {
    const { db } = database;
    const email = `${this.userId}@example.org`;
    await db.insertInto("appUser").values({ id: this.userId, email, role: "user", setting: "{}" }).execute();
    for (const name of containers) {
      const id = this.#idOf(name);
      const about = { id, name, serialNumber: id, zoneName: "UTC", secretHash: Buffer.alloc(32) };
      await db.insertInto("container").values(about).execute();
      await this.#assign(name);
    }
  }

  async take(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    const { db } = database;
    const viewer = { userId: this.userId };
    switch (one.kind) {
      case "happens": {
        const level = one.isWarning ? ("warning" as const) : ("info" as const);
        const event = { ts: this.#nowMs, code: "door.opened", level, data: {} };
        const part = { containerId: this.#idOf(one.container), boot: null, seq: null, event };
        await db.transaction().execute((tx) => insertEvents(tx, [part], this.#nowMs));
        return;
      }
      case "notifies": {
        await db.transaction().execute((tx) => notifyPeople(tx, this.#nowMs, one.most));
        for (const id of await this.#rows()) this.#unread.add(id);
        return;
      }
      case "counts": {
        const { asOf } = await notifications.countAsOf(db, viewer, "event");
        this.#counted = { ids: new Set(this.#unread), asOf };
        return;
      }
      case "readsOne": {
        const ids = [...this.#unread];
        const id = ids[one.pick % Math.max(1, ids.length)] ?? "nothing";
        await notifications.readSome(db, viewer, [id, id], this.#nowMs);
        this.#unread.delete(id);
        return;
      }
      case "readsAll": {
        if (!this.#counted) return;
        await notifications.readUntil(db, viewer, "event", this.#counted.asOf, this.#nowMs);
        for (const id of this.#counted.ids) this.#unread.delete(id);
        return;
      }
      case "loses":
        await db
          .deleteFrom("containerUser")
          .where("containerId", "=", this.#idOf(one.container))
          .where("userId", "=", this.userId)
          .execute();
        return;
      case "gains":
        await this.#assign(one.container);
    }
  }

  /** What the portal counts, and what the test's own list has of containers that the person sees now. */
  async counts(): Promise<{ counted: number; listed: string[]; expected: string[] }> {
    const { db } = database;
    const viewer = { userId: this.userId };
    const { count: counted } = await notifications.countAsOf(db, viewer, "event");
    const query = { among: "unread", type: "event" } as const;
    const rows = await notifications.listNotifications(db, viewer, query, { limit: 500, offset: 0 });
    const { rows: seen } = await database.pool.query<{ id: string }>(
      `select id from event where container_id in (select container_id from container_user where user_id = $1)`,
      [this.userId],
    );
    const expected = seen.map(({ id }) => id).filter((id) => this.#unread.has(id));
    return { counted, listed: rows.map(({ id }) => id).toSorted(), expected: expected.toSorted() };
  }

  #idOf(name: (typeof containers)[number]): string {
    return `${this.#prefix}-${name}`;
  }

  async #assign(name: (typeof containers)[number]): Promise<void> {
    await database.pool.query(
      "insert into container_user (container_id, user_id) values ($1, $2) on conflict do nothing",
      [this.#idOf(name), this.userId],
    );
  }

  /** Of events, what is stored as unread. */
  async #rows(): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>(
      "select event_id as id from notification where user_id = $1 and kind = 'event' and read_at is null",
      [this.userId],
    );
    return rows.map(({ id }) => id);
  }
}

test("whatever happens, is read, counted, lost and gained in any order, the count is what is listed, and all that was counted is read and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await database.pool.query("delete from event_fan_out");
      const inbox = new Inbox();
      await inbox.start();
      for (const one of steps) {
        await inbox.take(one);
        const { counted, listed, expected } = await inbox.counts();
        expect(listed).toEqual(expected);
        expect(counted).toBe(expected.length);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

test("people are notified of each event once, whoever does it and however often, and of what one counted nothing comes later", async () => {
  const inbox = new Inbox();
  await inbox.start();
  for (let count = 0; count < 30; count++) await inbox.take({ kind: "happens", container: "near", isWarning: false });
  const { db } = database;
  const viewer = { userId: inbox.userId };
  const notify = async () => {
    let count = 1;
    while (count > 0) count = (await db.transaction().execute((tx) => notifyPeople(tx, Date.now(), 2))).length;
  };
  const all = Promise.all([notify(), notify(), notify()]);
  // Counted and read while three are at it.
  const { count, asOf } = await notifications.countAsOf(db, viewer, "event");
  await all;
  await notifications.readUntil(db, viewer, "event", asOf, Date.now());
  const { count: left } = await notifications.countAsOf(db, viewer, "event");
  expect(count + left).toBe(30);
});
