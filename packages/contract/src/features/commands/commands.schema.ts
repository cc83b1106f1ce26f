import { z } from "zod";

/** What a command may ask for, by operation. A command sets a value; none toggles or adds, so that it may be repeated. */
export const commandOps = {
  "relay.set": {
    args: z.strictObject({ on: z.boolean().describe("True closes the relay.") }),
    /** The measured value that confirms the command. */
    wanted: ({ on }: { on: boolean }) => on,
    /** How long the equipment may take until it reads back what was asked for. */
    settleMs: 5_000,
  },
} as const;

export type CommandOp = keyof typeof commandOps;
export const CommandOp = z.enum(Object.keys(commandOps) as [CommandOp, ...CommandOp[]]);

/** The value of an output as it is measured. */
export type OutputValue = boolean | number;

/**
 * Why a command was not carried out:
 *
 * - `unsupported`: no such operation or output here.
 * - `arguments`: the arguments do not fit the operation.
 * - `clock`: the controller does not know the portal's time, so it cannot tell whether the command has expired.
 * - `busy`: another command for the same output is under way.
 * - `dwell`: the output was switched a moment ago.
 * - `protected`: the equipment's own protection keeps the output as it is.
 * - `storage`: the command could not be stored, without which it might be carried out twice.
 * - `device_error`: the equipment refused or did not answer.
 * - `mismatch`: the equipment was set, but reads back another value.
 * - `restarted`: the controller restarted before it could confirm the command; it is not tried again.
 */
export const CommandFault = z.enum([
  "unsupported",
  "arguments",
  "clock",
  "busy",
  "dwell",
  "protected",
  "storage",
  "device_error",
  "mismatch",
  "restarted",
]);
export type CommandFault = z.infer<typeof CommandFault>;
