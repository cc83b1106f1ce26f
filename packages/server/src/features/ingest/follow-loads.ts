import { batchS, liveWindowMs, staleAfterMs } from "@offgrid/contract/core/constants";

import { type CutOff, cutOffOf } from "../energy-state/energy-state.ts";
import { mayBeCut, noteLoads } from "../energy-state/loads-cut.ts";
import { type ReadValue, loadsSign } from "../energy-state/loads-sign.ts";
import type { ContainerState } from "./container-state.ts";
import type { CheckedFrames } from "./frame-message.ts";

/** The cut-off of a container by its latest values. */
export function cutOffNow({ reserveSoc, loads, values }: ContainerState): CutOff {
  const [soc = null] = values.get("battery.soc") ?? [];
  return cutOffOf({ reserveSoc, cutSoc: loads.cutSoc, soc, isCut: mayBeCut(loads) });
}

/**
 * Whether the loads have power after these readings: of late frames from each by itself, of live ones from the newest
 * values of all metrics, since not every message has all of them.
 * @param cutOff Of before these readings: they must not be taken as proof that loads have power before they are judged.
 */
export function followLoads(
  state: ContainerState,
  { names, rows }: CheckedFrames,
  cutOff: CutOff,
  nowMs: number,
): void {
  const note = (read: ReadValue, atMs: number) => {
    const sign = loadsSign(read, cutOff.soc);
    if (sign !== undefined) state.loads = noteLoads(state.loads, { sign, atMs, soc: read("battery.soc") });
  };
  // Nearly every message is live, and has none.
  const late = rows.filter(({ atMs }) => atMs <= nowMs + liveWindowMs.future && atMs < (state.atMs ?? Infinity));
  if (late.length > 0) {
    const columns = new Map(names.map((name, column) => [name, column]));
    for (const { atMs, values } of late) note((metric) => values[columns.get(metric) ?? -1] ?? undefined, atMs);
  }
  if (state.atMs === null || !rows.some(({ atMs }) => atMs === state.atMs)) return;
  const oldestMs = state.atMs - staleAfterMs(Math.max(state.everyS, batchS));
  note((metric) => {
    const [value, atMs] = state.values.get(metric) ?? [undefined, 0];
    return atMs >= oldestMs ? value : undefined;
  }, state.atMs);
}
