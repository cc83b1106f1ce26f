import type { Place } from "@offgrid/contract/core/moments";
import { dueReboot, type RebootObstacle, type RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import { join } from "node:path";
import { z } from "zod";

import { KeptState } from "../link/kept-state.ts";

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
  readonly #kept: KeptState<Kept>;
  /** Due, and put off. */
  #putOff: { dueMs: number; reason: RebootObstacle } | undefined;

  constructor(options: RebootPlannerOptions) {
    this.#options = options;
    this.#kept = new KeptState({
      file: join(options.dir, "reboot-plan.json"),
      schema: Kept,
      // No plan reads so: whichever there is begins now, and nothing that was due before this run is made up for.
      initial: { plan: "", doneMs: 0 },
      textOf: (kept) => JSON.stringify(kept),
      isCounting: () => false,
    });
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
    const reason = obstacle() ?? this.#noteDone(dueMs, nowMs);
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
    const { value } = this.#kept;
    const isFollowed = value.plan === plan && value.doneMs <= nowMs + longestAheadMs;
    // What was due before somebody planned it is not made up for.
    const followed = isFollowed ? value : { plan, doneMs: nowMs };
    if (!isFollowed) this.#putOff = undefined;
    this.#kept.keep(followed, nowMs);
    return followed.doneMs;
  }

  /** What cannot be noted is not done, and is due as before. */
  #noteDone(dueMs: number, nowMs: number): "storage" | undefined {
    const before = this.#kept.value;
    if (this.#kept.keep({ ...before, doneMs: dueMs }, nowMs)) return undefined;
    this.#kept.keep(before, nowMs);
    return "storage";
  }
}
