import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { ApiError } from "../../core/api/api-error.ts";
import { newClientId } from "./client-id.ts";
import {
  type Draft,
  filesLeft,
  type FileToSend,
  keepChat,
  type KeptChat,
  nextUnsent,
  readKept,
  sendDraft,
  type Unsent,
  withFile,
  withFiles,
  withoutArrived,
  withoutMessage,
  withState,
} from "./kept-chat.ts";
import { forgetFiles, forgetOldFiles } from "./kept-files.ts";
import type { Steps } from "./send-message.ts";

interface Options {
  ticketId: string;
  userId: string;
  /** Messages that the portal has. */
  arrived: readonly { clientId: string }[];
  /** Grows now and then: what waits is tried again with it. */
  now: number;
  /** @throws ApiError */
  onSend: (message: Unsent, steps: Steps) => Promise<void>;
}

export interface ChatToSend {
  kept: KeptChat;
  /** By name of a message, why it could not be sent when that was tried. */
  failed: ReadonlyMap<string, unknown>;
  /** How far the files of the message are that is on its way. */
  progress: { clientId: string; share: number } | undefined;
  setDraft: (draft: Draft) => void;
  addFile: (file: FileToSend) => void;
  send: () => void;
  retry: (clientId: string) => void;
  discard: (clientId: string) => void;
}

/** A refusal will be one again; everything else may be better the next time. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** What of the steps of a message has to be known after the page was loaded again. */
function keptSteps(
  clientId: string,
  change: (turn: (before: KeptChat) => KeptChat) => void,
): Pick<Steps, "onUploaded" | "onForgotten"> {
  return {
    onUploaded: (fileClientId, fileId) =>
      change((before) =>
        withFiles(before, clientId, (one) => (one.clientId === fileClientId ? { ...one, fileId } : one)),
      ),
    onForgotten: () => change((before) => withFiles(before, clientId, (one) => ({ ...one, fileId: undefined }))),
  };
}

/** What is written into a ticket: kept in the browser until the portal has it, and sent one message after the other. */
export function useKeptChat({ ticketId, userId, arrived, now, onSend }: Options): ChatToSend {
  const [stored, setStored] = useState(() => readKept(localStorage, ticketId, userId, Date.now()));
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [progress, setProgress] = useState<ChatToSend["progress"]>();
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
        void forgetFiles(filesLeft(before, after));
        return after;
      }),
    [ticketId, userId],
  );
  useEffect(() => void forgetOldFiles(Date.now()), []);
  const isBusy = useRef(false);
  const nextId = next?.clientId;
  useEffect(() => {
    const message = latest.current.next;
    if (nextId === undefined || !message || isBusy.current) return;
    isBusy.current = true;
    const { clientId } = message;
    const steps: Steps = {
      ...keptSteps(clientId, change),
      onProgress: (share) => setProgress({ clientId, share }),
      isWanted: () => latest.current.next?.clientId === clientId,
    };
    void latest.current.onSend(message, steps).then(
      () => {
        isBusy.current = false;
        // It stays in sight until the chat shows it, which may be read a good while later.
        change((before) => withState(before, clientId, "sent"));
      },
      (error: unknown) => {
        isBusy.current = false;
        setProgress(undefined);
        setFailed((before) => new Map([...before, [clientId, error]]));
        if (isRefusal(error)) change((before) => withState(before, clientId, "refused"));
      },
    );
  }, [nextId, now, change]);
  return {
    kept,
    failed,
    progress,
    addFile: (file) => change((before) => withFile(before, file)),
    setDraft: (draft) => change((before) => ({ ...before, draft })),
    send: () => change((before) => sendDraft(before, newClientId())),
    retry: (clientId) => change((before) => withState(before, clientId, "waiting")),
    discard: (clientId) => change((before) => withoutMessage(before, clientId)),
  };
}
