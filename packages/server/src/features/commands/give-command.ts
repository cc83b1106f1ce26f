import { randomUUID } from "node:crypto";

import { type CommandOp, commandOps } from "@offgrid/contract/commands/commands.schema";
import { type Holder, Refusal } from "@offgrid/contract/core/refusal";

import type { Db } from "../../core/db.ts";
import { type CommandRow, findFirstOpen, findOpen, insertCommand } from "./commands.store.ts";
import { type LockRow, type OutputRef, findLock } from "./locks.store.ts";

/** What a person asks a container for. */
export interface Order<Op extends CommandOp = CommandOp> extends OutputRef {
  op: Op;
  args: Record<string, unknown>;
  userId: string;
}

/**
 * Writes the command, which then waits to be sent.
 * @returns its id; undefined when another one for its target is open.
 */
export async function giveCommand(tx: Db, { args, ...order }: Order, nowMs: number): Promise<string | undefined> {
  const { args: schema, wanted } = commandOps[order.op];
  const id = randomUUID();
  const value = wanted(schema.parse(args) as never);
  return (await insertCommand(tx, { ...order, args, id, wanted: value, nowMs })) ? id : undefined;
}

/** @throws Refusal output_busy with whose command it is. */
export async function mustGiveCommand(tx: Db, order: Order, nowMs: number): Promise<string> {
  // The one that is in the way may end before it is looked at.
  for (;;) {
    const id = await giveCommand(tx, order, nowMs);
    if (id !== undefined) return id;
    const open = await findOpen(tx, order);
    if (open) throw new Refusal("output_busy", { holder: holderOf(open) });
  }
}

/** @throws Refusal controller_busy with whose command it is that is open in the container. */
export async function mustBeIdle(tx: Db, containerId: string): Promise<void> {
  const open = await findFirstOpen(tx, containerId, ["switch", "lock", "reboot"]);
  if (open) throw new Refusal("controller_busy", { holder: holderOf(open) });
}

/** @throws Refusal controller_busy with who restarts the controller. */
export async function mustNotRestart(tx: Db, containerId: string): Promise<void> {
  const open = await findFirstOpen(tx, containerId, ["reboot"]);
  if (open) throw new Refusal("controller_busy", { holder: holderOf(open) });
}

function holderOf({ userName, createdAt }: CommandRow): Holder {
  return { name: userName, since: createdAt.toISOString() };
}

/** @throws Refusal output_locked with whose lock it is. */
export async function mustBeUnlocked(db: Db, output: OutputRef): Promise<void> {
  const lock = await findLock(db, output);
  if (lock) throw lockedBy(lock);
}

export function lockedBy({ userName, since, reason }: LockRow): Refusal {
  return new Refusal("output_locked", {
    holder: { name: userName, since: since.toISOString(), ...(reason !== "" && { reason }) },
  });
}
