import { commandOps } from "@offgrid/contract/commands/commands.schema";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import { Now } from "../../core/now.ts";
import type { JobKind } from "../../jobs/job.ts";
import { containerStatus } from "../containers/container-status.ts";
import { type CommandRef, dropOldCommands, listDue, lockDue, moveCommand } from "./commands.store.ts";
import { askAgainAt, askController, followCommand } from "./lock-steps.ts";
import * as locks from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const everyMs = 1_000;
const perRound = 500;
const hourMs = 3_600_000;

/** Ends commands whose time is over, and asks controllers that have not confirmed a lock. All instants are stored. */
export function deadlineJob(tools: Tools): JobKind {
  return {
    name: "command-deadlines",
    everyMs,
    run: async ({ signal }) => {
      const { db, clock } = tools;
      for (const ref of await listDue(db, clock.now(), perRound)) {
        if (signal.aborted) return;
        await endOverdue(tools, ref);
      }
      for (const output of await locks.listDueLocks(db, clock.now(), perRound)) {
        if (signal.aborted) return;
        await askAgain(tools, output);
      }
    },
  };
}

/** Commands are kept for as long as the lines of the audit about them. */
export function retentionJob({ db, clock, config }: Pick<FeatureBase, "db" | "clock" | "config">): JobKind {
  return {
    name: "command-retention",
    everyMs: hourMs,
    run: () => dropOldCommands(db, clock.now() - config.auditDays * 24 * hourMs),
  };
}

/** @returns whether this worker ended it. */
export async function endOverdue({ bus, db, clock }: Tools, ref: CommandRef): Promise<boolean> {
  const nowMs = clock.now();
  return announced<boolean>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await locks.holdOutput(tx, ref);
      const row = await lockDue(tx, ref.id, nowMs);
      if (!row) return false;
      const reason = row.state === "queued" ? "not_sent" : "no_answer";
      const moved = await moveCommand(tx, row, "timeout", nowMs, { reason });
      if ("refusal" in moved) return false;
      news.add("commandChanged", { commandIds: [row.id] });
      const isLock = commandOps[row.op].kind === "lock";
      if (isLock && (await followCommand(tx, row, { state: moved.state, reason }, nowMs))) {
        news.add("locksChanged", { containerIds: [row.containerId] });
      }
      return true;
    },
  );
}

async function askAgain({ bus, db, clock }: Tools, output: locks.OutputRef): Promise<void> {
  const nowMs = clock.now();
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await locks.holdOutput(tx, output);
      const lock = await locks.findDueLock(tx, output, nowMs);
      if (!lock) return;
      if (!(await isOnline(tx, output.containerId, nowMs))) {
        return locks.askLockAgain(tx, lock, askAgainAt(lock, nowMs), lock.fault);
      }
      const commandId = await askController(tx, lock, nowMs);
      if (commandId === undefined) return;
      news.add("commandQueued", { commandIds: [commandId] });
      news.add("commandChanged", { commandIds: [commandId] });
    },
  );
}

async function isOnline(db: Db, containerId: string, nowMs: number): Promise<boolean> {
  const link = await db
    .selectFrom("containerLatest")
    .select(["linked", "lastContactAt"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  // Only its own last contact counts: nobody waits for this, and it is tried again.
  return link !== undefined && containerStatus(link, new Now(nowMs), -Infinity) === "online";
}
