import { type BoardChange, changeBoard, undoOf } from "@offgrid/contract/widgets/change-board";
import { idOf } from "@offgrid/contract/widgets/widget-types";
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

/** Is there a board of the person's role that they have replaced by one of their own? */
export function useHasRoleBoard(): boolean {
  const { data } = useCall("getUserSetting", {}, { staleTime: 60_000, select: ({ starterBoard }) => starterBoard });
  return data === "replaced";
}

/** Gives up the own board for that of the role. @returns What takes it back. @throws ApiError not_found */
export async function resetWidgets(): Promise<() => Promise<void>> {
  await sending;
  const known = queryClient.getQueryData(callQuery("getUserSetting", {}).queryKey)?.userSetting.widgets ?? [];
  const { data } = await call("widgetsReset", {});
  patchAnswers("getUserSetting", (answer) => ({
    ...answer,
    starterBoard: "shown" as const,
    userSetting: { ...answer.userSetting, widgets: data.widgets },
  }));
  return async () => {
    await changeWidgets({ remove: data.widgets.map(idOf), put: known });
  };
}

function asSent({ put, remove, ...rest }: BoardChange) {
  return { ...rest, ...(put && { put: [...put] }), ...(remove && { remove: [...remove] }) };
}

function show(widgets: KeptWidget[]): void {
  patchAnswers("getUserSetting", (answer) => ({
    ...answer,
    // Whoever changes the board of their role has one of their own.
    starterBoard: answer.starterBoard === "shown" ? ("replaced" as const) : answer.starterBoard,
    userSetting: { ...answer.userSetting, widgets },
  }));
}
