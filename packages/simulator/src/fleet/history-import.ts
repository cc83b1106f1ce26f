import type { Controller } from "@offgrid/controller/controller.types";
import type { HistoryBatch } from "@offgrid/controller/drivers/driver";

import type { PlantDesign } from "../plant/plant.design.ts";
import { dayFrames, frameCount, type HistoryDay } from "./fleet.history.ts";
import type { PendingSpan } from "./fleet.memory.ts";
import type { FleetProgress } from "./fleet.types.ts";

/** A span of time whose frames are to be imported, with its days. */
export interface HistorySpan {
  span: PendingSpan;
  days: readonly HistoryDay[];
}

/** Days in one import; a fleet that was killed repeats at most these. */
const daysPerImport = 3;

/** Imports the past of a plant into the portal, newest days first, and counts how much of it is there. */
export class HistoryImport {
  /** Called after each message that the portal has committed. */
  listener: () => void = () => {};
  /** Resolves when all of it is in the portal, or the import was ended before that. */
  readonly done: Promise<void>;
  readonly #design: PlantDesign;
  readonly #metrics: readonly string[];
  readonly #spans: readonly HistorySpan[];
  readonly #remember: () => Promise<void>;
  readonly #total: number;
  #finished: number;
  #ackedOfImport = 0;
  #finish: () => void = () => {};

  /** @param remember Saves which days are done. */
  constructor(
    design: PlantDesign,
    metrics: readonly string[],
    spans: readonly HistorySpan[],
    remember: () => Promise<void>,
  ) {
    this.#design = design;
    this.#metrics = metrics;
    this.#spans = spans;
    this.#remember = remember;
    this.#total = spans.reduce((sum, { days }) => sum + framesOf(days), 0);
    this.#finished = spans.reduce((sum, { span, days }) => sum + framesOf(days.filter((day) => isDone(span, day))), 0);
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  progress(): FleetProgress {
    return { done: this.#finished + this.#ackedOfImport, total: this.#total };
  }

  /** What is still to be imported. */
  pending(): PendingSpan[] {
    return this.#spans.filter(({ span, days }) => span.daysDone.length < days.length).map(({ span }) => span);
  }

  /** @throws Error when the controller is stopped before the end. */
  async bring(controller: Controller): Promise<void> {
    for (const { span, days } of [...this.#spans].reverse()) {
      const left = days.filter((day) => !isDone(span, day)).reverse();
      for (let index = 0; index < left.length; index += daysPerImport) {
        await this.#bringDays(controller, span, left.slice(index, index + daysPerImport));
      }
    }
    this.#finish();
  }

  async #bringDays(controller: Controller, span: PendingSpan, days: readonly HistoryDay[]): Promise<void> {
    await controller.importHistory(this.#batches(days), ({ acked, refused }) => {
      this.#ackedOfImport = acked + refused;
      this.listener();
    });
    this.#ackedOfImport = 0;
    this.#finished += framesOf(days);
    span.daysDone.push(...days.map((day) => day.fromMs));
    this.listener();
    await this.#remember();
  }

  *#batches(days: readonly HistoryDay[]): Generator<HistoryBatch> {
    for (const day of days) yield { metrics: this.#metrics, frames: dayFrames(this.#design, day) };
  }

  /** The import under way was interrupted; its days are imported again. */
  broken(): void {
    this.#ackedOfImport = 0;
  }

  end(): void {
    this.#finish();
  }
}

function framesOf(days: readonly HistoryDay[]): number {
  return days.reduce((sum, day) => sum + frameCount(day.fromMs, day.toMs), 0);
}

function isDone(span: PendingSpan, day: HistoryDay): boolean {
  return span.daysDone.includes(day.fromMs);
}
