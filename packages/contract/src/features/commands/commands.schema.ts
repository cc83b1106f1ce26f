import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { longestEmergencyMinutes, longestLockReason } from "../../core/constants.ts";
import { oneLine } from "../../core/one-line.ts";
import { EpochSeconds } from "../../core/moments.schema.ts";
import { isSeen } from "../../core/shown-name.ts";
import { acLimits, acRunModes, type AcSetting, acWord, readAcWord } from "../devices/ac-setting.ts";
import { outputKindNames, outputKinds, outputTargets } from "../devices/output-kinds.ts";
import { commandStates } from "./command-moves.ts";
import { outputReasons, passedLimits } from "./output-reasons.ts";

/** The value of an output as it is measured: on or off, a level in percent, or what an air conditioner is set to. */
export const OutputValue = z.union([
  z.boolean(),
  z.number(),
  z
    .string()
    .max(32)
    .refine((word) => readAcWord(word) !== undefined, "must be such as `off` or `cool 24.5 60`"),
]);
export type OutputValue = z.infer<typeof OutputValue>;

const setpointMessage = "Please fill a set point: 8 to 32 °C, in steps of half a degree.";
const fanMessage = "Please fill the fan: 10 to 100 %.";
/** The fields of what an air conditioner does while it is on. */
export const acRunFields = {
  mode: z.enum(acRunModes, { error: "Please choose a mode." }),
  setpointDegC: z
    .number({ error: setpointMessage })
    .min(acLimits.setpointDegC.from, setpointMessage)
    .max(acLimits.setpointDegC.to, setpointMessage)
    .multipleOf(acLimits.setpointDegC.step, setpointMessage)
    .describe("The temperature that it keeps, in °C"),
  fan: z
    .int({ error: fanMessage })
    .min(acLimits.fan.from, fanMessage)
    .max(acLimits.fan.to, fanMessage)
    .describe("In percent"),
};

export const LockReason = z.string().trim().min(1).max(longestLockReason).regex(oneLine);

/** What people give who lock an output or restart a controller. Stored reasons may be older than the rule of this one. */
export const GivenReason = LockReason.refine(isSeen, {
  error: "A reason has no invisible characters: it has to be read by others.",
});

/** Lets an output run for a while although load protection keeps it off. */
export const Emergency = z.strictObject({
  minutes: z.int().min(1).max(longestEmergencyMinutes),
  reason: LockReason,
});
export type Emergency = z.infer<typeof Emergency>;

/** A lock is stored on the disk at once, but waits for a switching that is under way. */
const lockSettleMs = 15_000;

/** A gateway that starts afresh, on a link that has to be dialled again. */
const rebootSettleMs = 10 * 60_000;

/** How a command says which value an output is to have, by the values that its kind may have. */
const settings = {
  on_off: {
    args: z
      .strictObject({
        on: z.boolean().describe("True switches it on: a relay is closed then."),
        emergency: Emergency.optional(),
      })
      .refine(({ on, emergency }) => on || !emergency, "An emergency run switches on."),
    /** The value that confirms the command when it is read back. */
    wanted: ({ on }: { on: boolean }) => on,
    /** What a command for this value says. */
    argsFor: (value: OutputValue) => ({ on: value === true }),
  },
  level: {
    args: z.strictObject({ level: z.int().min(0).max(100).describe("In percent; 0 switches it off.") }),
    wanted: ({ level }: { level: number }) => level,
    argsFor: (value: OutputValue) => ({ level: Number(value) }),
  },
  climate: {
    args: z.union([z.strictObject({ mode: z.literal("off") }), z.strictObject(acRunFields)]),
    wanted: (setting: AcSetting): OutputValue => acWord(setting),
    argsFor: (value: OutputValue) => ({ ...(readAcWord(String(value)) ?? { mode: "off" }) }),
  },
} as const;

const { relay, street_light: light, phase, ac } = outputKinds;

