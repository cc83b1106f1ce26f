import { useCallback, useState } from "react";

import { newClientId } from "./client-id.ts";
import { keepChat, readKept } from "./kept-chat.ts";
import { forgetFiles } from "./kept-files.ts";
import { isWritten, keepDraft, placeOfDraft, readDraft, type TicketDraft, withFilesOf } from "./kept-new-ticket.ts";

interface Options {
  /** What it is about: of each there is a draft of its own. */
  about: string;
  userId: string;
  /** What it begins with. */
  initial: Pick<TicketDraft, "containerId" | "priority" | "subject" | "text">;
}

export interface NewTicketDraft {
  draft: TicketDraft;
  /** It was written before, and the portal has not got it. */
  isFromBefore: boolean;
  /** There is something of the person in it. */
  isWritten: boolean;
  change: (turn: (before: TicketDraft) => TicketDraft) => void;
  /** Begins with nothing. */
  startAfresh: () => void;
  /** It is made: what goes with it waits in its chat from now on. */
  handOver: (ticketId: string) => void;
}

function fresh({ initial }: Pick<Options, "initial">): TicketDraft {
  const nothing = { take: false, files: [], isSent: false };
  return { clientId: newClientId(), category: "technical_support", ...initial, ...nothing };
}

/** A new ticket that is being written, kept in the browser until the portal has made it. */
export function useNewTicket({ about, userId, initial }: Options): NewTicketDraft {
  const [kept] = useState(() => readDraft(placeOfDraft(localStorage, about, userId), newClientId(), Date.now()));
  const [began] = useState(initial);
  const [draft, setDraft] = useState<TicketDraft>(() => kept ?? fresh({ initial }));
  const [isFromBefore, setFromBefore] = useState(kept !== undefined);
  const change = useCallback(
    (turn: (before: TicketDraft) => TicketDraft) =>
      setDraft((before) => {
        const after = turn(before);
        const isWorthIt = isWritten(after, began);
        keepDraft(placeOfDraft(localStorage, about, userId), isWorthIt ? after : undefined, Date.now());
        const left = before.files.filter((one) => !after.files.includes(one));
        void forgetFiles(left.map(({ clientId }) => clientId));
        return after;
      }),
    [about, userId, began],
  );
  return {
    draft,
    isFromBefore,
    isWritten: isWritten(draft, began),
    change,
    startAfresh: () => {
      setFromBefore(false);
      change(() => fresh({ initial }));
    },
    handOver: (ticketId) => {
      const nowMs = Date.now();
      // First there, then gone from here: whatever ends in between, it is sent once.
      keepChat(
        localStorage,
        ticketId,
        userId,
        withFilesOf(readKept(localStorage, ticketId, userId, nowMs), draft),
        nowMs,
      );
      keepDraft(placeOfDraft(localStorage, about, userId), undefined, nowMs);
    },
  };
}
