import { liveWindowMs } from "@offgrid/contract/core/constants";

import { type ContainerState, takeValue } from "./container-state.ts";
import type { CheckedFrames } from "./frame-message.ts";

/**
 * The last known values of metrics that live frames do not bring: a sensor that fell silent before its container was
 * first seen was measured all the same, and its value has an age. What is live is never moved.
 */
export function fillLastKnown(state: ContainerState, { names, rows }: CheckedFrames, nowMs: number): void {
  // Where the clock is wrong, instants say nothing of ages.
  if (state.clockOffsetS !== null) return;
  const isFirst = state.atMs === null;
  const liveFromMs = (state.atMs ?? Infinity) - liveWindowMs.past;
  const isLive = (name: string) => (state.values.get(name)?.[1] ?? -Infinity) >= liveFromMs;
  // A history may begin to come before the first live frame.
  const known = isFirst ? { values: state.beforeLive } : state;
  if (!isFirst) {
    for (const [name, [value, atMs]] of state.beforeLive) if (!isLive(name)) takeValue(state, name, value, atMs);
    state.beforeLive.clear();
  }
  for (const [column, name] of names.entries()) {
    if (isLive(name) || !state.slots?.has(name)) continue;
    for (const { atMs, values } of rows) {
      const reading = values[column];
      if (reading !== null && reading !== undefined && atMs <= nowMs) takeValue(known, name, reading, atMs);
    }
  }
}
