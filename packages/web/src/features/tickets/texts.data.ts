import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useMayHandle } from "./tickets.data.ts";

export type TicketText = Answer<"ticketTextList">["data"][number];

/** Texts for answers; none for people who do not handle tickets. */
export function useTexts() {
  const enabled = useMayHandle();
  return useCall("ticketTextList", {}, { enabled, select: ({ data }) => data });
}

/** @throws ApiError */
export async function saveText(text: Input<"ticketTextSave">): Promise<void> {
  await call("ticketTextSave", text);
  refresh("ticketTextList");
}

/** @throws ApiError */
export async function deleteText(id: string): Promise<void> {
  await call("ticketTextDelete", { id });
  refresh("ticketTextList");
}
