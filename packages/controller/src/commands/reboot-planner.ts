import type { Place } from "@offgrid/contract/core/moments";
import { dueReboot, type RebootObstacle, type RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";

const Kept = z.object({
  /** What was planned; another plan begins afresh. */
  plan: z.string(),
  /** Restarts up to here have been carried out, or were never to be; epoch ms. */
  doneMs: z.number(),
});
type Kept = z.infer<typeof Kept>;

/** What was noted further ahead than this comes from a clock that has been set back since. */
const longestAheadMs = 3_600_000;

export interface RebootPlannerOptions {
  dir: string;
  /** As they are now. */
  settings: () => { reboot: RebootPlan | undefined; place: Place | undefined };
  /** The time as far as it is known, epoch ms; undefined where no clock can be trusted. */
  trustedNow: () => number | undefined;
  /** What keeps this program from being restarted now. */
  obstacle: () => Exclude<RebootObstacle, "storage"> | undefined;
  restart: () => void;
  /** A planned restart begins, or is given up for a reason. */
  onNews: (dueMs: number, skipped?: RebootObstacle) => void;
}

/**
 * Restarts this program when its plan says so. That it does is on the disk before, so that the next run, or a clock that is
 * set back, repeats none.
 */
export class RebootPlanner {
  readonly #options: RebootPlannerOptions;
  readonly #file: string;
  #kept: Kept | undefined;
  /** Due, and put off. */
  #putOff: { dueMs: number; reason: RebootObstacle } | undefined;

  constructor(options: RebootPlannerOptions) {
    this.#options = options;
    this.#file = join(options.dir, "reboot-plan.json");
    this.#kept = readKept(this.#file);
  }

  /** Called each second. */
  look(): void {
    const { settings, trustedNow, obstacle, restart, onNews } = this.#options;
    const { reboot: plan, place } = settings();
    const nowMs = trustedNow();
    if (nowMs === undefined || !plan || !place) return;
    const doneMs = this.#follow(plan, place.zoneName, nowMs);
    const dueMs = dueReboot(plan, place.zoneName, doneMs, nowMs);
    if (this.#putOff && this.#putOff.dueMs !== dueMs) {
      onNews(this.#putOff.dueMs, this.#putOff.reason);
      this.#putOff = undefined;
    }
    if (dueMs === undefined) return;
    const reason = obstacle() ?? this.#noteDone(dueMs);
    if (reason !== undefined) this.#putOff = { dueMs, reason };
    else {
      this.#putOff = undefined;
      onNews(dueMs);
      restart();
    }
  }

  /** @returns Up to when nothing of this plan is to be done any more. */
  #follow({ enabled, days, time }: RebootPlan, zoneName: string, nowMs: number): number {
    const plan = JSON.stringify([enabled, days, time, zoneName]);
    if (this.#kept?.plan === plan && this.#kept.doneMs <= nowMs + longestAheadMs) return this.#kept.doneMs;
    // What was due before somebody planned it is not made up for.
    if (!this.#keep({ plan, doneMs: nowMs })) this.#kept = { plan, doneMs: nowMs };
    this.#putOff = undefined;
    return nowMs;
  }

  #noteDone(dueMs: number): "storage" | undefined {
    return this.#kept && this.#keep({ ...this.#kept, doneMs: dueMs }) ? undefined : "storage";
  }

  /** @returns whether it is on the disk. */
  #keep(kept: Kept): boolean {
    try {
      replaceFile(this.#file, JSON.stringify(kept));
      syncFolder(dirname(this.#file));
    } catch {
      return false;
    }
    this.#kept = kept;
    return true;
  }
}

/** Without it, what was due before this run is not made up for. */
function readKept(file: string): Kept | undefined {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
