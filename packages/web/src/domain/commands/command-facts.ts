import { openStates } from "@offgrid/contract/commands/command-moves";
import type { Command, ContainerOutput, OutputWhy } from "@offgrid/contract/commands/commands.schema";
import { findOutput, isSwitchOp, outputKinds } from "@offgrid/contract/devices/output-kinds";

/** Where an output is, as its container measured it; undefined: it never did. */
export type Reading = { isOn: boolean; atMs: number } | undefined;

export type CommandAct = "on" | "off" | "level" | "climate" | "lock" | "release" | "reboot";

export function actOf({ op, wanted }: Pick<Command, "op" | "wanted">): CommandAct {
  if (op === "lock.set") return "lock";
  if (op === "lock.clear") return "release";
  if (op === "reboot") return "reboot";
  if (typeof wanted === "number") return "level";
  if (typeof wanted === "string") return "climate";
  return wanted === true ? "on" : "off";
}

export function isOpen({ state }: Pick<Command, "state">): boolean {
  return openStates.some((open) => open === state);
}

/** A command that is open for longer is said to take longer than usual. */
const slowMs = 10_000;

export function isSlow({ at }: Pick<Command, "at">, nowMs: number): boolean {
  return nowMs - Date.parse(at) > slowMs;
}

/**
 * Until when an output rests after it was switched, epoch ms: its controller refuses what comes sooner. What is under way
 * keeps others away by itself.
 */
export function restsUntilMs(last: Command | null): number {
  const output = last ? findOutput(last.target) : undefined;
  if (!last?.acceptedAt || !output || !isSwitchOp(last.op) || isOpen(last)) return -Infinity;
  return Date.parse(last.acceptedAt) + outputKinds[output.kind].dwellMs;
}

type Overtaking = Pick<ContainerOutput, "last" | "why"> & { lock: Pick<ContainerOutput["lock"], "since"> };

/** Has something else taken the output elsewhere since it was confirmed? */
function isUndone({ wanted, endedAt }: Command, why: OutputWhy | null): why is OutputWhy {
  return why !== null && endedAt !== null && why.value !== wanted && Date.parse(why.at) > Date.parse(endedAt);
}

/** A run ends by the controller's clock, which need not agree with the portal's to the second. */
const clocksMs = 15_000;

/** The emergency run that is under way, with who asked for it and why; undefined: none, or the portal does not know. */
export function runUnderWay({ last, why }: Pick<ContainerOutput, "last" | "why">): Command | undefined {
  const isRun = why?.reason === "emergency" && last?.state === "done" && last.emergencyMinutes !== null;
  return isRun ? last : undefined;
}

/**
 * How an emergency run ended: load protection took over again, since its time had passed or the battery had too little left;
 * or the output was kept on, since nothing cuts it any more.
 */
export function endedRun(
  { last, why }: Pick<ContainerOutput, "last" | "why">,
  nowMs: number,
): "time" | "floor" | "kept" | undefined {
  if (why?.reason === "emergency")
    return why.until !== null && Date.parse(why.until) + clocksMs < nowMs ? "kept" : undefined;
  if (!last || last.state !== "done" || last.emergencyMinutes === null || last.endedAt === null) return undefined;
  if (!isUndone(last, why) || why.reason !== "protection") return undefined;
  const dueMs = Date.parse(last.endedAt) + last.emergencyMinutes * 60_000;
  return Date.parse(why.at) >= dueMs - clocksMs ? "time" : "floor";
}

/** How long an outcome stands beside its output; afterwards the list of commands has it. */
const shownMs = 10 * 60_000;

/**
 * The command that an output is shown with: the open one, or the last, while its outcome is news. An outcome that is not
 * known, and an output that does not read what was asked for, stay until the next command. What was confirmed before the
 * output was locked, or before something else took it elsewhere, is no news any more.
 */
export function shownCommand({ last, lock, why }: Overtaking, nowMs: number): Command | undefined {
  if (!last) return undefined;
  const isOvertaken = lock.since !== null && Date.parse(lock.since) > Date.parse(last.at);
  if (last.state === "done" && (isOvertaken || isUndone(last, why))) return undefined;
  const isNews = last.endedAt !== null && nowMs - Date.parse(last.endedAt) < shownMs;
  return isOpen(last) || isNews || last.state === "unknown" || last.state === "failed" ? last : undefined;
}

/** The newer of what the list of outputs and the live values say of a position. */
export function readingOf(
  output: Pick<ContainerOutput, "on" | "onAt">,
  live: { value: number; at: string } | undefined,
): Reading {
  const listed =
    output.on === null || output.onAt === null ? undefined : { isOn: output.on, atMs: Date.parse(output.onAt) };
  const latest = live && { isOn: live.value !== 0, atMs: Date.parse(live.at) };
  if (!listed || !latest) return latest ?? listed;
  return latest.atMs >= listed.atMs ? latest : listed;
}

/** Is the reading older than the confirmation, and another? The next one shows what was confirmed. */
export function isReadingAwaited(command: Command | undefined, reading: Reading): boolean {
  if (!isConfirmed(command) || !reading) return false;
  return reading.isOn !== command.wanted && reading.atMs < Date.parse(command.endedAt);
}

/** May a person who has just seen this outcome take it back by one press? Only where the output still is as confirmed. */
export function undoOf(command: Command | undefined, reading: Reading): "on" | "off" | undefined {
  if (
    !isConfirmed(command) ||
    !reading ||
    reading.isOn !== command.wanted ||
    reading.atMs < Date.parse(command.endedAt)
  )
    return undefined;
  return reading.isOn ? "off" : "on";
}

/** An output was switched, and its equipment has confirmed it. */
function isConfirmed(command: Command | undefined): command is Command & { endedAt: string } {
  return command !== undefined && isSwitchOp(command.op) && command.state === "done" && command.endedAt !== null;
}
