import { sql } from "kysely";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { type Db, toTime } from "../../core/db.ts";
import type { JobKind } from "../../jobs/job.ts";
import { type CommandRef, evidenceMs, lockCommand, moveCommand } from "./commands.store.ts";
import { holdOutput } from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const everyMs = 2_000;

/**
 * Ends commands whose controller is back as another run. The answer of a controller does not do that: only the run that
 * the portal sees itself shows that the one before has ended.
 */
export function rebootJob(tools: Tools): JobKind {
  return { name: "command-reboots", everyMs, run: () => endReboots(tools) };
}

export async function endReboots(tools: Tools): Promise<void> {
  for (const ref of await listBack(tools.db, tools.clock.now())) await endReboot(tools, ref);
}

/** Commands that were accepted by one run of a controller, of which another one was seen since they were sent. */
async function listBack(db: Db, nowMs: number): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`select k.id, k.container_id, k.target
    from command k join container_latest l on l.container_id = k.container_id
    where k.kind = 'reboot' and k.state in ('accepted', 'unknown') and k.accepted_at is not null
      and k.created_at > ${toTime(nowMs - evidenceMs)} and l.booted_at > k.sent_at`.execute(db);
  return rows;
}

async function endReboot({ bus, db, clock }: Tools, ref: CommandRef): Promise<void> {
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await holdOutput(tx, ref);
      const row = await lockCommand(tx, ref.id);
      const moved = row && (await moveCommand(tx, row, "done", clock.now(), { value: true }));
      if (moved && "state" in moved) news.add("commandChanged", { commandIds: [ref.id] });
    },
  );
}
