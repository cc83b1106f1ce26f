import { liveWindowMs } from "@offgrid/contract/core/constants";

import { lowSocOf } from "@offgrid/contract/power-cuts/cut-off";
import { freshValues } from "../energy-state/loads-again.ts";
import { mayBeCut, noteLoads } from "../energy-state/loads-cut.ts";
import { type ReadValue, loadsSign } from "@offgrid/contract/power-cuts/loads-sign";
import type { ContainerState } from "./container-state.ts";
import type { Row } from "./frame-message.ts";

/** The charge up to which the loads of a container may be cut, by its latest values, percent. */
export function lowSocNow({ reserveSoc, loads, values }: ContainerState): number {
  const [soc = null] = values.get("battery.soc") ?? [];
  return lowSocOf({ reserveSoc, cutSoc: loads.cutSoc, soc, isCut: mayBeCut(loads) });
}

/**
 * Whether the loads have power after these readings: of late frames from each by itself, of live ones from the newest
 * values of all metrics, since not every message has all of them. Where a history comes that may have cuts, they have to be told again
 * from what is stored, in the order of time.
 * @param lowSoc Of before these readings: they must not be taken as proof that loads have power before they are judged.
 */
export function followLoads(
  state: ContainerState,
  { names, rows }: { names: readonly string[]; rows: readonly Row[] },
  lowSoc: number,
  nowMs: number,
): void {
  const note = (read: ReadValue, atMs: number) => {
    const sign = loadsSign(read, lowSoc);
    if (sign !== undefined) state.loads = noteLoads(state.loads, { sign, atMs, soc: read("battery.soc") });
  };
  // Nearly every message is live, and has none.
  const late = rows.filter(({ atMs }) => atMs <= nowMs + liveWindowMs.future && atMs < (state.atMs ?? Infinity));
  if (late.length > 0) {
    const newestMs = state.loads.runs.at(-1)?.toMs ?? -Infinity;
    const columns = new Map(names.map((name, column) => [name, column]));
    const reading = ({ values }: Row): ReadValue => {
      return (metric) => values[columns.get(metric) ?? -1] ?? undefined;
    };
    for (const row of late) note(reading(row), row.atMs);
    // A few frames of the last minutes, as in each message, come in their order.
    const isHistory = late.some(({ atMs }) => atMs < newestMs || atMs < nowMs - liveWindowMs.past);
    const isDoubted = () => state.loads.runs.some(({ kind }) => kind !== "supplied");
    if (isHistory && (isDoubted() || late.some((row) => mayShowCut(reading(row))))) state.areLoadsStale = true;
  }
  if (state.atMs === null || !rows.some(({ atMs }) => atMs === state.atMs)) return;
  note(freshValues(state.values, state.atMs, state.everyS), state.atMs);
}

/** Might loads be cut by this reading, wherever the cut-off is? If not, they had power in whatever order that comes. */
function mayShowCut(read: ReadValue): boolean {
  return (loadsSign(read, 100) ?? "supplied") !== "supplied";
}
