import type { OutputLimit, OutputRequest } from "@offgrid/contract/commands/arbitrate";
import {
  controlPhases,
  noPhaseControl,
  noPhaseKept,
  phaseLimits,
  phaseRequests,
} from "@offgrid/contract/phase-control/control-phases";
import { phaseTarget } from "@offgrid/contract/phase-control/phase-bounds";
import { type PhaseControl, PhaseControlState } from "@offgrid/contract/phase-control/phase-control.schema";
import type { MetricId } from "@offgrid/contract/telemetry/metrics";
import { join } from "node:path";

import type { Frame } from "../drivers/driver.ts";
import { KeptState } from "../link/kept-state.ts";

export interface PhaseGuardOptions {
  dir: string;
  /** As they are now; without `phases` none is controlled, and those that are disconnected come back. */
  settings: () => { phases?: PhaseControl | undefined; everyMs: number };
  /** Names of the columns of frames. */
  metrics: readonly string[];
  /** Clock, epoch ms. */
  now: () => number;
}

/** Phase control with what it remembers, on disk, so that a restart gives no phase back and disconnects none twice. */
export class PhaseGuard {
  readonly #options: PhaseGuardOptions;
  readonly #state: KeptState<PhaseControlState>;

  constructor(options: PhaseGuardOptions) {
    this.#options = options;
    this.#state = new KeptState({
      file: join(options.dir, "phase-control.json"),
      schema: PhaseControlState,
      // Phases that were disconnected come back, and are disconnected again where that is still due.
      initial: noPhaseKept,
      textOf: (state) => JSON.stringify({ ...state, seenAtMs: null, since: Object.keys(state.since) }),
      isCounting: ({ since }) => Object.keys(since).length > 0,
    });
  }

  /** One look at the phases. @param isOn Whether an output is on; undefined: not known. */
  look({ values }: Frame, isOn: (target: string) => boolean | undefined): void {
    const { metrics, now, settings } = this.#options;
    const valueOf = (name: MetricId) => values[metrics.indexOf(name)] ?? undefined;
    const nowMs = now();
    const reading = {
      socPercent: valueOf("battery.soc"),
      batteryW: valueOf("battery.power"),
      powerW: (phase: 1 | 2 | 3) => valueOf(`phase.${phase}.power`),
      isOn: (phase: 1 | 2 | 3) => isOn(phaseTarget(phase)),
      everyMs: settings().everyMs,
    };
    this.#state.keep(controlPhases(this.#settings, this.#state.value, reading, nowMs), nowMs);
  }

  /** What it does not allow; undefined: nothing. */
  limit(target: string): OutputLimit | undefined {
    return phaseLimits(this.#settings, this.#state.value).get(target);
  }

  /** What it asks for; undefined: nothing. */
  request(target: string): OutputRequest | undefined {
    return phaseRequests(this.#settings, this.#state.value).get(target);
  }

  get #settings(): PhaseControl {
    return this.#options.settings().phases ?? noPhaseControl;
  }
}
