import { Button } from "@mantine/core";
import { isFresh } from "@offgrid/contract/tickets/ticket-moves";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { usePersonalMessages } from "../../core/live/live.ts";
import { Async, quiet } from "../../ui/async.tsx";
import type { TextsToInsert } from "./answer-field.tsx";
import { Composer } from "./composer.tsx";
import { MessageLine } from "./message-line.tsx";
import { sendMessage } from "./send-message.ts";
import { interleaved, systemLines } from "./system-lines.ts";
import { SystemNote } from "./system-note.tsx";
import { useTexts } from "./texts.data.ts";
import {
  markRead,
  sayWriting,
  stateOf,
  type Ticket,
  type TicketHistory,
  type TicketPerson,
  useChat,
  useMayHandle,
  useTicketHistory,
} from "./tickets.data.ts";
import { UnsentLines } from "./unsent-lines.tsx";
import { useKeptChat } from "./use-kept-chat.ts";
import { useKnownPlaces } from "./use-known-places.ts";
import { useTicketWords } from "./use-ticket-words.ts";

interface Props {
  ticket: Ticket;
  /** Who may be mentioned in notes. */
  handlers: readonly TicketPerson[];
  now: number;
}

/** Messages of a ticket, oldest first, with what the person is writing below them. */
export function TicketChat({ ticket, handlers, now }: Props) {
  const { t } = useTranslation("tickets");
  const chat = useChat(ticket.id);
  const history = useTicketHistory(ticket.id).data;
  const end = useRef<HTMLDivElement>(null);
  return (
    <div className="og-stack">
      {(chat.data?.data.length ?? 0) >= manyLines && (
        <Button variant="subtle" size="xs" onClick={() => bringIntoView(end.current)}>
          {t("toNewest")}
        </Button>
      )}
      <Async of={quiet(chat)} height={240}>
        {(found) => (
          <>
            {found.isMore && found.data[0] && <Older id={ticket.id} before={found.data[0]} {...{ now, history }} />}
            <Lines id={ticket.id} chat={found} now={now} history={history} />
          </>
        )}
      </Async>
      <div ref={end}>
        <Writing ticketId={ticket.id} now={now} />
      </div>
      <Written ticket={ticket} handlers={handlers} arrived={chat.data?.data ?? nothing} now={now} />
    </div>
  );
}

/** From here on the newest may be below what a screen shows. */
const manyLines = 6;

function bringIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: "center" });
}

const nothing: readonly { clientId: string }[] = [];

interface OlderProps {
  id: string;
  before: { id: string; at: string };
  now: number;
  history: TicketHistory | undefined;
}

/** Messages before the oldest that are shown, once they are asked for. */
function Older(props: OlderProps) {
  const { t } = useTranslation("tickets");
  const [isShown, setShown] = useState(false);
  if (isShown) return <OlderLines {...props} />;
  return (
    <Button variant="subtle" size="xs" onClick={() => setShown(true)}>
      {t("older")}
    </Button>
  );
}

function OlderLines({ id, before, now, history }: OlderProps) {
  const chat = useChat(id, before.id);
  return (
    <Async of={quiet(chat)} height={120}>
      {(found) => (
        <>
          {found.isMore && found.data[0] && <Older id={id} before={found.data[0]} {...{ now, history }} />}
          <Lines id={id} chat={found} now={now} history={history} untilAt={before.at} />
        </>
      )}
    </Async>
  );
}

type Chat = NonNullable<ReturnType<typeof useChat>["data"]>;

/** Others who have read up to this message. */
const readersOf = ({ readers }: Chat, { id, by }: Chat["data"][number]) =>
  readers.filter(({ upTo, userId }) => upTo === id && userId !== by?.userId);

interface LinesProps {
  id: string;
  chat: Chat;
  now: number;
  /** What happened besides; absent until it is known. */
  history?: TicketHistory | undefined;
  /** What was later stands below. */
  untilAt?: string | undefined;
}