/** What a command may ask for, by operation. A command sets a value; none toggles or adds, so that it may be repeated. */
export const commandOps = {
  [relay.op]: { kind: "switch", ...settings[relay.values], settleMs: relay.settleMs },
  [light.op]: { kind: "switch", ...settings[light.values], settleMs: light.settleMs },
  [ac.op]: { kind: "switch", ...settings[ac.values], settleMs: ac.settleMs },
  [phase.op]: { kind: "switch", ...settings[phase.values], settleMs: phase.settleMs },
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
  /** Of the controller itself: its program ends and is started again. Confirmed by the birth of another run. */
  reboot: {
    kind: "reboot",
    args: z.strictObject({ reason: LockReason }),
    wanted: () => true,
    settleMs: rebootSettleMs,
  },
} as const;

export type CommandOp = keyof typeof commandOps;
/** A target has at most one open command of each. */
export type CommandKind = (typeof commandOps)[CommandOp]["kind"];
export const CommandOp = z.enum(Object.keys(commandOps) as [CommandOp, ...CommandOp[]]);

/**
 * Why a controller did not carry out a command:
 *
 * - `unsupported`: no such operation or output here.
 * - `arguments`: the arguments do not fit the operation.
 * - `clock`: the controller does not know the portal's time, so it cannot tell whether the command has expired.
 * - `busy`: another command for the same output is under way.
 * - `dwell`: the output was switched a moment ago.
 * - `too_often`: the output was switched so often within an hour that nothing switches it on for a while.
 * - `locked`: the output is locked for people who work on it.
 * - `no_supply`: what feeds the output is off, so that it would have no power.
 * - `protected`: protection keeps the output without power: that of the equipment itself, or that of the loads.
 * - `not_protected`: an emergency run was asked for, but load protection does not keep the output off.
 * - `below_floor`: an emergency run was asked for, but the battery has too little left for one, or nobody knows how much.
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
  "too_often",
  "locked",
  "no_supply",
  "protected",
  "not_protected",
  "below_floor",
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
 * - `works`: somebody else works at the container.
 * - `offline`: the container was no longer connected when it was to be sent.
 * - `not_sent`: it was not sent in time, as when the portal restarts; it is never sent late.
 * - `no_answer`: the controller has not said what became of it.
 */
export const CommandReason = z.enum([...CommandFault.options, "rights", "works", "offline", "not_sent", "no_answer"]);
export type CommandReason = z.infer<typeof CommandReason>;

export const CommandState = z.enum(commandStates);

/** What all calls that switch or set an output have in common. */
export const setsOutput = {
  access: "control",
  effect: "write",
  perMinute: 120,
  output: z.object({ data: z.object({ commandId: z.string(), state: CommandState }) }),
  errors: [
    "container_offline",
    "output_locked",
    "output_busy",
    "controller_busy",
    "works_by_other",
    "fail_safe_unproved",
    "no_supply",
  ],
} as const;

export const OutputReason = z.enum(outputReasons);
export type OutputReason = z.infer<typeof OutputReason>;

/** What was below its limit when load protection cut a load. */
export const LowSide = z.enum(["charge", "voltage"]);
export type LowSide = z.infer<typeof LowSide>;

const mostAmount = 1_000_000_000;
/** A phase is tried again twelve times an hour at most. */
const mostTimes = 100_000;
const Amount = z.number().min(-mostAmount).max(mostAmount);

/** A limit of phase control that was passed, and what was measured then: W, or percent of charge. */
export const PassedLimit = z.object({
  of: z.enum(passedLimits),
  limit: Amount.describe("In W, or in percent of charge"),
  measured: Amount.describe("In the same unit"),
});
export type PassedLimit = z.infer<typeof PassedLimit>;

const Feeder = z.enum(outputKindNames.flatMap((kind) => outputTargets(kind)));

/**
 * What the events `output.changed` and `output.hand` say, in few bytes, since they travel over poor links. A figure that no
 * equipment has, such as an end in milliseconds, is left out: the rest of the event is true all the same.
 */
