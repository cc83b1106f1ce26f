import { type Command, Emergency, type OutputLock } from "@offgrid/contract/commands/commands.schema";

import type { CommandRow } from "./commands.store.ts";
import type { LockRow } from "./locks.store.ts";

/** Rows of the ledger and of locks as calls and live messages show them. */

export function toCommand(row: CommandRow): Command {
  const { id, containerId, containerName, op, target, outputName, args, wanted, state, isLate, reason, value } = row;
  const { userId, userName } = row;
  const emergency = Emergency.safeParse(args.emergency).data;
  return {
    commandId: id,
    containerId,
    containerName,
    op,
    target,
    outputName,
    givenReason: emergency?.reason ?? (typeof args.reason === "string" ? args.reason : null),
    emergencyMinutes: emergency?.minutes ?? null,
    wanted,
    state,
    isLate,
    reason,
    value,
    by: { userId, name: userName },
    at: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

const free: OutputLock = {
  locked: false,
  state: "free",
  by: null,
  since: null,
  confirmedAt: null,
  reason: null,
  fault: null,
};

export function toLock(row: LockRow | undefined): OutputLock {
  if (!row) return free;
  const { state, userId, userName, since, confirmedAt, reason, fault } = row;
  return {
    locked: confirmedAt !== null,
    state,
    by: { userId, name: userName },
    since: since.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    reason: reason === "" ? null : reason,
    fault,
  };
}
