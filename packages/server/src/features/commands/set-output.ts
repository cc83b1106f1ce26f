import type { CommandState } from "@offgrid/contract/commands/command-moves";
import { commandOps } from "@offgrid/contract/commands/commands.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import { outputKinds, type SwitchOp } from "@offgrid/contract/devices/output-kinds";

import type { CallContext } from "../../calls/handler.ts";
import { mustNotDisturb } from "../works/works.store.ts";
import { mustBeUnlocked, mustGiveCommand, mustNotRestart } from "./give-command.ts";
import * as locks from "./locks.store.ts";
import { type Equipment, findDeadFeeder, isOnline } from "./outputs.store.ts";

/** An output is switched on this often at most, whoever does it: relays wear out. */
const switchesPerMinute = 20;
const minuteMs = 60_000;

interface OutputOrder {
  containerId: string;
  output: Equipment["outputs"][number];
  op: SwitchOp;
  args: Record<string, unknown>;
  /** What the audit says about it. */
  noted: Record<string, unknown>;
}

/**
 * Whether outputs may be given a value that can do harm, now or by a rule.
 * @throws Refusal fail_safe_unproved, confirm_needed
 */
export function mustFailSafe(outputs: Equipment["outputs"], mustBeConfirmed: CallContext["mustBeConfirmed"]): void {
  const critical = outputs.filter(({ failSafe }) => failSafe !== null);
  if (critical.some(({ failSafe }) => failSafe === "unproved")) throw new Refusal("fail_safe_unproved");
  if (critical.length > 0) mustBeConfirmed();
}

/**
 * Asks for another value of an output, in the transaction of the call.
 * @throws Refusal why it may not be set now.
 */
export async function setOutput(
  { actor, db, clock, limits, audit, publish, mustBeConfirmed, portalStartedAtMs }: CallContext,
  equipment: Equipment,
  { containerId, output, op, args, noted }: OutputOrder,
): Promise<{ commandId: string; state: CommandState }> {
  const { target, kind, givenName } = output;
  const { args: schema, wanted } = commandOps[op];
  await mustNotDisturb(db, actor, containerId);
  if (!isOnline(equipment, { clock, portalStartedAtMs })) throw new Refusal("container_offline");
  const isSafe = wanted(schema.parse(args) as never) === outputKinds[kind].safeValue;
  if (!isSafe) mustFailSafe([output], mustBeConfirmed);
  await locks.holdOutput(db, { containerId, target });
  await mustBeUnlocked(db, { containerId, target });
  await mustNotRestart(db, containerId);
  // The controller refuses it too; nobody has to wait for that.
  if (!isSafe && (await findDeadFeeder(db, equipment, containerId, output))) throw new Refusal("no_supply");
  const commandId = await mustGiveCommand(db, { containerId, target, op, args, userId: actor.userId }, clock.now());
  // Only what is given counts, so that refused tries take nothing from others; and whoever sees harm may always switch off.
  if (!isSafe) await limits.take(`switch ${containerId} ${target}`, switchesPerMinute, minuteMs);
  audit({ after: { ...noted, ...(givenName !== null && { output: givenName }), commandId } });
  publish("commandQueued", { commandIds: [commandId] });
  publish("commandChanged", { commandIds: [commandId] });
  return { commandId, state: "queued" };
}
