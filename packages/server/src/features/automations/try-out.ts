import type { AutomationConflict, AutomationDryRun } from "@offgrid/contract/automations/automations.calls";
import type { AutomationRun } from "@offgrid/contract/automations/automation-state";
import type { Automations } from "@offgrid/contract/automations/automations.schema";
import type { Verdict } from "@offgrid/contract/automations/conditions";
import { type Conflict, conflictsOf } from "@offgrid/contract/automations/conflicts";
import { DryRun, type PastFrame } from "@offgrid/contract/automations/dry-run";
import { explainAt } from "@offgrid/contract/automations/explain";
import type { Place } from "@offgrid/contract/core/moments";
import { setImmediate } from "node:timers/promises";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { type Range, readSamples } from "../../history/tiers/samples.store.ts";

/** Of a span with more readings, only each second, third ... is looked at. */
const mostFrames = 10_000;
/** Others have their turn after so many. */
const framesAtOnce = 500;
const mostSpans = 500;
const mostRuns = 100;

export interface Trial {
  id: string;
  automations: Automations;
  /** What they read. */
  metrics: readonly string[];
  place: Place | undefined;
  range: Range;
  /** The instant to explain; undefined: the last frame. */
  atMs: number | undefined;
}

/** What automations would have done in a span, and why one did not at an instant. @param signal Aborted: whoever asked is gone. */
export async function tryOut(
  db: Db,
  container: ChartContainer,
  { id, automations, metrics, place, range, atMs }: Trial,
  signal: AbortSignal,
): Promise<AutomationDryRun> {
  const samples = await readSamples(db, container.id, metrics, range, { known: container.slots });
  const every = Math.max(1, Math.ceil(samples.atMs.length / mostFrames));
  const everyMs = container.everyS * 1000 * every;
  const frames = samples.atMs.flatMap((at, index): PastFrame[] =>
    index % every === 0 ? [{ atMs: at, values: valuesAt(samples.columns, metrics, index) }] : [],
  );
  // No metric tells what a single output feeds yet.
  const run = new DryRun({ automations, place, everyMs, powerMetricOf: () => undefined });
  for (const [index, frame] of frames.entries()) {
    run.take(frame);
    if (index % framesAtOnce !== 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
  const { spans, outputs, runs, measuredMs } = run.result();
  const automation = automations[id];
  const explainedMs = atMs ?? frames.at(-1)?.atMs ?? range.toMs;
  const explained = automation && explainAt({ id, automation, place, everyMs, atMs: explainedMs }, frames);
  return {
    from: iso(range.fromMs),
    to: iso(range.toMs),
    coverage: Math.min(1, measuredMs / (range.toMs - range.fromMs)),
    everySeconds: everyMs / 1000,
    spans: spans.slice(-mostSpans).map(({ fromMs, toMs, id: by, ...span }) => ({
      ...span,
      from: iso(fromMs),
      to: iso(toMs),
      id: by ?? null,
    })),
    outputs: outputs.map(({ withheldWh = null, addedMs, ...output }) => ({
      ...output,
      withheldWh,
      addedSeconds: addedMs / 1000,
    })),
    runs: runs.slice(-mostRuns).map(shownRun),
    conflicts: conflictsOf(automations, spans).map(shownConflict),
    explained: {
      at: iso(explainedMs),
      isMet: explained?.isMet ?? null,
      verdicts: explained?.verdicts.map(shownVerdict) ?? [],
      next: explained?.nextMs === undefined ? null : iso(explained.nextMs),
    },
  };
}

/** A metric without a reading is null, as one that the container never sent. */
function valuesAt(
  columns: readonly (readonly (number | null)[])[],
  metrics: readonly string[],
  index: number,
): PastFrame["values"] {
  return Object.fromEntries(
    metrics.map((metric, column): [string, number | null] => [metric, columns[column]?.[index] ?? null]),
  );
}

function shownVerdict({ path, is, value, sinceMs }: Verdict): AutomationDryRun["explained"]["verdicts"][number] {
  return { path, is, value: value ?? null, since: sinceMs === undefined ? null : iso(sinceMs) };
}

export function shownRun(run: AutomationRun): AutomationDryRun["runs"][number] {
  const { id, atMs, outcome, trigger, verdicts, steps, at = null } = run;
  return {
    id,
    at: iso(atMs),
    outcome,
    trigger: trigger ? shownVerdict(trigger) : null,
    verdicts: verdicts.map(shownVerdict),
    steps,
    stoppedAt: at,
  };
}

/** Infinite ends are null; a power without a load of its own is a figure of the rule's, and left out. */
export function shownConflict({ output, winner, loser, minutes, metrics, seenMs }: Conflict): AutomationConflict {
  const end = (value: number) => (Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : null);
  const named = [...metrics].filter(([name]) => !name.includes(" "));
  return {
    output,
    winner,
    loser,
    minutes: minutes ? [...minutes] : null,
    metrics: Object.fromEntries(named.map(([name, { from, to }]) => [name, { from: end(from), to: end(to) }])),
    seenSeconds: seenMs === undefined ? null : seenMs / 1000,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