/** Messages, from which on they are new, and what happened between them. */
export function Lines({ id, chat, now, history, untilAt }: LinesProps) {
  const { data, firstUnread, isMore } = chat;
  const { t } = useTranslation("tickets");
  // What was new as the person came stays marked while they read on, and is where they begin to read.
  const [beginAt] = useState(firstUnread);
  const begin = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // After the router has put a new page to its top.
    const frame = requestAnimationFrame(() => bringIntoView(begin.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  const [newFrom, setNewFrom] = useState(firstUnread);
  if (newFrom === null && firstUnread !== null) setNewFrom(firstUnread);
  const last = data.at(-1)?.id;
  useEffect(() => {
    if (firstUnread !== null && last !== undefined) markRead(id, last);
  }, [id, last, firstUnread]);
  if (data.length === 0) return <p className="og-note og-flush">{t("noMessages")}</p>;
  return (
    <ol className="og-plain-list og-close-stack" aria-label={t("tabs.chat")}>
      {interleaved(data, systemLines(history?.data ?? []), { isMore, untilAt }).map((one, place) =>
        "line" in one ? (
          <li key={`${place} ${one.line.at}`}>
            <SystemNote line={one.line} people={history?.people ?? []} now={now} />
          </li>
        ) : (
          <li key={one.message.id} className="og-close-stack" ref={one.message.id === beginAt ? begin : undefined}>
            {one.message.id === newFrom && <span className="og-note og-strong">{t("newFrom")}</span>}
            <MessageLine ticketId={id} message={one.message} readBy={readersOf(chat, one.message)} now={now} />
          </li>
        ),
      )}
    </ol>
  );
}

/** What may be inserted into an answer; what is known of the ticket is asked for once somebody looks for a text. */
function useTextsFor(ticket: Ticket): TextsToInsert | undefined {
  const [isAsked, setAsked] = useState(false);
  const texts = useTexts().data;
  const knownIn = useKnownPlaces(ticket, isAsked);
  if (!texts || texts.length === 0) return undefined;
  const fitting = texts.filter(({ category }) => category === null || category === ticket.category);
  return { texts: fitting, knownIn, onAsk: () => setAsked(true) };
}

/** Who is writing at this moment. */
function Writing({ ticketId, now }: { ticketId: string; now: number }) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const [writers, setWriters] = useState<readonly (TicketPerson & { untilMs: number })[]>([]);
  usePersonalMessages((message) => {
    if (!("command" in message) || message.command !== "ticketWriting" || message.data.ticketId !== ticketId) return;
    const { by } = message.data;
    const untilMs = Date.now() + ticketLimits.writingMs;
    setWriters((before) => [...before.filter(({ userId }) => userId !== by.userId), { ...by, untilMs }]);
  });
  const endMs = Math.min(...writers.map(({ untilMs }) => untilMs));
  useEffect(() => {
    if (!Number.isFinite(endMs)) return undefined;
    const forget = () => setWriters((before) => before.filter(({ untilMs }) => untilMs > Date.now()));
    const timer = setTimeout(forget, Math.max(0, endMs - Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [endMs]);
  return (
    <output className="og-note" style={{ minHeight: 20 }}>
      {writers.length > 0 && t("writing", { name: writers.map((one) => words.person(one)).join(", ") })}
    </output>
  );
}

function Written({ ticket, handlers, arrived, now }: Props & { arrived: readonly { clientId: string }[] }) {
  const userId = useCurrentUser()?.id ?? "";
  const mayNote = useMayHandle();
  const chat = useKeptChat({
    ticketId: ticket.id,
    userId,
    arrived,
    now,
    onSend: (message, steps) => sendMessage(ticket.id, message, steps),
  });
  const texts = useTextsFor(ticket);
  const { t } = useTranslation("tickets");
  return (
    <>
      <UnsentLines
        unsent={chat.kept.unsent}
        failed={chat.failed}
        progress={chat.progress}
        onRetry={chat.retry}
        onDiscard={chat.discard}
      />
      <Composer
        draft={chat.kept.draft}
        mayNote={mayNote}
        people={handlers.filter((one) => one.userId !== userId)}
        onDraft={chat.setDraft}
        onFile={chat.addFile}
        onWriting={(isInternal) => sayWriting(ticket.id, isInternal)}
        onSend={chat.send}
        texts={texts}
      />
      {ticket.status === "Closed" && !mayNote && (
        <p className="og-note og-flush">{t(isFresh(stateOf(ticket), now) ? "reopens" : "board.why.tooOld")}</p>
      )}
    </>
  );
}
