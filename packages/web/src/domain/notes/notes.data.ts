import { keepPreviousData } from "@tanstack/react-query";

import { type Answer, type Input, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { TimeRange } from "../../ui/period-range.ts";

export type Note = Answer<"noteList">["data"][number];

/** As many containers can be asked about at once. */
const mostAsked = 20;
const minuteMs = 60_000;

/** Notes on these containers in a range, by whole minutes, so that a chart that goes on does not ask with each second. */
export function useNotes(containerIds: readonly string[], range: TimeRange | undefined) {
  const { fromMs = 0, toMs = 0 } = range ?? {};
  return useCall(
    "noteList",
    {
      containerIds: [...containerIds],
      from: new Date(Math.floor(fromMs / minuteMs) * minuteMs).toISOString(),
      to: new Date(Math.ceil(toMs / minuteMs) * minuteMs).toISOString(),
    },
    {
      enabled: range !== undefined && containerIds.length > 0 && containerIds.length <= mostAsked,
      placeholderData: keepPreviousData,
    },
  );
}

/** @throws ApiError */
export async function addNote(note: Input<"noteAdd">): Promise<void> {
  await call("noteAdd", note);
  refresh("noteList");
}

/** @param undo Takes it back. @throws ApiError */
export async function deleteNote(id: string, undo = false): Promise<void> {
  await call("noteDelete", { id, undo });
  refresh("noteList");
}
