import type { OutputLimit } from "@offgrid/contract/commands/arbitrate";
import { type LoadProtection, ProtectionState } from "@offgrid/contract/load-protection/load-protection.schema";
import { isAboveFloor, longestUnknownMs } from "@offgrid/contract/load-protection/emergency-floor";
import { noProtection, protectionLimits, protectLoads } from "@offgrid/contract/load-protection/protect-loads";
import type { MetricId } from "@offgrid/contract/telemetry/metrics";
import { join } from "node:path";

import type { Frame } from "../drivers/driver.ts";
import { KeptState } from "../link/kept-state.ts";

export interface LoadGuardOptions {
  dir: string;
  /** As they are now; without `loadProtection` no loads are protected, and those that are cut come back. */
  settings: () => { loadProtection?: LoadProtection | undefined; everyMs: number };
  /** Names of the columns of frames. */
  metrics: readonly string[];
  /** Clock, epoch ms. */
  now: () => number;
  /** Cutting has not helped, and nothing more is cut. */
  onStopped: (cut: readonly string[]) => void;
}

const noSettings: LoadProtection = {
  enabled: false,
  cutSoc: 0,
  restoreSoc: 100,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 60,
  loads: [],
};

/** Load protection with what it remembers, on disk, so that a restart gives no load back and cuts none twice. */
export class LoadGuard {
  readonly #options: LoadGuardOptions;
  readonly #state: KeptState<ProtectionState>;
  #isAboveFloor = false;
  /** Since when neither charge nor a voltage that counts is known, by `performance.now()`; undefined: they are. */
  #unknownSinceMs: number | undefined;

  constructor(options: LoadGuardOptions) {
    this.#options = options;
    this.#state = new KeptState({
      file: join(options.dir, "load-protection.json"),
      schema: ProtectionState,
      // Loads that were cut come back, and are cut again if the battery is still low.
      initial: noProtection,
      textOf,
      isCounting,
    });
  }

  /** One look at the battery. @param isOn Whether an output is on; undefined: not known. */
  look({ values }: Frame, isOn: (target: string) => boolean | undefined): void {
    const { metrics, now, onStopped, settings } = this.#options;
    const valueOf = (name: MetricId) => values[metrics.indexOf(name)] ?? undefined;
    const reading = {
      socPercent: valueOf("battery.soc"),
      voltageV: valueOf("battery.voltage"),
      batteryW: valueOf("battery.power"),
      loadW: valueOf("load.power"),
      isOn,
      everyMs: settings().everyMs,
    };
    this.#isAboveFloor = isAboveFloor(this.#settings, reading);
    const isVoltageKnown = reading.voltageV !== undefined && this.#settings.cutVoltage !== null;
    const isKnown = reading.socPercent !== undefined || isVoltageKnown;
    this.#unknownSinceMs = isKnown ? undefined : (this.#unknownSinceMs ?? performance.now());
    const nowMs = now();
    const { state, news } = protectLoads(this.#settings, this.#state.value, reading, nowMs);
    this.#state.keep(state, nowMs);
    if (news.some(({ code }) => code === "stopped")) onStopped(state.cuts.map(({ target }) => target));
  }

  /** The battery has something left for an emergency run, as it was looked at last. */
  get isAboveFloor(): boolean {
    return this.#isAboveFloor;
  }

  /** What ends an emergency run: the battery was measured at its floor, or nothing is known of it for too long. */
  get isAtFloor(): boolean {
    if (this.#unknownSinceMs === undefined) return !this.#isAboveFloor;
    return performance.now() - this.#unknownSinceMs >= longestUnknownMs;
  }

  /** What it asks of an output; undefined: nothing. */
  limit(target: string): OutputLimit | undefined {
    return protectionLimits(this.#settings, this.#state.value).get(target);
  }

  get #settings(): LoadProtection {
    return this.#options.settings().loadProtection ?? noSettings;
  }
}

/** Time that may lead to a cut or a return. */
function isCounting({ cuts, since }: ProtectionState): boolean {
  return since !== null && (since.is === "low" || cuts.length > 0);
}

/** What is worth a write when it changes: at a full battery, the charge goes to and fro. */
function textOf(state: ProtectionState): string {
  return JSON.stringify({ ...state, seenAtMs: null, since: isCounting(state) ? state.since : null });
}
