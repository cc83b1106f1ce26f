import { roles, roleTable } from "@offgrid/contract/core/access";
import { sql } from "kysely";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { type Db, toTime } from "../../core/db.ts";
import type { JobKind } from "../../jobs/job.ts";
import { insertEvents } from "../events/events.store.ts";
import { findLock, holdOutput, type LockRow, type OutputRef, remindAfterMs } from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const everyMs = 30_000;
const perRound = 200;
const hourMs = 3_600_000;

/** Those who run the portal, and not the containers of a customer. */
const staffRoles = roles.filter((role) => roleTable[role].grants.includes("register"));

/** Reminds people of locks that still stand, each once: no lock ends by itself, and one that is forgotten keeps an output dead. */
export function lockReminderJob(tools: Tools): JobKind {
  return { name: "lock-reminders", everyMs, run: ({ signal }) => remindOfLocks(tools, signal) };
}

export async function remindOfLocks({ bus, db, clock }: Tools, signal?: AbortSignal): Promise<void> {
  for (const output of await listDue(db, clock.now())) {
    if (signal?.aborted) return;
    await announced<void>(
      bus,
      (whole) => db.transaction().execute(whole),
      async (tx, news) => {
        await holdOutput(tx, output);
        const nowMs = clock.now();
        const reminded = await claim(tx, output, nowMs);
        const lock = reminded === undefined ? undefined : await findLock(tx, output);
        if (!lock) return;
        const isFirst = reminded === 1;
        const people = isFirst ? [lock.userId] : await listStaff(tx, lock);
        const hours = (isFirst ? remindAfterMs.holder : remindAfterMs.staff) / hourMs;
        const data = { by: lock.userId, reason: lock.reason, hours };
        const event = { ts: nowMs, code: "lock.reminder", level: "warning", device: lock.target, data } as const;
        const part = { containerId: lock.containerId, boot: null, seq: null, event };
        const events = await insertEvents(tx, [part], nowMs, people);
        news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
      },
    );
  }
}

async function listDue(db: Db, nowMs: number): Promise<OutputRef[]> {
  const { rows } = await sql<OutputRef>`select container_id, target from output_lock
    where remind_at <= ${toTime(nowMs)} order by remind_at limit ${perRound}`.execute(db);
  return rows;
}

/** @returns how often people have been reminded, this time included; undefined: another worker does it, or nobody has to. */
async function claim(tx: Db, { containerId, target }: OutputRef, nowMs: number): Promise<number | undefined> {
  const { rows } = await sql<{ reminded: number }>`update output_lock set reminded = reminded + 1,
      remind_at = case when reminded = 0 then since + ${remindAfterMs.staff} * interval '1 ms' end
    where container_id = ${containerId} and target = ${target} and remind_at <= ${toTime(nowMs)}
    returning reminded`.execute(tx);
  return rows[0]?.reminded;
}

async function listStaff(db: Db, { containerId }: LockRow): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select s.user_id from container_scope s
      join app_user u on u.id = s.user_id
    where s.container_id = ${containerId} and s.may_view and not u.disabled
      and u.effective_role = any(${[...staffRoles]}::text[])`.execute(db);
  return rows.map(({ userId }) => userId);
}
