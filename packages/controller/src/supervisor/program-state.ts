import { ReleaseVersion } from "@offgrid/contract/upgrades/upgrades.schema";
import { z } from "zod";

/** What the release before could do, which the new one must do as well. */
const Ability = z.object({
  devices: z.int().describe("How many devices gave values"),
  isLinked: z.boolean().describe("The portal had answered"),
});
export type Ability = z.infer<typeof Ability>;

/** The last word about an upgrade, which the controller reports until there is another. */
export const Outcome = z.object({
  /** Of whoever asked for it. */
  id: z.string(),
  version: ReleaseVersion,
  st: z.enum(["installed", "healthy", "rolled_back"]),
  error: z.string().nullable(),
  log: z.array(z.string()),
  atMs: z.number(),
});

/**
 * Which release runs, and whether it is still on trial. This one file decides; what else is on the disk follows it, so
 * that a power cut never leaves anything between two releases.
 */
export const ProgramState = z.object({
  current: ReleaseVersion,
  /** Where there is a way back to. */
  previous: ReleaseVersion.nullable(),
  trial: Ability.extend({
    /** Starts so far, of which each is on disk before it happens. */
    attempts: z.int(),
    /** It was started, and nobody saw it end: found at the start of a supervisor, this was a power cut. */
    isRunning: z.boolean(),
  }).nullable(),
  outcome: Outcome.nullable(),
});
export type ProgramState = z.infer<typeof ProgramState>;

/** A release goes back after this many crashes before it was found healthy. */
export const crashesAtMost = 3;

export function firstInstalled(version: string): ProgramState {
  return { current: version, previous: null, trial: null, outcome: null };
}

export function installed(
  state: ProgramState,
  { id, version }: { id: string; version: string },
  before: Ability,
  atMs: number,
): ProgramState {
  return {
    current: version,
    previous: state.current,
    trial: { ...before, attempts: 0, isRunning: false },
    outcome: { id, version, st: "installed", error: null, log: [], atMs },
  };
}

/** To be on disk before the program is started. */
export function starting(state: ProgramState): ProgramState {
  const { trial } = state;
  return trial ? { ...state, trial: { ...trial, attempts: trial.attempts + 1, isRunning: true } } : state;
}

/** It has ended, and somebody saw it. */
export function ended(state: ProgramState): ProgramState {
  const { trial } = state;
  return trial ? { ...state, trial: { ...trial, isRunning: false } } : state;
}

export function committed(state: ProgramState, atMs: number): ProgramState {
  const outcome = { id: idOf(state), version: state.current, st: "healthy" as const, error: null, log: [], atMs };
  return state.trial ? { ...state, trial: null, outcome } : state;
}

/** Back on the release before, or as it was where there is none. */
export function rolledBack(
  state: ProgramState,
  why: { error: string; log: readonly string[]; atMs: number },
): ProgramState {
  if (state.previous === null) return state;
  const outcome = { ...why, id: idOf(state), version: state.current, st: "rolled_back" as const, log: [...why.log] };
  // What has just failed is no way back.
  return { current: state.previous, previous: null, trial: null, outcome };
}

function idOf({ outcome }: ProgramState): string {
  return outcome?.id ?? "";
}

/** What a controller says of itself every few seconds. */
export const Beat = z.object({
  kind: z.literal("beat"),
  frames: z.int().describe("Frames written to its disk since its start"),
  devices: z.int(),
  isLinked: z.boolean().describe("The portal has answered a birth since its start"),
});
export type Beat = z.infer<typeof Beat>;

/**
 * What is wrong with a release at the end of its trial.
 * @param beats Of its last start, in order.
 */
export function unfitFor(before: Ability, beats: readonly Beat[]): string | undefined {
  const last = beats.at(-1);
  const middle = beats[Math.floor((beats.length - 1) / 2)];
  if (!last || !middle || last.frames === 0 || (beats.length > 1 && last.frames <= middle.frames))
    return "writes no frames";
  if (last.devices < before.devices) return `reads ${last.devices} devices instead of ${before.devices}`;
  // A container whose link was down before must not go back for it.
  return before.isLinked && !last.isLinked ? "does not reach the portal" : undefined;
}
