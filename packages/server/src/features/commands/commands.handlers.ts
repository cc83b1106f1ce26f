import { isOn } from "@offgrid/contract/commands/arbitrate";
import type { commandCalls } from "@offgrid/contract/commands/commands.calls";
import { Refusal } from "@offgrid/contract/core/refusal";
import { outputKinds, type OutputTarget } from "@offgrid/contract/devices/output-kinds";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { type Viewer, mustSeeAll } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { insertEvents } from "../events/events.store.ts";
import { commandsCsv } from "./commands-csv.ts";
import { toCommand, toLock } from "./command-rows.ts";
import * as commands from "./commands.store.ts";
import { lockedBy } from "./give-command.ts";
import { askController } from "./lock-steps.ts";
import * as locks from "./locks.store.ts";
import {
  type Equipment,
  isOnline,
  listReasons,
  listRests,
  mustFindEquipment,
  mustHaveOutput,
  type OutputField,
  outputFields,
  outputsOf,
} from "./outputs.store.ts";
import { setOutput } from "./set-output.ts";

const defaultPageSize = 50;

export const commandHandlers: Handlers<typeof commandCalls> = {
  outputList: async ({ containerId }, { actor, db, clock }) => {
    const equipment = await mustFindEquipment(db, actor, containerId);
    const outputs = [...outputsOf(equipment, "relay"), ...outputsOf(equipment, "phase")];
    const targets = outputs.map(({ target }) => target);
    const held = new Map((await locks.listLocks(db, containerId, targets)).map((lock) => [lock.target, lock]));
    const rows = await commands.listLast(db, containerId, targets);
    const last = new Map(rows.map((row) => [row.target, toCommand(row)]));
    const reasons = await listReasons(db, containerId, targets);
    const rests = await listRests(db, containerId, clock.now());
    return {
      data: outputs.map(({ target, number, value, valueAt, failSafe }) => ({
        target: target as OutputTarget<"relay"> | OutputTarget<"phase">,
        number,
        on: value === null ? null : isOn(value),
        onAt: valueAt?.toISOString() ?? null,
        failSafe,
        restsUntil: rests.get(target)?.toISOString() ?? null,
        why: reasons.get(target) ?? null,
        lock: toLock(held.get(target)),
        last: last.get(target) ?? null,
      })),
    };
  },

  setContainerControlAdam: async ({ containerId, relay, on }, context) => {
    context.audit({ target: containerId, after: { relay, on } });
    const equipment = await mustFindEquipment(context.db, context.actor, containerId);
    const output = mustHaveOutput(equipment, "relay", relay);
    const order = { containerId, output, op: outputKinds.relay.op, args: { on }, noted: { relay, on } } as const;
    return { data: await setOutput(context, equipment, order) };
  },

  commandList: async ({ page, pageSize = defaultPageSize, filter = {} }, { actor, db }) => {
    await mustSee(db, actor, filter);
    const slice = { limit: pageSize, offset: ((page ?? 1) - 1) * pageSize };
    const rows = await commands.listCommands(db, actor, filter, slice);
    return { data: rows.map(toCommand), total: await commands.countCommands(db, actor, filter) };
  },

  commandGet: async ({ commandId }, { actor, db }) => {
    const row = await commands.findVisible(db, actor, commandId);
    if (!row) throw new Refusal("not_found");
    return { data: toCommand(row) };
  },

  commandExport: async ({ filter = {} }, { actor, db, clock, from }) => {
    await mustSee(db, actor, filter);
    return {
      fileName: `commands_${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
      contentType: "text/csv; charset=utf-8",
      stream: commandsCsv(db, actor, filter, from.language),
    };
  },

  getAdamLock: async ({ containerId, ...named }, { actor, db }) => {
    const equipment = await mustFindEquipment(db, actor, containerId);
    const { target } = mustHaveNamed(equipment, named);
    const [lock] = await locks.listLocks(db, containerId, [target]);
    return { data: toLock(lock) };
  },

  setAdamLock: async ({ containerId, locked, reason, ...named }, context) => {
    const { actor, db, audit, publish } = context;
    const equipment = await mustFindEquipment(db, actor, containerId);
    const { target, givenName } = mustHaveNamed(equipment, named);
    const output = { containerId, target };
    await locks.holdOutput(db, output);
    const known = await locks.findLock(db, output);
    const before = known ?? (locked ? undefined : await locks.adoptLock(db, output));
    if (locked) await lockOutput(context, output, before, reason);
    else if (before) await releaseOutput(context, output, before, reason);
    else return { data: toLock(undefined) };
    const after = await locks.findLock(db, output);
    // Whoever locks again what they hold does not change the reason.
    const stated = locked ? after?.reason : reason;
    audit({
      target: containerId,
      ...(before && { before: { ...named, locked: true, reason: before.reason, by: before.userId } }),
      after: {
        ...named,
        ...(givenName !== null && { output: givenName }),
        locked,
        ...(stated !== undefined && { reason: stated }),
      },
    });
    publish("locksChanged", { containerIds: [containerId] });
    if (after && isOnline(equipment, context)) await ask(context, after);
    return { data: toLock(after) };
  },
};

/** @throws Refusal not_found when the commands of a container are asked for that the person does not see. */
async function mustSee(db: Db, viewer: Viewer, { containerId }: commands.CommandQuery): Promise<void> {
  if (containerId !== undefined) await mustSeeAll(db, viewer, [containerId]);
}

/** @param named One of them. @throws Refusal bad_input */
function mustHaveNamed(equipment: Equipment, named: { [Field in OutputField]?: number | true | undefined }) {
  const field = outputFields.find((one) => named[one] !== undefined) ?? "relay";
  const number = named[field] ?? 0;
  // There is one air conditioner, which has no number.
  return mustHaveOutput(equipment, field, number === true ? 1 : number);
}

async function lockOutput(
  { actor, db, clock }: CallContext,
  output: locks.OutputRef,
  before: locks.LockRow | undefined,
  reason: string | undefined,
): Promise<void> {
  if (before && before.userId !== actor.userId) throw lockedBy(before);
  if (before && before.state !== "releasing") return;
  if (reason === undefined) throw reasonMissing();
  await locks.requestLock(db, output, { userId: actor.userId, reason }, clock.now());
}

/** Someone else's lock stands for a person who works there: it is released by a proof, with a reason, and not silently. */
async function releaseOutput(
  { actor, db, clock, mustBeConfirmed, publish }: CallContext,
  output: locks.OutputRef,
  before: locks.LockRow,
  reason: string | undefined,
): Promise<void> {
  const nowMs = clock.now();
  if (before.userId !== actor.userId) {
    mustBeConfirmed();
    if (reason === undefined) throw reasonMissing();
    // People were told when it was released first.
    if (before.state === "releasing") return;
    const data = { by: actor.userId, reason, lockedBy: before.userId };
    const event = {
      ts: nowMs,
      code: "lock.released_by_another",
      level: "warning",
      device: output.target,
      data,
    } as const;
    const part = { containerId: output.containerId, boot: null, seq: null, event };
    const events = await insertEvents(db, [part], nowMs);
    publish("eventRaised", { eventIds: events.map(({ id }) => id) });
  }
  // Nothing on site knows of a lock that was never sent.
  if (before.state === "requested" && !(await locks.mayHaveLeft(db, before))) await locks.removeLock(db, output);
  else if (before.state !== "releasing") await locks.startRelease(db, output, actor.userId, nowMs);
}

function reasonMissing(): Refusal {
  return new Refusal("bad_input", { fields: { reason: "Give a reason." } });
}

async function ask({ db, clock, publish }: CallContext, lock: locks.LockRow): Promise<void> {
  if (lock.state === "held") return;
  const commandId = await askController(db, lock, clock.now());
  if (commandId === undefined) return;
  publish("commandQueued", { commandIds: [commandId] });
  publish("commandChanged", { commandIds: [commandId] });
}
