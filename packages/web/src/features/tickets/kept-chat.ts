import { ticketFileLimits, type TicketFileType } from "@offgrid/contract/tickets/ticket-files";

import { keepStored, type Place, readStored } from "./kept.ts";

/**
 * What somebody has written into a ticket and the portal does not have yet, kept in this browser: the draft, and messages that
 * are on their way. Each has a name of its own, so that one that is sent again is there once.
 */

/** A file that goes with a message; its contents are kept beside (`kept-files.ts`). */
export interface FileToSend {
  clientId: string;
  name: string;
  type: TicketFileType;
  bytes: number;
  /** What the portal calls it, once it has it. */
  fileId?: string | undefined;
}

export interface Unsent extends Draft {
  clientId: string;
  /**
   * waiting: it is sent as soon as that is possible; sent: the portal has it, though it is not in the chat as last read;
   * refused: it will not be taken as it is.
   */
  state: "waiting" | "sent" | "refused";
}

export interface Draft {
  text: string;
  isInternal: boolean;
  mentions: readonly string[];
  files: readonly FileToSend[];
}

export interface KeptChat {
  draft: Draft;
  /** In the order in which they were written. */
  unsent: readonly Unsent[];
}

export const noDraft: Draft = { text: "", isInternal: false, mentions: [], files: [] };
export const nothingKept: KeptChat = { draft: noDraft, unsent: [] };

/** The draft is a message from now on; the next one goes to the same readers, and mentions nobody. */
export function sendDraft({ draft, unsent }: KeptChat, clientId: string): KeptChat {
  const text = draft.text.trim();
  if (text === "" && draft.files.length === 0) return { draft, unsent };
  const message: Unsent = {
    ...draft,
    text,
    mentions: draft.isInternal ? draft.mentions : [],
    clientId,
    state: "waiting",
  };
  return { draft: { ...noDraft, isInternal: draft.isInternal }, unsent: [...unsent, message] };
}

/** The next one to send: one after the other, so that they are read in the order in which they were written. */
export function nextUnsent({ unsent }: Pick<KeptChat, "unsent">): Unsent | undefined {
  return unsent.find(({ state }) => state === "waiting");
}

/** Without what has arrived, or is given up. */
export function withoutMessage(kept: KeptChat, clientId: string): KeptChat {
  return { ...kept, unsent: kept.unsent.filter((one) => one.clientId !== clientId) };
}

export function withState(kept: KeptChat, clientId: string, state: Unsent["state"]): KeptChat {
  return { ...kept, unsent: kept.unsent.map((one) => (one.clientId === clientId ? { ...one, state } : one)) };
}

/** Without those that the portal has: the answer to a send may have been lost. */
export function withoutArrived(kept: KeptChat, arrived: readonly { clientId: string }[]): KeptChat {
  const known = new Set(arrived.map(({ clientId }) => clientId));
  return kept.unsent.some(({ clientId }) => known.has(clientId))
    ? { ...kept, unsent: kept.unsent.filter(({ clientId }) => !known.has(clientId)) }
    : kept;
}

/** The draft with one more file; it has as many as a message may have at most. */
export function withFile(kept: KeptChat, file: FileToSend): KeptChat {
  const { files } = kept.draft;
  if (files.length >= ticketFileLimits.perMessage) return kept;
  return { ...kept, draft: { ...kept.draft, files: [...files, file] } };
}

/** Of a message that is on its way, its files as something has become of them. */
export function withFiles(kept: KeptChat, clientId: string, turn: (file: FileToSend) => FileToSend): KeptChat {
  return {
    ...kept,
    unsent: kept.unsent.map((one) => (one.clientId === clientId ? { ...one, files: one.files.map(turn) } : one)),
  };
}

/** Files that were kept before and are not any more. */
export function filesLeft(before: KeptChat, after: KeptChat): string[] {
  const namesOf = ({ draft, unsent }: KeptChat) =>
    [draft, ...unsent].flatMap(({ files }) => files.map((one) => one.clientId));
  const kept = new Set(namesOf(after));
  return namesOf(before).filter((one) => !kept.has(one));
}

const longestUnseenMs = 86_400_000;
const placeOf = (storage: Storage, ticketId: string, userId: string): Place => ({
  ...{ storage, userId },
  key: `ticket-chat-${ticketId}`,
});

export function readKept(storage: Storage, ticketId: string, userId: string, nowMs: number): KeptChat {
  const kept = readStored<KeptChat>(placeOf(storage, ticketId, userId), nowMs);
  if (!kept) return nothingKept;
  const { value, atMs } = kept;
  // The chat would have shown long ago what was sent; it may have become too long for that since.
  const unsent = value.unsent.filter(({ state }) => state !== "sent" || nowMs - atMs < longestUnseenMs);
  return { draft: { ...noDraft, ...value.draft }, unsent: unsent.map((one) => ({ ...noDraft, ...one })) };
}

export function keepChat(storage: Storage, ticketId: string, userId: string, kept: KeptChat, nowMs: number): void {
  const isNothing = kept.unsent.length === 0 && kept.draft.text === "" && kept.draft.files.length === 0;
  keepStored(placeOf(storage, ticketId, userId), isNothing ? undefined : kept, nowMs);
}
