import type { OutputLimit } from "@offgrid/contract/commands/arbitrate";
import { type LoadProtection, ProtectionState } from "@offgrid/contract/load-protection/load-protection.schema";
import { noProtection, protectionLimits, protectLoads } from "@offgrid/contract/load-protection/protect-loads";
import type { MetricId } from "@offgrid/contract/telemetry/metrics";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Frame } from "../drivers/driver.ts";
import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";

/** While time is counted, how long ago the battery was last looked at is on the disk this exactly. */
const savedEveryMs = 30_000;

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
  readonly #file: string;
  #state: ProtectionState;
  #savedText: string;
  #savedAtMs = -Infinity;

  constructor(options: LoadGuardOptions) {
    this.#options = options;
    this.#file = join(options.dir, "load-protection.json");
    this.#state = readState(this.#file);
    this.#savedText = textOf(this.#state);
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
    const nowMs = now();
    const { state, news } = protectLoads(this.#settings, this.#state, reading, nowMs);
    this.#state = state;
    this.#save(nowMs);
    if (news.some(({ code }) => code === "stopped")) onStopped(state.cuts.map(({ target }) => target));
  }

  /** What it asks of an output; undefined: nothing. */
  limit(target: string): OutputLimit | undefined {
    return protectionLimits(this.#settings, this.#state).get(target);
  }

  get #settings(): LoadProtection {
    return this.#options.settings().loadProtection ?? noSettings;
  }

  /** What a full disk does not take is saved at the next look. */
  #save(nowMs: number): void {
    const text = textOf(this.#state);
    const isOld = isCounting(this.#state) && Math.abs(nowMs - this.#savedAtMs) >= savedEveryMs;
    if (text === this.#savedText && !isOld) return;
    try {
      replaceFile(this.#file, JSON.stringify(this.#state));
      syncFolder(dirname(this.#file));
      this.#savedText = text;
      this.#savedAtMs = nowMs;
    } catch {
      // See above; meanwhile it holds in memory.
    }
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

/** Where the file cannot be read, loads that were cut come back, and are cut again if the battery is still low. */
function readState(file: string): ProtectionState {
  try {
    return ProtectionState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return noProtection;
  }
}
