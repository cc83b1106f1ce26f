import type { Answer } from "../../core/api/call.ts";
import { patchAnswers } from "../../core/api/query-client.ts";
import { changeRows, type RowChange } from "./row-changes.ts";

/**
 * Changes are applied together: with thousands in the list, each update costs a frame, and all may go offline at once.
 */
const gatherMs = 100;
const waiting = new Map<string, RowChange>();
let waitingAtMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes the row of a container in every list of them, within a tenth of a second.
 * @param receivedAtMs When the portal sent what the change says, epoch ms; absent: now.
 */
export function patchContainer(containerId: string, change: RowChange, receivedAtMs = Date.now()): void {
  const before = waiting.get(containerId);
  waiting.set(containerId, before ? (row) => change(before(row)) : change);
  waitingAtMs = Math.max(waitingAtMs, receivedAtMs);
  timer ??= setTimeout(patchWaiting, gatherMs);
}

function patchWaiting(): void {
  timer = undefined;
  const changes = new Map(waiting);
  const receivedAtMs = waitingAtMs;
  waiting.clear();
  waitingAtMs = 0;
  const change = (answer: Answer<"getSitesV2">) => {
    const data = changeRows(answer.data, changes);
    return data === answer.data ? answer : { ...answer, data };
  };
  patchAnswers("getSitesV2", change, receivedAtMs);
}

/**
 * Has a container's page and every list say what a forecast that was made for the page says.
 * @param receivedAtMs When the portal sent the forecast, epoch ms.
 */
export function showForecast(
  containerId: string,
  { data, energy }: Answer<"getBlackoutForecast">,
  receivedAtMs: number,
): void {
  const { state, likely, hours, blackout } = data;
  const isAhead = state === "blackout" || state === "dip";
  const brief = { state, likely, hours, ...(blackout && !isAhead && { chance: blackout.chance }) };
  patchAnswers(
    "getContainerInfoV4",
    (answer) =>
      answer.data.containerId === containerId
        ? { ...answer, data: { ...answer.data, energy, forecast: brief } }
        : answer,
    receivedAtMs,
  );
  patchContainer(containerId, (row) => ({ ...row, energy, blackout: brief }), receivedAtMs);
}
