import { Refusal } from "@offgrid/contract/core/refusal";
import { outputMetric } from "@offgrid/contract/devices/output-kinds";
import { phaseTarget } from "@offgrid/contract/phase-control/phase-bounds";
import type { PhaseDryRun as DryRunAnswer } from "@offgrid/contract/phase-control/phase-control.calls";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { dayMs, dayOf } from "../../history/quarter-hours.ts";
import { readSamples, type Range } from "../../history/tiers/samples.store.ts";
import { PhaseDryRun } from "./dry-run.ts";

/** So many spans are named. */
const mostNamed = 200;
/** Of a day with more readings, only each second, third ... is looked at: a day is judged in one go. */
const mostPerDay = 8_640;

/** The metrics that tell what phase control would do. */
export function pastPhaseMetrics({ phases }: PhaseControl): string[] {
  const ofPhases = phases.flatMap(({ id }) => [`phase.${id}.power`, outputMetric(phaseTarget(id))]);
  return ["battery.soc", "battery.power", ...ofPhases];
}

/** What a setting would have done over the days before now. @param signal Aborted: whoever asked is gone, and the rest is left. */
export async function tryOutPhases(
  db: Db,
  container: ChartContainer,
  setting: PhaseControl,
  { days, nowMs }: { days: number; nowMs: number },
  signal: AbortSignal,
): Promise<DryRunAnswer> {
  const range = { fromMs: nowMs - days * dayMs, toMs: nowMs };
  const run = new PhaseDryRun(setting);
  let slowestMs = container.everyS * 1_000;
  for (let startMs = range.fromMs; startMs < range.toMs;) {
    if (signal.aborted) throw new Refusal("too_many", { retryAfterS: 1 });
    const endMs = Math.min(range.toMs, (dayOf(startMs) + 1) * dayMs);
    const everyMs = await lookAtDay(db, container, setting, { fromMs: startMs, toMs: endMs }, run);
    slowestMs = Math.max(slowestMs, everyMs);
    startMs = endMs;
  }
  const { knownMs, spans, totals } = run.result();
  const hourMs = 3_600_000;
  return {
    from: iso(range.fromMs),
    to: iso(range.toMs),
    coverage: Math.min(1, knownMs / (range.toMs - range.fromMs)),
    everySeconds: slowestMs / 1_000,
    phases: totals.map(({ phase, times, withoutMs, withheldWh }) => ({
      phase,
      times,
      hours: withoutMs / hourMs,
      energyWh: withheldWh ?? null,
    })),
    count: spans.length,
    spans: spans
      .slice(-mostNamed)
      .toReversed()
      .map(({ phase, fromMs, toMs, of, limit, measured }) => ({
        phase,
        from: iso(fromMs),
        to: toMs === undefined ? null : iso(toMs),
        passed: { of, limit, measured },
      })),
  };
}

/** @returns The time between two readings that were looked at, ms. */
async function lookAtDay(
  db: Db,
  container: ChartContainer,
  setting: PhaseControl,
  range: Range,
  run: PhaseDryRun,
): Promise<number> {
  const metrics = pastPhaseMetrics(setting).filter((metric) => container.slots.has(metric));
  const { atMs, columns } = await readSamples(db, container.id, metrics, range, { known: container.slots });
  const every = Math.max(1, Math.ceil(atMs.length / mostPerDay));
  const everyMs = container.everyS * 1_000 * every;
  for (let index = 0; index < atMs.length; index += every) {
    const valueOf = (metric: string) => columns[metrics.indexOf(metric)]?.[index] ?? undefined;
    const reading = {
      atMs: atMs[index] ?? 0,
      socPercent: valueOf("battery.soc"),
      batteryW: valueOf("battery.power"),
      powerW: (phase: 1 | 2 | 3) => valueOf(`phase.${phase}.power`),
      isOn: (phase: 1 | 2 | 3) => flagOf(valueOf(outputMetric(phaseTarget(phase)))),
    };
    run.look(reading, everyMs);
  }
  return everyMs;
}

function flagOf(value: number | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== 0;
}

const iso = (ms: number) => new Date(ms).toISOString();
