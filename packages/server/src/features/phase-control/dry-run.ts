import type { PassedLimit } from "@offgrid/contract/commands/commands.schema";
import { isHole } from "@offgrid/contract/core/hole";
import { controlPhases, noPhaseKept } from "@offgrid/contract/phase-control/control-phases";
import type { PhaseNumber } from "@offgrid/contract/phase-control/phase-bounds";
import type { KeptPhase, PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";

/** What a setting of phase control would have done, from past readings in the order of time, by the function that controllers ask. Pure. */

/** What was measured at an instant; undefined: not known. */
export interface PastPhases {
  atMs: number;
  socPercent: number | undefined;
  batteryW: number | undefined;
  powerW: (phase: PhaseNumber) => number | undefined;
  /** Whether a phase had power. */
  isOn: (phase: PhaseNumber) => boolean | undefined;
}

/** A time for which a phase would have been disconnected. */
export interface PhaseSpan extends PassedLimit {
  phase: PhaseNumber;
  fromMs: number;
  /** Undefined: it goes on. */
  toMs: number | undefined;
}

export interface PhaseTotal {
  phase: PhaseNumber;
  times: number;
  /** Without power, of the time in which it had some. */
  withoutMs: number;
  /** What it drew in that time, Wh; undefined: that was not measured throughout. */
  withheldWh: number | undefined;
}

export class PhaseDryRun {
  readonly #setting: PhaseControl;
  readonly #spans: PhaseSpan[] = [];
  readonly #totals: Map<PhaseNumber, PhaseTotal>;
  #state = noPhaseKept;
  #before: PastPhases | undefined;
  #knownMs = 0;

  constructor(setting: PhaseControl) {
    this.#setting = setting;
    const none = { times: 0, withoutMs: 0, withheldWh: 0 };
    this.#totals = new Map(setting.phases.map(({ id }) => [id, { phase: id, ...none }]));
  }

  /** @param everyMs Usual time between two readings. */
  look(reading: PastPhases, everyMs: number): void {
    const { atMs, socPercent, batteryW, powerW } = reading;
    const spanMs = this.#before === undefined ? 0 : atMs - this.#before.atMs;
    if (this.#before && !isHole(spanMs, everyMs)) this.#meter(this.#before, spanMs);
    this.#before = reading;
    const wasKept = new Map(this.#state.kept.map((one) => [one.id, one]));
    // What would have been disconnected is so here; without it, it would have drawn what was measured.
    const isOn = (phase: PhaseNumber) => (wasKept.get(phase)?.wasOn === true ? false : reading.isOn(phase));
    this.#state = controlPhases(this.#setting, this.#state, { socPercent, batteryW, powerW, isOn, everyMs }, atMs);
    const isKept = new Map(this.#state.kept.map((one) => [one.id, one]));
    for (const id of wasKept.keys()) if (!isKept.has(id)) this.#end(id, atMs);
    for (const [id, one] of isKept) if (!wasKept.has(id) && one.wasOn) this.#begin(one, atMs);
  }

  result(): { knownMs: number; spans: readonly PhaseSpan[]; totals: readonly PhaseTotal[] } {
    return { knownMs: this.#knownMs, spans: this.#spans, totals: [...this.#totals.values()] };
  }

  /** What went by since a reading. */
  #meter(before: PastPhases, spanMs: number): void {
    const isKnown =
      before.socPercent !== undefined || this.#setting.phases.some(({ id }) => before.powerW(id) !== undefined);
    if (isKnown) this.#knownMs += spanMs;
    for (const { id, wasOn } of this.#state.kept) {
      const total = this.#totals.get(id);
      if (!total || !wasOn || before.isOn(id) === false) continue;
      const powerW = before.powerW(id);
      total.withoutMs += spanMs;
      if (total.withheldWh !== undefined)
        total.withheldWh = powerW === undefined ? undefined : total.withheldWh + (powerW * spanMs) / 3_600_000;
    }
  }

  #begin({ id, of, limit, measured }: KeptPhase, fromMs: number): void {
    const total = this.#totals.get(id);
    if (total) total.times++;
    this.#spans.push({ phase: id, of, limit, measured, fromMs, toMs: undefined });
  }

  #end(phase: PhaseNumber, toMs: number): void {
    const open = this.#spans.findLast((span) => span.phase === phase && span.toMs === undefined);
    if (open) open.toMs = toMs;
  }
}
