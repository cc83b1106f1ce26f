import type { CommandEvent } from "@offgrid/contract/commands/command-moves";
import { type CommandOp, type CommandReason, OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { MoveDetail } from "./commands.store.ts";

/**
 * What a controller's answer says about a command. The portal compares what was read back itself: a command is done only
 * when that is what was asked for.
 */
export function answerEvent(
  { op, wanted }: { op: CommandOp; wanted: OutputValue },
  { st, was, value: read, error }: CommandResultMessage,
): MoveDetail & { event: CommandEvent } {
  const value = OutputValue.safeParse(read).data;
  // A copy of the command has the answer of the first one.
  const event = st === "duplicate" ? (was ?? "accepted") : st;
  // The portal has to see the other run itself.
  if (event === "done" && op === "reboot") return { event: "accepted", reason: undefined, value: undefined };
  if (event === "done" && value !== wanted) return { event: "mismatch", reason: "mismatch", value };
  const reason: CommandReason | undefined =
    event === "failed" || event === "refused" ? (error ?? undefined) : undefined;
  return { event, reason, value };
}
