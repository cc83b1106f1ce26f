import {
  acWantedAt,
  type ChargeMemory,
  judgeCharge,
  noCharge,
  type AcPlan,
} from "@offgrid/contract/air-conditioning/ac-plan";
import type { OutputRequest } from "@offgrid/contract/commands/arbitrate";
import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { Place } from "@offgrid/contract/core/moments";
import type { MetricId } from "@offgrid/contract/telemetry/metrics";
import { join } from "node:path";
import { z } from "zod";

import type { Frame } from "../drivers/driver.ts";
import { KeptState } from "../link/kept-state.ts";
import type { Schedule } from "./schedule.ts";

const charge = "battery.soc" satisfies MetricId;

const Memory = z.object({
  minSoc: z.number().nullable(),
  isLow: z.boolean().nullable(),
  unknownSinceMs: z.number().nullable(),
}) satisfies z.ZodType<ChargeMemory>;

export interface AcScheduleOptions {
  dir: string;
  /** As it is now; without it, the unit stays as people leave it. */
  plan: () => AcPlan | undefined;
  place: () => Place | undefined;
  /** Names of the columns of frames. */
  metrics: readonly string[];
  /** Clock of the arbiter, epoch ms. */
  now: () => number;
  /** The time as far as it is known, epoch ms; undefined where no clock can be trusted. */
  trustedNow: () => number | undefined;
}

/** What the plan of the air conditioner asks for now, with what it remembers of the charge on disk, for restarts. */
export class AcSchedule implements Schedule {
  readonly #options: AcScheduleOptions;
  readonly #memory: KeptState<ChargeMemory>;

  constructor(options: AcScheduleOptions) {
    this.#options = options;
    this.#memory = new KeptState({
      file: join(options.dir, "air-conditioning.json"),
      schema: Memory,
      // The next charge that is measured decides.
      initial: noCharge,
      textOf: (memory) => JSON.stringify(memory),
      isCounting: () => false,
    });
  }

  look({ values }: Frame): void {
    const { metrics, now, plan } = this.#options;
    const nowMs = now();
    const socPercent = values[metrics.indexOf(charge)] ?? undefined;
    this.#memory.keep(judgeCharge(plan() ?? { minSoc: null }, this.#memory.value, socPercent, nowMs), nowMs);
  }

  request(target: string, value: OutputValue): OutputRequest | undefined {
    const { now, place, plan, trustedNow } = this.#options;
    const known = target === "ac" ? plan() : undefined;
    if (!known?.enabled) return undefined;
    const atMs = trustedNow();
    const wanted = acWantedAt(known, place(), this.#memory.value, atMs);
    const request = { kind: "schedule", order: 0, by: "schedule", reason: { code: "schedule" } } as const;
    // While nobody knows what time it is, or where, it is to stay as it is.
    if (!wanted) return { ...request, value };
    const { word, why, untilMs } = wanted;
    return {
      ...request,
      value: word,
      ...(why === "low_charge" && { reason: { code: "low_charge" } }),
      ...(untilMs !== undefined && atMs !== undefined && { untilMs: now() + untilMs - atMs }),
    };
  }
}
