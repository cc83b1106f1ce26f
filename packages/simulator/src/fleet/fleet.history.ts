/**
 * The past of a plant, newest day first. A plant can only be computed forwards, so it is computed twice: first quickly,
 * for its state at the start of each day, then day by day from these states, in any order.
 */
import { setImmediate as otherWork } from "node:timers/promises";

import type { Frame } from "@offgrid/controller/drivers/driver";

import { longestStepMs, stepPlant } from "../plant/plant.ts";
import { newPlantState, type PlantState } from "../plant/plant.state.ts";
import { plantMetrics } from "../plant/plant.metrics.ts";
import type { PlantDesign } from "../plant/plant.design.ts";

const dayMs = 86_400_000;
/** Time between two frames of the history. */
export const historyStepMs = longestStepMs;
/** A plant starts this long before its first frame, so that battery and room have settled. */
const warmUpMs = 4 * dayMs;

/** A stretch of the past to import: frames after `start`, up to and including `toMs`. */
export interface HistorySpan {
  start: PlantState;
  toMs: number;
}

/** One UTC day of a span, or the part of it that lies in the span. */
export interface HistoryDay {
  /** Start of the day; identifies it in the memory file. */
  fromMs: number;
  toMs: number;
  start: PlantState;
}

/** The span of a new plant: this many whole UTC days back (0: none), up to the last multiple of five minutes. */
export function newSpan(design: PlantDesign, nowMs: number, days: number): HistorySpan {
  const toMs = Math.floor(nowMs / historyStepMs) * historyStepMs;
  const fromMs = days === 0 ? toMs : Math.floor((toMs - days * dayMs) / dayMs) * dayMs;
  let state = newPlantState(design, fromMs - warmUpMs);
  while (state.atMs < fromMs) state = stepPlant(design, state, nextInstant(state.atMs)).state;
  return { start: state, toMs };
}

function nextInstant(atMs: number): number {
  return (Math.floor(atMs / historyStepMs) + 1) * historyStepMs;
}

/** The number of frames in a stretch. */
export function frameCount(fromMs: number, toMs: number): number {
  return Math.floor(toMs / historyStepMs) - Math.floor(fromMs / historyStepMs);
}

/** Runs through a span once. @returns Its days, oldest first, and the state at its end. */
export async function runThrough(
  design: PlantDesign,
  span: HistorySpan,
): Promise<{ days: HistoryDay[]; end: PlantState }> {
  const days: HistoryDay[] = [];
  let state = span.start;
  while (nextInstant(state.atMs) <= span.toMs) {
    const start = state;
    const toMs = Math.min(span.toMs, (Math.floor(start.atMs / dayMs) + 1) * dayMs);
    while (nextInstant(state.atMs) <= toMs) state = stepPlant(design, state, nextInstant(state.atMs)).state;
    days.push({ fromMs: start.atMs, toMs: state.atMs, start });
    // A whole span takes a while; controllers in the same process must get their turn.
    await otherWork();
  }
  return { days, end: state };
}

/** The frames of a day, oldest first, with exactly the values of the run through the span. */
export function dayFrames(design: PlantDesign, day: HistoryDay): Frame[] {
  const { values } = plantMetrics(design);
  const frames: Frame[] = [];
  let state = day.start;
  while (nextInstant(state.atMs) <= day.toMs) {
    const step = stepPlant(design, state, nextInstant(state.atMs));
    state = step.state;
    frames.push({ atMs: state.atMs, values: values(state, step.reading) });
  }
  return frames;
}
