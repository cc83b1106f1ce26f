import { type CommandOp, commandOps, Emergency, type OutputValue } from "@offgrid/contract/commands/commands.schema";
import { isSwitchOp, type SwitchOp } from "@offgrid/contract/devices/output-kinds";
import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { randomUUID } from "node:crypto";

const ownIds = "own:";

/** An order that the controller gives itself, which the portal knows nothing of. */
export function newOwnId(): string {
  return `${ownIds}${randomUUID()}`;
}

export function isOwn(id: string): boolean {
  return id.startsWith(ownIds);
}

export function isKnown(op: string): op is CommandOp {
  return Object.hasOwn(commandOps, op);
}

/** Of equipment; a lock is the controller's own. */
export function isSwitch({ op }: CommandMessage): boolean {
  return isSwitchOp(op);
}

/** Of a command that lets an output run although load protection keeps it off; undefined: it is another. */
export function emergencyOf({ args }: CommandMessage): Emergency | undefined {
  return Emergency.safeParse(args["emergency"]).data;
}

/** The value that the output is to have. */
export function wantedBy({ args }: CommandMessage, op: SwitchOp): OutputValue {
  const { args: shape, wanted } = commandOps[op];
  return wanted(shape.parse(args) as never);
}
