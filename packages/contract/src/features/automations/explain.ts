import { nextMoment, type Place } from "../../core/moments.ts";
import type { AutomationRun } from "./automation-state.ts";
import { type Automation, conditionsOf, triggersOf } from "./automations.schema.ts";
import { evaluate, type Verdict } from "./conditions.ts";
import { DryRun, type PastFrame } from "./dry-run.ts";

/** Why an automation did something at an instant, or did not: its conditions with what was measured then. Pure. */

export interface Explanation {
  /** Each condition and trigger at the instant, with its value. */
  verdicts: Verdict[];
  /** Whether all that has to be met was met; null: that is not known. For a run: apart from what sets it off. */
  isMet: boolean | null;
  /** What happened until then, in the span of the frames; oldest first. */
  runs: AutomationRun[];
  /** When time alone sets it off next, epoch ms. */
  nextMs: number | undefined;
}

export interface ExplainOptions {
  id: string;
  automation: Automation;
  place: Place | undefined;
  everyMs: number;
  /** Epoch ms. */
  atMs: number;
}

/** @param frames In the order of time, until the instant; those before it say what has lasted. */
export function explainAt(options: ExplainOptions, frames: Iterable<PastFrame>): Explanation {
  const { id, automation, place, everyMs, atMs } = options;
  const enabled = { ...automation, enabled: true };
  const run = new DryRun({ automations: { [id]: enabled }, place, everyMs, powerMetricOf: () => undefined });
  for (const frame of frames) {
    if (frame.atMs > atMs) break;
    run.take(frame);
  }
  const timers = run.state.automations[id]?.timers ?? {};
  const timed = [...conditionsOf(automation), ...triggersOf(automation)];
  const evaluations = timed.map(([path, condition]) => ({
    path,
    ...evaluate(path, condition, run.facts, timers, atMs),
  }));
  const guard = evaluations.find(({ path }) => path === "while" || path === "if");
  const moments = automation.kind === "run" ? automation.when.filter((trigger) => trigger.kind === "moment") : [];
  const nextMs = Math.min(
    ...moments.map(({ at, days }) => (place ? nextMoment(at, place, atMs, days) : undefined) ?? Infinity),
  );
  return {
    verdicts: evaluations.flatMap(({ verdicts }) => verdicts),
    isMet: guard ? (guard.is ?? null) : true,
    runs: run.result().runs,
    nextMs: Number.isFinite(nextMs) ? nextMs : undefined,
  };
}
