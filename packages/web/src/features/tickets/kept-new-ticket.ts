import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import type { TicketCategory, TicketPriority } from "@offgrid/contract/tickets/ticket-types";

import { keepStored, type Place, readStored } from "./kept.ts";
import { type FileToSend, type KeptChat, noDraft } from "./kept-chat.ts";

/** A new ticket as somebody has written it so far, kept in this browser until the portal has made it. */
export interface TicketDraft {
  /** It is made once, however often it is sent. */
  clientId: string;
  containerId?: string | undefined;
  category: TicketCategory;
  priority: TicketPriority;
  subject: string;
  text: string;
  /** The person is its agent at once. */
  take: boolean;
  files: readonly FileToSend[];
  /** It was sent, so that the portal may have made it already. */
  isSent: boolean;
}

/** @param about What it is to be about: of each there is a draft of its own. */
export function placeOfDraft(storage: Storage, about: string, userId: string): Place {
  return { storage, key: `ticket-new-${about}`, userId };
}

/** @param clientId Its name from now on, unless it may have been made under its own: another page may have written it too. */
export function readDraft(place: Place, clientId: string, nowMs: number): TicketDraft | undefined {
  const kept = readStored<TicketDraft>(place, nowMs)?.value;
  return kept && (kept.isSent ? kept : { ...kept, clientId });
}

/** Has somebody written something? What only stands there from the start is not worth keeping. */
export function isWritten(
  { subject, text, files }: TicketDraft,
  initial: Pick<TicketDraft, "subject" | "text">,
): boolean {
  const isOwn = (one: string, given: string) => one.trim() !== "" && one !== given;
  return files.length > 0 || isOwn(text, initial.text) || isOwn(subject, initial.subject);
}

/** Keeps what somebody wrote. @param draft Undefined: nothing, or the portal has it. */
export function keepDraft(place: Place, draft: TicketDraft | undefined, nowMs: number): void {
  keepStored(place, draft, nowMs);
}

/** With one more file, as long as a message may have it. */
export function withDraftFile(draft: TicketDraft, file: FileToSend): TicketDraft {
  return draft.files.length < ticketFileLimits.perMessage ? { ...draft, files: [...draft.files, file] } : draft;
}

/**
 * The files of a ticket that is made go with a message of its own, which waits in its chat until the portal has them. Its name
 * follows from that of the ticket: handed over once more it is the same message.
 */
export function withFilesOf(kept: KeptChat, { clientId, files }: TicketDraft): KeptChat {
  const name = `${clientId}-files`;
  if (files.length === 0 || kept.unsent.some((one) => one.clientId === name)) return kept;
  return { ...kept, unsent: [...kept.unsent, { ...noDraft, files, clientId: name, state: "waiting" }] };
}
