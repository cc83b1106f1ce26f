import { randomUUID } from "node:crypto";

import type { TestRead } from "@offgrid/contract/device-types/test-read.calls";
import { type Holder, Refusal } from "@offgrid/contract/core/refusal";
import type { MeasuredValue } from "@offgrid/contract/telemetry/device-reading.schema";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser } from "../../core/db.ts";

/** How long an answer is waited for. */
const lifeMs = 30_000;
/** How long it can be looked at afterwards. */
const keptMs = 3_600_000;

export type TestReadReason = NonNullable<TestRead["reason"]>;

export interface TestReadRow {
  id: string;
  containerId: string;
  deviceId: string;
  deviceNumber: string;
  typeId: string;
  userId: string;
  state: "queued" | "sent" | "read" | "failed";
  reason: TestReadReason | null;
  answer: MeasuredValue[] | null;
  askedAt: Date;
  expiresAt: Date;
  answeredAt: Date | null;
}

const openStates = ["queued", "sent"] as const;

export type Asked = Pick<TestReadRow, "containerId" | "deviceId" | "deviceNumber" | "typeId" | "userId">;

/** Writes a test read, which then waits to be sent. @returns its id. @throws Refusal test_read_open with whose is under way. */
export async function askForRead(tx: Db, asked: Asked, nowMs: number): Promise<string> {
  await endOverdue(tx, asked.containerId, nowMs);
  const id = randomUUID();
  const times = { askedAt: new Date(nowMs), expiresAt: new Date(nowMs + lifeMs) };
  // The one that is in the way may end before it is looked at.
  for (;;) {
    const made = await tx
      .insertInto("testRead")
      .values({ id, ...asked, ...times, state: "queued" })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 1n) return id;
    const holder = await findHolder(tx, asked.containerId);
    if (holder) throw new Refusal("test_read_open", { holder });
  }
}

/** Ends what nobody waits for any more, and forgets what is too old to be looked at. */
async function endOverdue(tx: Db, containerId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable("testRead")
    .set({ state: "failed", reason: "no_answer" })
    .where("containerId", "=", containerId)
    .where("state", "in", openStates)
    .where("expiresAt", "<=", new Date(nowMs))
    .execute();
  await tx
    .deleteFrom("testRead")
    .where("containerId", "=", containerId)
    .where("askedAt", "<", new Date(nowMs - keptMs))
    .execute();
}

async function findHolder(db: Db, containerId: string): Promise<Holder | undefined> {
  const { rows } = await sql<{ name: string | null; askedAt: Date }>`
    select ${nameOfUser} as name, t.asked_at from test_read t left join app_user u on u.id = t.user_id
    where t.container_id = ${containerId} and t.state in ('queued', 'sent')`.execute(db);
  const [row] = rows;
  return row && { name: row.name, since: row.askedAt.toISOString() };
}

/** Until the transaction ends, nobody else changes it. */
export async function lockRead(tx: Db, id: string): Promise<TestReadRow | undefined> {
  return (await tx.selectFrom("testRead").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()) as
    | TestReadRow
    | undefined;
}

/** One that this person asked for, of a container that they still see. @throws Refusal not_found */
export async function mustFindOwnRead(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<TestReadRow & { containerName: string }> {
  const row = await db
    .selectFrom("testRead as t")
    .innerJoin("container as c", "c.id", "t.containerId")
    .selectAll("t")
    .select("c.name as containerName")
    .where("t.id", "=", id)
    .where("t.userId", "=", viewer.userId)
    .where("t.containerId", "in", visibleContainers(db, viewer))
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row as TestReadRow & { containerName: string };
}

export async function noteSent(tx: Db, id: string): Promise<void> {
  await tx.updateTable("testRead").set({ state: "sent" }).where("id", "=", id).execute();
}

export async function noteFailed(tx: Db, id: string, reason: TestReadReason, answeredMs?: number): Promise<void> {
  const answeredAt = answeredMs === undefined ? null : new Date(answeredMs);
  await tx.updateTable("testRead").set({ state: "failed", reason, answeredAt }).where("id", "=", id).execute();
}

export async function noteRead(tx: Db, id: string, values: readonly MeasuredValue[], nowMs: number): Promise<void> {
  await tx
    .updateTable("testRead")
    .set({ state: "read", answer: JSON.stringify(values), answeredAt: new Date(nowMs) })
    .where("id", "=", id)
    .execute();
}
