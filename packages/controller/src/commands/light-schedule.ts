import type { OutputRequest } from "@offgrid/contract/commands/arbitrate";
import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { Place } from "@offgrid/contract/core/moments";
import { type LightLevel, lightLevelAt, type LightPlan } from "@offgrid/contract/street-lights/light-level";
import { keyOfTarget } from "@offgrid/contract/street-lights/light-keys";
import type { StreetLightsSection } from "@offgrid/contract/street-lights/street-lights.schema";

import type { Schedule } from "./schedule.ts";

/** Where no edge is near, the level is computed again after this: the clock may have been set. */
const longestKnownMs = 3_600_000;

export interface LightScheduleOptions {
  /** As it is now; without it, lights stay as people leave them. */
  section: () => StreetLightsSection | undefined;
  /** Without it, nobody knows what the times of plans are. */
  place: () => Place | undefined;
  /** Clock of the arbiter, epoch ms. */
  now: () => number;
  /** The time as far as it is known, epoch ms; undefined where no clock can be trusted. */
  trustedNow: () => number | undefined;
}

interface Known extends LightLevel {
  plan: LightPlan;
  place: Place;
  /** The level is this from here on; a clock that is set back ends it. */
  fromMs: number;
  toMs: number;
}

/** What the plans of street lights ask for now. */
export class LightSchedule implements Schedule {
  readonly #options: LightScheduleOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: LightScheduleOptions) {
    this.#options = options;
  }

  /**
   * By the target of a light; undefined for other outputs, and where it has no plan. While nobody knows what time it is, it is
   * to stay as it is.
   * @param value What it is now.
   */
  request(target: string, value: OutputValue): OutputRequest | undefined {
    const { section, place, now, trustedNow } = this.#options;
    const key = keyOfTarget(target);
    const plan = key && section()?.[key];
    const where = place();
    if (!plan || !where) return undefined;
    const request = { kind: "schedule", order: 0, by: "schedule", reason: { code: "schedule" } } as const;
    const [nowMs, atMs] = [now(), trustedNow()];
    if (atMs === undefined) return { ...request, value };
    const { level, untilMs } = this.#levelOf(target, plan, where, atMs);
    return {
      ...request,
      value: level,
      ...(untilMs !== undefined && { untilMs: nowMs + untilMs - atMs }),
    };
  }

  /** Computed at its edges only: a frame may come each second. */
  #levelOf(target: string, plan: LightPlan, place: Place, atMs: number): LightLevel {
    const known = this.#known.get(target);
    if (known && known.plan === plan && known.place === place && known.fromMs <= atMs && atMs < known.toMs)
      return known;
    const level = lightLevelAt(plan, place, atMs);
    const toMs = Math.min(level.untilMs ?? Infinity, atMs + longestKnownMs);
    this.#known.set(target, { ...level, plan, place, fromMs: atMs, toMs });
    return level;
  }
}
