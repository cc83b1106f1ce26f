import type { CommandState } from "@offgrid/contract/commands/command-moves";
import { CommandFault, type CommandReason } from "@offgrid/contract/commands/commands.schema";
import { portalUserId } from "@offgrid/contract/core/constants";

import type { Db } from "../../core/db.ts";
import type { CommandRow } from "./commands.store.ts";
import { giveCommand } from "./give-command.ts";
import * as locks from "./locks.store.ts";

/** How a lock follows what its controller says: it is held, or gone, only when the controller has confirmed that. */

/** A controller that did not confirm is asked again after so long, later and later; at once when it connects again. */
const soonestMs = 30_000;
const latestMs = 5 * 60_000;

export function askAgainAt({ since }: Pick<locks.LockRow, "since">, nowMs: number): number {
  return nowMs + Math.min(latestMs, Math.max(soonestMs, (nowMs - since.getTime()) / 4));
}

/**
 * Asks the controller for what a lock is to become. A question that is open already is awaited first.
 * @returns the id of the command, if one was given.
 */
export async function askController(tx: Db, lock: locks.LockRow, nowMs: number): Promise<string | undefined> {
  const { containerId, target, releasedBy, reason } = lock;
  // Nobody has asked for a check of what is confirmed.
  const userId = lock.state === "held" ? portalUserId : lock.userId;
  const output = { containerId, target };
  const id =
    lock.state === "releasing"
      ? await giveCommand(tx, { ...output, userId: releasedBy ?? userId, op: "lock.clear", args: {} }, nowMs)
      : await giveCommand(tx, { ...output, userId, op: "lock.set", args: { reason } }, nowMs);
  await locks.askLockAgain(tx, lock, id === undefined ? askAgainAt(lock, nowMs) : undefined, lock.fault);
  return id;
}

/** A command that was to lock or release an output has come to this. @returns whether the lock changed. */
export async function followCommand(
  tx: Db,
  { containerId, target, op, createdAt }: CommandRow,
  end: { state: CommandState; reason: CommandReason | null },
  nowMs: number,
): Promise<boolean> {
  const lock = await locks.findLock(tx, { containerId, target });
  if (!lock) return false;
  const asked = lock.state === "releasing" ? "lock.clear" : "lock.set";
  const again = askAgainAt(lock, nowMs);
  // The person changed their mind meanwhile; an answer from before says nothing of what was asked since.
  if (op !== asked || createdAt < lock.since) await locks.askLockAgain(tx, lock, nowMs, lock.fault);
  else if (lock.state === "held") return followCheck(tx, lock, end, again);
  // A controller that knows no locks has none to release, and to ask it again for one is of no use.
  else if (end.reason === "unsupported" && asked === "lock.set")
    await locks.askLockAgain(tx, lock, undefined, end.reason);
  else if (end.state === "done" && asked === "lock.set") await locks.confirmLock(tx, lock, nowMs);
  else if (end.state === "done" || end.reason === "unsupported") await locks.removeLock(tx, lock);
  else await locks.askLockAgain(tx, lock, again, end.reason);
  return true;
}

/**
 * A controller that is back was asked whether it still has a lock that it had confirmed. One that says nothing has it
 * still; one that cannot lock any more does not.
 */
async function followCheck(
  tx: Db,
  lock: locks.LockRow,
  { state, reason }: { state: CommandState; reason: CommandReason | null },
  againMs: number,
): Promise<boolean> {
  if (state === "done") return false;
  const isDenied = state === "failed" || (state === "refused" && CommandFault.safeParse(reason).success);
  if (isDenied) await locks.loseLock(tx, lock, reason);
  await locks.askLockAgain(tx, lock, againMs, isDenied ? reason : null);
  return isDenied;
}
