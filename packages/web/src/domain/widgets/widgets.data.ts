import { type BoardChange, changeBoard, undoOf } from "@offgrid/contract/widgets/change-board";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";

import { call } from "../../core/api/call.ts";
import { patchAnswers, queryClient, refresh } from "../../core/api/query-client.ts";
import { callQuery, useCall } from "../../core/api/use-call.ts";

const none: KeptWidget[] = [];

/** The person's board, in its order. */
export function useBoard() {
  return useCall("getUserSetting", {}, { staleTime: 60_000, select: ({ userSetting }) => userSetting.widgets ?? none });
}

/** Changes are sent one after the other, so that the last answer has them all. */
let sending: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Changes the board. The screens follow at once, and return where it fails.
 * @returns What takes it back.
 * @throws ApiError too_large, bad_input
 */
export async function changeWidgets(change: BoardChange): Promise<() => Promise<void>> {
  const { queryKey } = callQuery("getUserSetting", {});
  void queryClient.cancelQueries({ queryKey });
  const known = queryClient.getQueryData(queryKey)?.userSetting.widgets ?? [];
  waiting++;
  show(changeBoard(known, change));
  const sent = sending.then(() => call("widgetsChange", asSent(change), { outlivesPage: true }));
  sending = sent.catch(() => undefined);
  try {
    const { data } = await sent;
    if (waiting === 1) show(data.widgets);
  } catch (error) {
    if (waiting === 1) show(known);
    refresh("getUserSetting");
    throw error;
  } finally {
    waiting--;
  }
  return async () => {
    for (const back of undoOf(known, change)) await changeWidgets(back);
  };
}

function asSent({ put, remove, ...rest }: BoardChange) {
  return { ...rest, ...(put && { put: [...put] }), ...(remove && { remove: [...remove] }) };
}

function show(widgets: KeptWidget[]): void {
  patchAnswers("getUserSetting", (answer) => ({ ...answer, userSetting: { ...answer.userSetting, widgets } }));
}
