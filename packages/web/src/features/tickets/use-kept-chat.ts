import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { ApiError } from "../../core/api/api-error.ts";
import { newClientId } from "./client-id.ts";
import {
  type Draft,
  keepChat,
  type KeptChat,
  nextUnsent,
  readKept,
  sendDraft,
  type Unsent,
  withoutArrived,
  withoutMessage,
  withState,
} from "./kept-chat.ts";

interface Options {
  ticketId: string;
  userId: string;
  /** Messages that the portal has. */
  arrived: readonly { clientId: string }[];
  /** Grows now and then: what waits is tried again with it. */
  now: number;
  /** @throws ApiError */
  onSend: (message: Unsent) => Promise<void>;
}

export interface ChatToSend {
  kept: KeptChat;
  /** Names of messages that could not be sent when that was tried. */
  failed: ReadonlySet<string>;
  setDraft: (draft: Draft) => void;
  send: () => void;
  retry: (clientId: string) => void;
  discard: (clientId: string) => void;
}

/** A refusal will be one again; everything else may be better the next time. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** What is written into a ticket: kept in the browser until the portal has it, and sent one message after the other. */
export function useKeptChat({ ticketId, userId, arrived, now, onSend }: Options): ChatToSend {
  const [stored, setStored] = useState(() => readKept(localStorage, ticketId, userId, Date.now()));
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const kept = useMemo(() => withoutArrived(stored, arrived), [stored, arrived]);
  const next = nextUnsent(kept);
  const latest = useRef({ onSend, arrived, next });
  useEffect(() => {
    latest.current = { onSend, arrived, next };
  });
  const change = useCallback(
    (turn: (before: KeptChat) => KeptChat) =>
      setStored((before) => {
        const after = turn(withoutArrived(before, latest.current.arrived));
        keepChat(localStorage, ticketId, userId, after, Date.now());
        return after;
      }),
    [ticketId, userId],
  );
  const isBusy = useRef(false);
  const nextId = next?.clientId;
  useEffect(() => {
    const message = latest.current.next;
    if (nextId === undefined || !message || isBusy.current) return;
    isBusy.current = true;
    void latest.current.onSend(message).then(
      () => {
        isBusy.current = false;
        change((before) => withoutMessage(before, message.clientId));
      },
      (error: unknown) => {
        isBusy.current = false;
        setFailed((before) => new Set([...before, message.clientId]));
        if (isRefusal(error)) change((before) => withState(before, message.clientId, "refused"));
      },
    );
  }, [nextId, now, change]);
  return {
    kept,
    failed,
    setDraft: (draft) => change((before) => ({ ...before, draft })),
    send: () => change((before) => sendDraft(before, newClientId())),
    retry: (clientId) => change((before) => withState(before, clientId, "waiting")),
    discard: (clientId) => change((before) => withoutMessage(before, clientId)),
  };
}