export const OutputChange = z.object({
  value: OutputValue,
  /** The person, or what has decided: `hand`, `equipment`, `loadProtection`, `phaseControl`, `controller`. */
  by: z.string().min(1).max(64),
  reason: OutputReason,
  /** Ranks of those who asked for another value, first the one that comes next. */
  blocked: z.array(z.int().min(0).max(9)).optional(),
  /** When it ends by itself, epoch s. */
  until: EpochSeconds.optional().catch(undefined),
  restoreSoc: z
    .number()
    .min(0)
    .max(100)
    .describe("Of load protection and phase control: the charge from which the output is given back, in percent")
    .optional()
    .catch(undefined),
  low: LowSide.optional(),
  limit: Amount.describe("Of load protection: what the charge, in percent, or the voltage, in V, fell below")
    .optional()
    .catch(undefined),
  passed: PassedLimit.optional().catch(undefined),
  /** Of a phase that drew too much: how often in a row, from the second time on. */
  times: z.int().min(2).max(mostTimes).optional().catch(undefined),
  /** Of phase control: when the phase is tried again at the earliest, epoch s. */
  retry: EpochSeconds.optional().catch(undefined),
  /** The output that feeds it and is off. */
  feeder: Feeder.optional().catch(undefined),
});
export type OutputChange = z.infer<typeof OutputChange>;

/** Who did it: a person, without a name when they were removed, or the portal itself. */
const By = z.object({ userId: z.string(), name: z.string().nullable() });

/** Target of commands, named like its metrics: `relay.3`. */
export const CommandTarget = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z][a-z0-9_.]*$/, "This is no output, such as relay.3.")
  .refine((target) => !(target in {}), "is a name that every object has");

const Value = OutputValue.nullable();

/** A line of the ledger of commands. What it says about an output is what was asked and answered, never where it is now. */
export const Command = z.object({
  commandId: z.string(),
  containerId: z.string(),
  containerName: z.string(),
  op: CommandOp,
  target: CommandTarget,
  outputName: z.string().nullable().describe("What people call the output today; null: nobody has named it"),
  givenReason: z
    .string()
    .nullable()
    .describe("Why an output was to be locked or the controller restarted, in the words of whoever asked for it"),
  emergencyMinutes: z
    .number()
    .nullable()
    .describe("Of an emergency run: for how long it was asked for; null: it is none"),
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

/** Why an output has its value, as its controller said when it became that. */
export const OutputWhy = z.object({
  value: OutputValue.describe("The value that this is about, in the unit of the output"),
  reason: OutputReason,
  by: By.nullable().describe(
    "The person who set it, where the portal has a command of theirs; null: nobody that it knows",
  ),
  at: Instant,
  until: Instant.nullable().describe("Until when rules and schedules leave it alone; null: nothing holds it"),
  restoreSoc: z
    .number()
    .nullable()
    .describe("Charge from which load protection or phase control gives it back, in percent"),
  low: LowSide.nullable().describe("What was too low when load protection cut it; null: not known, or another reason"),
  limit: z
    .number()
    .nullable()
    .describe("What the charge, in percent, or the voltage, in V, fell below then; null: not known, or another reason"),
  passed: PassedLimit.nullable().describe("The limit of phase control that was passed; null: another reason"),
  times: z.int().nullable().describe("How often in a row a phase drew too much; null: once, or another reason"),
  retryAt: Instant.nullable().describe(
    "When phase control tries the phase again at the earliest; null: not known, or another reason",
  ),
  feeder: Feeder.nullable().describe("The output that feeds it and is off; null: another reason"),
});

export type OutputWhy = z.infer<typeof OutputWhy>;

/** A relay or a phase of a container: what is on or off. */
export const ContainerOutput = z.object({
  target: z.enum([...outputTargets("relay"), ...outputTargets("phase")]),
  number: z.int().describe("Number of the relay or phase, from 1"),
  /** As it was measured last; null: never. Only this says where the output is. */
  on: z.boolean().nullable(),
  onAt: Instant.nullable(),
  failSafe: FailSafe.nullable().describe(
    "Of a critical output, which may do harm: whether it was proved on site that it falls to its safe state by itself. Null: it is not critical",
  ),
  restsUntil: Instant.nullable().describe(
    "It was switched so often that nothing switches it on until then; null: it was not",
  ),
  /** Null: its controller has not said. It may be about an earlier value than the one that was measured last. */
  why: OutputWhy.nullable(),
  lock: OutputLock,
  /** The last command that was to switch it, open or ended. */
  last: Command.nullable(),
});
export type ContainerOutput = z.infer<typeof ContainerOutput>;

export const RelayNumber = z
  .int()
  .min(1)
  .max(Math.max(...relay.numbers));

export const LightNumber = z.literal(light.numbers).describe("Number of the street light, from 1");

export const PhaseNumber = z.literal(phase.numbers).describe("Number of the phase: 1 is L1");
