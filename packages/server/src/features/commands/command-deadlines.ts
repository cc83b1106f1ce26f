import { commandOps } from "@offgrid/contract/commands/commands.schema";

import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import { Now } from "../../core/now.ts";
import type { JobKind } from "../../jobs/job.ts";
import { containerStatus } from "../containers/container-status.ts";
import { dropOldGroups } from "./command-groups.store.ts";
import { type CommandRef, dropOldCommands, listDue, lockDue, moveCommand, postponeCommand } from "./commands.store.ts";
import { askAgainAt, askController, followCommand } from "./lock-steps.ts";
import * as locks from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;
type JobTools = Tools & Pick<FeatureBase, "log">;

const everyMs = 1_000;
const perRound = 500;
const hourMs = 3_600_000;
/** What failed is tried again after so long, and meanwhile takes no place in a round. */
const failedAgainMs = 5 * 60_000;

/** Ends commands whose time is over, and asks controllers that have not confirmed a lock. All instants are stored. */
export function deadlineJob(tools: JobTools): JobKind {
  return {
    name: "command-deadlines",
    everyMs,
    run: async ({ signal }) => {
      const { db, clock, log } = tools;
      const eachOf = async <Ref extends locks.OutputRef>(
        due: readonly Ref[],
        act: (tools: Tools, ref: Ref) => Promise<unknown>,
        postpone: (db: Db, ref: Ref, nowMs: number, byMs: number) => Promise<void>,
      ) => {
        for (const ref of due) {
          if (signal.aborted) return;
          try {
            await act(tools, ref);
          } catch (error) {
            if (isDatabaseAway(error)) throw error;
            // One that always fails, such as a command of an op that only a newer version knows, must not stop the others.
            log.warn({ err: error, due: ref }, "what was due failed; it is tried again later");
            await postpone(db, ref, clock.now(), failedAgainMs);
          }
        }
      };
      await eachOf(await listDue(db, clock.now(), perRound), endOverdue, postponeCommand);
      await eachOf(await locks.listDueLocks(db, clock.now(), perRound), askAgain, locks.postponeLock);
    },
  };
}

/** Commands are kept for as long as the lines of the audit about them. */
export function retentionJob({ db, clock, config }: Pick<FeatureBase, "db" | "clock" | "config">): JobKind {
  return {
    name: "command-retention",
    everyMs: hourMs,
    run: async () => {
      const beforeMs = clock.now() - config.auditDays * 24 * hourMs;
      await dropOldCommands(db, beforeMs);
      await dropOldGroups(db, beforeMs);
    },
  };
}

/** @returns whether this worker ended it. */
export async function endOverdue(tools: Tools, ref: CommandRef): Promise<boolean> {
  const nowMs = tools.clock.now();
  return change(tools, ref, async (tx, news) => {
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
  });
}

async function askAgain(tools: Tools, output: locks.OutputRef): Promise<void> {
  const nowMs = tools.clock.now();
  await change(tools, output, async (tx, news) => {
    const lock = await locks.findDueLock(tx, output, nowMs);
    if (!lock) return;
    if (!(await isOnline(tx, output.containerId, nowMs))) {
      return locks.askLockAgain(tx, lock, askAgainAt(lock, nowMs), lock.fault);
    }
    const commandId = await askController(tx, lock, nowMs);
    if (commandId === undefined) return;
    news.add("commandQueued", { commandIds: [commandId] });
    news.add("commandChanged", { commandIds: [commandId] });
  });
}

/** A transaction of its own, in which nobody else gives commands for the output. */
function change<Result>(
  { bus, db }: Tools,
  output: locks.OutputRef,
  work: (tx: Db, news: Announcement) => Promise<Result>,
): Promise<Result> {
  return announced<Result>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await locks.holdOutput(tx, output);
      return work(tx, news);
    },
  );
}

async function isOnline(db: Db, containerId: string, nowMs: number): Promise<boolean> {
  const link = await db
    .selectFrom("containerLatest as l")
    .innerJoin("container as c", "c.id", "l.containerId")
    .select(["l.linked", "l.lastContactAt", "c.offlineAfterS", "c.justOfflineS"])
    .where("l.containerId", "=", containerId)
    .executeTakeFirst();
  // Only its own last contact counts: nobody waits for this, and it is tried again.
  return link !== undefined && containerStatus(link, new Now(nowMs), -Infinity) === "online";
}
