import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { longestLockReason } from "../../core/constants.ts";
import { oneLine } from "../../core/one-line.ts";
import { outputKindNames, outputKinds, outputTargets } from "../devices/output-kinds.ts";
import { commandStates } from "./command-moves.ts";

/** The value of an output as it is measured. */
export type OutputValue = boolean | number;

export const LockReason = z.string().trim().min(1).max(longestLockReason).regex(oneLine);

/** A lock is stored on the disk at once, but waits for a switching that is under way. */
const lockSettleMs = 15_000;

/** How a command says which value an output is to have, by the values that its kind may have. */
const settings = {
  on_off: {
    args: z.strictObject({ on: z.boolean().describe("True switches it on: a relay is closed then.") }),
    /** The value that confirms the command when it is read back. */
    wanted: ({ on }: { on: boolean }) => on,
  },
} as const;

const { relay } = outputKinds;

/** What a command may ask for, by operation. A command sets a value; none toggles or adds, so that it may be repeated. */
export const commandOps = {
  [relay.op]: { kind: "switch", ...settings[relay.values], settleMs: relay.settleMs },
  "lock.set": {
    kind: "lock",
    args: z.strictObject({ reason: LockReason }),
    wanted: () => true,
    settleMs: lockSettleMs,
  },
  "lock.clear": {
    kind: "lock",
    args: z.strictObject({}),
    wanted: () => false,
    settleMs: lockSettleMs,
  },
} as const;

export type CommandOp = keyof typeof commandOps;
export const CommandOp = z.enum(Object.keys(commandOps) as [CommandOp, ...CommandOp[]]);

/**
 * Why a controller did not carry out a command:
 *
 * - `unsupported`: no such operation or output here.
 * - `arguments`: the arguments do not fit the operation.
 * - `clock`: the controller does not know the portal's time, so it cannot tell whether the command has expired.
 * - `busy`: another command for the same output is under way.
 * - `dwell`: the output was switched a moment ago.
 * - `locked`: the output is locked for people who work on it.
 * - `protected`: the equipment's own protection keeps the output as it is.
 * - `fail_safe_unproved`: the output is critical, and no test on site has shown that it falls to its safe state by itself.
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
  "locked",
  "protected",
  "fail_safe_unproved",
  "storage",
  "device_error",
  "mismatch",
  "restarted",
]);
export type CommandFault = z.infer<typeof CommandFault>;

/**
 * Why a command ended as it did: a fault of the controller, or of the portal:
 *
 * - `rights`: whoever gave it may no longer do so.
 * - `offline`: the container was no longer connected when it was to be sent.
 * - `not_sent`: it was not sent in time, as when the portal restarts; it is never sent late.
 * - `no_answer`: the controller has not said what became of it.
 */
export const CommandReason = z.enum([...CommandFault.options, "rights", "offline", "not_sent", "no_answer"]);
export type CommandReason = z.infer<typeof CommandReason>;

export const CommandState = z.enum(commandStates);

/** Who did it: a person, without a name when they were removed, or the portal itself. */
const By = z.object({ userId: z.string(), name: z.string().nullable() });

/** Target of commands, named like its metrics: `relay.3`. */
export const CommandTarget = z.string().min(1).max(64);

const Value = z.union([z.boolean(), z.number()]).nullable();

/** A line of the ledger of commands. What it says about an output is what was asked and answered, never where it is now. */
export const Command = z.object({
  commandId: z.string(),
  containerId: z.string(),
  containerName: z.string(),
  op: CommandOp,
  target: CommandTarget,
  lockReason: z.string().nullable().describe("Why an output was to be locked, in the words of whoever asked for it"),
  wanted: Value.describe("What was asked for, in the unit of the output; null for an operation without a value"),
  state: CommandState,
  /** The controller's answer came after the state had become `unknown`. */
  isLate: z.boolean(),
  reason: CommandReason.nullable(),
  value: Value.describe("What was read back last, in the unit of the output; null: nothing was"),
  by: By,
  at: Instant,
  /** After this the controller must not carry it out. */
  expiresAt: Instant,
  sentAt: Instant.nullable(),
  /** When the controller had stored it. */
  acceptedAt: Instant.nullable(),
  /** When the state became a final one, or `unknown`. */
  endedAt: Instant.nullable(),
});
export type Command = z.infer<typeof Command>;

/**
 * `requested` and `releasing`: the portal refuses to switch the output on, but the controller has not confirmed it, so
 * nobody may rely on it. `held`: the controller has confirmed it, and keeps it when it restarts or is alone.
 */
export const LockState = z.enum(["free", "requested", "held", "releasing"]);
export type LockState = z.infer<typeof LockState>;

/** The lock of an output for people who work on what it feeds. */
export const OutputLock = z.object({
  /** The controller has confirmed it and has not confirmed its release. */
  locked: z.boolean(),
  state: LockState,
  by: By.nullable(),
  /** When it was asked for. */
  since: Instant.nullable(),
  /** When the controller confirmed it. */
  confirmedAt: Instant.nullable(),
  reason: z.string().nullable(),
  /** Why the controller has not confirmed the last change; null: not known yet. */
  fault: CommandReason.nullable(),
});
export type OutputLock = z.infer<typeof OutputLock>;

/**
 * Whether somebody has seen an output that may do harm fall to its safe state once nobody asks its module any more:
 * without that proof, nothing switches it on.
 */
export const FailSafe = z.enum(["proved", "unproved"]);
export type FailSafe = z.infer<typeof FailSafe>;

/** Something of a container that can be switched. */
export const ContainerOutput = z.object({
  target: z.enum(outputKindNames.flatMap((kind) => outputTargets(kind))),
  relay: z.int().describe("Number of the relay, from 1"),
  /** As it was measured last; null: never. Only this says where the output is. */
  on: z.boolean().nullable(),
  onAt: Instant.nullable(),
  failSafe: FailSafe.nullable().describe(
    "Of a critical output, which may do harm: whether it was proved on site that it falls to its safe state by itself. Null: it is not critical",
  ),
  lock: OutputLock,
  /** The last command that was to switch it, open or ended. */
  last: Command.nullable(),
});
export type ContainerOutput = z.infer<typeof ContainerOutput>;

export const RelayNumber = z
  .int()
  .min(1)
  .max(Math.max(...relay.numbers));
