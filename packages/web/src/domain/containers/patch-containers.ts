import type { Answer } from "../../core/api/call.ts";
import { patchAnswers } from "../../core/api/query-client.ts";
import { changeRows, type RowChange } from "./row-changes.ts";

/**
 * Changes are applied together: with thousands in the list, each update costs a frame, and all may go offline at once.
 */
const gatherMs = 100;
const waiting = new Map<string, RowChange>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes the row of a container in every list of them, within a tenth of a second. */
export function patchContainer(containerId: string, change: RowChange): void {
  const before = waiting.get(containerId);
  waiting.set(containerId, before ? (row) => change(before(row)) : change);
  timer ??= setTimeout(patchWaiting, gatherMs);
}

function patchWaiting(): void {
  timer = undefined;
  const changes = new Map(waiting);
  waiting.clear();
  patchAnswers("getSitesV2", (answer) => {
    const data = changeRows(answer.data, changes);
    return data === answer.data ? answer : { ...answer, data };
  });
}

/** Has a container's page and every list say what a forecast that has just been made says. */
export function showForecast(containerId: string, { data, energy }: Answer<"getBlackoutForecast">): void {
  const { state, likely, hours, blackout } = data;
  const isAhead = state === "blackout" || state === "dip";
  const brief = { state, likely, hours, ...(blackout && !isAhead && { chance: blackout.chance }) };
  patchAnswers("getContainerInfoV4", (answer) =>
    answer.data.containerId === containerId ? { ...answer, data: { ...answer.data, energy, forecast: brief } } : answer,
  );
  patchContainer(containerId, (row) => ({ ...row, energy, blackout: brief }));
}
