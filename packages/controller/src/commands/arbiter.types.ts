import type { Decision, OutputRequest } from "@offgrid/contract/commands/arbitrate";
import type { OutputChange } from "@offgrid/contract/commands/commands.schema";
import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Frame, Outputs } from "../drivers/driver.ts";
import type { Executor } from "./executor.ts";
import type { LoadGuard } from "./load-protection.ts";
import type { OutputBook } from "./output-book.ts";
import type { OutputLocks } from "./output-locks.ts";
import type { PhaseGuard } from "./phase-guard.ts";
import type { Schedule } from "./schedule.ts";
import type { ShortestTimes } from "./shortest-times.ts";

/** Rules that people have made. */
export interface Rules {
  /** One look, before outputs are decided about. @param isOn Whether an output is on; undefined: not known. */
  look: (frame: Frame, isOn: (target: string) => boolean | undefined) => void;
  /** What they ask of an output. */
  requests: (target: string) => readonly OutputRequest[];
  /** In how long their times ask for something else of it, within a span; undefined: they do not. */
  edgeInMs: (target: string, withinMs: number) => number | undefined;
  /** What an output is to be. */
  decided: (target: string, decision: Decision) => void;
}

export interface ArbiterOptions {
  outputs: Outputs | undefined;
  /** Names of the columns of frames. */
  metrics: readonly string[];
  /** For how long an output stays as it was switched, at least. */
  shortestTimes: (target: string) => ShortestTimes;
  book: OutputBook;
  locks: OutputLocks;
  /** Somebody works at the container, as people have announced. */
  isWorkedOn: () => boolean;
  guard: Pick<LoadGuard, "look" | "limit" | "isAboveFloor" | "isAtFloor">;
  phases: Pick<PhaseGuard, "look" | "limit" | "request">;
  rules: Rules;
  schedules: readonly Schedule[];
  executor: () => Pick<Executor, "order" | "isBusy">;
  /** Clock, epoch ms. */
  now: () => number;
  tell: (code: OutputEvent, level: EventMessage["level"], target: string, change: OutputChange) => void;
}

/** `output.stuck`: the output does not become what is said. `output.worn`: it was switched too often, and rests when it is off. */
export type OutputEvent = "output.changed" | "output.hand" | "output.stuck" | "output.worn";
