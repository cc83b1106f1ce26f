import { NativeSelect } from "@mantine/core";
import type { Mover } from "@offgrid/contract/tickets/ticket-moves";
import {
  ticketCategories,
  type TicketCategory,
  ticketPriorities,
  type TicketPriority,
  type WaitingFor,
  waitingFors,
} from "@offgrid/contract/tickets/ticket-types";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { isoDay, parseIsoDay } from "../../core/time.ts";
import { DateField } from "../../ui/date-field.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { browserZone } from "../../ui/use-locale.ts";
import type { Change } from "./ticket-moves.tsx";
import type { Ticket, TicketDetail, TicketPerson } from "./tickets.data.ts";
import { dueColors, useTicketWords } from "./use-ticket-words.ts";

interface Props {
  detail: TicketDetail;
  /** Who may be its agent; empty: the person changes nothing of it. */
  handlers: readonly TicketPerson[];
  mover: Mover;
  now: number;
  onChange: Change;
}

/** What a ticket is about, who has it, since when and until when; to be changed by those who handle tickets. */
export function TicketFacts({ detail, handlers, mover, now, onChange }: Props) {
  const { t } = useTranslation("tickets");
  const { ticket } = detail;
  const mayChange = mover?.handles === true && ticket.status !== "Closed";
  return (
    <section className="og-card og-stack og-mid" style={{ padding: 16 }} aria-label={t("facts")}>
      <dl className="og-facts og-close-stack">
        <Subjects detail={detail} />
        {!mayChange && <Held ticket={ticket} now={now} />}
        <Times ticket={ticket} now={now} />
      </dl>
      {mayChange && <Fields ticket={ticket} handlers={handlers} onChange={onChange} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="og-anywhere">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What it is about: container, incident, and the ticket that it follows. */
function Subjects({ detail: { ticket, incident, duplicateOf, duplicates } }: { detail: TicketDetail }) {
  const { t } = useTranslation("tickets");
  const { container, follows } = ticket;
  return (
    <>
      <Fact name={t("container")}>
        {container === null ? (
          t("noContainer")
        ) : (
          <Link className="og-name-link" to="/containers/$slug" params={{ slug: container.id }}>
            {container.name}
          </Link>
        )}
      </Fact>
      {incident !== null && (
        <Fact name={t("incident")}>
          <Link className="og-name-link" to="/warning/history" search={{ incident: incident.id }}>
            {incident.content}
          </Link>
        </Fact>
      )}
      {follows !== null && (
        <Fact name={t("followsLabel")}>
          <ToTicket slug={follows} />
        </Fact>
      )}
      {duplicateOf !== null && (
        <Fact name={t("fields.duplicateOf")}>
          <ToTicket {...duplicateOf} />
        </Fact>
      )}
      {duplicates.length > 0 && (
        <Fact name={t("duplicates")}>
          <ul className="og-plain-list">
            {duplicates.map((one) => (
              <li key={one.slug}>
                <ToTicket {...one} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

function ToTicket({ slug, subject }: { slug: string; subject?: string }) {
  return (
    <Link className="og-name-link" to="/tickets/$slug" params={{ slug }}>
      {subject === undefined ? slug : `${slug} · ${subject}`}
    </Link>
  );
}

type Timed = Pick<Props, "now"> & { ticket: Ticket };

/** What those who handle tickets change in fields below, for all others. */
function Held({ ticket, now }: Timed) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  return (
    <>
      <Fact name={t("category")}>{t(`categories.${ticket.category}`)}</Fact>
      <Fact name={t("agent")}>{ticket.agent === null ? t("nobody") : words.person(ticket.agent)}</Fact>
    </>
  );
}

function Times({ ticket, now }: Timed) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const due = words.due(ticket);
  return (
    <>
      <Fact name={t("author")}>{words.person(ticket.author)}</Fact>
      <Fact name={t("created")}>{words.at(ticket.createdAt)}</Fact>
      <Fact name={t("updated")}>{words.at(ticket.updatedAt)}</Fact>
      {due !== undefined && (
        <Fact name={t("dueLabel")}>
          <span style={{ color: dueColors[due.state] }}>{due.text}</span>{" "}
          <span className="og-note">{words.within(ticket)}</span>
        </Fact>
      )}
      {ticket.closeCause !== null && <Fact name={t("fields.closeCause")}>{t(`closeCause.${ticket.closeCause}`)}</Fact>}
      {ticket.closedAt !== null && ticket.closeReason !== null && (
        <Fact name={t("closed")}>{`${words.at(ticket.closedAt)} · ${t(`closeReason.${ticket.closeReason}`)}`}</Fact>
      )}
    </>
  );
}

function Fields({
  ticket,
  handlers,
  onChange,
}: Pick<Props, "handlers" | "onChange"> & { ticket: TicketDetail["ticket"] }) {
  const { t } = useTranslation("tickets");
  const act = useAct(onChange);
  const { agent, priority, category } = ticket;
  const known =
    handlers.some(({ userId }) => userId === agent?.userId) || agent === null ? handlers : [agent, ...handlers];
  return (
    <>
      <NativeSelect
        label={t("agent")}
        value={agent?.userId ?? ""}
        data={[
          { value: "", label: t("nobody") },
          ...known.map(({ userId, name }) => ({ value: userId, label: name ?? t("noName") })),
        ]}
        onChange={({ currentTarget }) => void act.run({ agent: currentTarget.value || null })}
      />
      <NativeSelect
        label={t("priority")}
        value={priority}
        data={ticketPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        onChange={({ currentTarget }) => void act.run({ priority: currentTarget.value as TicketPriority })}
      />
      <NativeSelect
        label={t("category")}
        value={category}
        data={ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={({ currentTarget }) => void act.run({ category: currentTarget.value as TicketCategory })}
      />
      <Waiting ticket={ticket} onChange={(wanted) => act.run(wanted)} />
      <FormFailure error={act.error} />
    </>
  );
}

/** Whom or what it waits for, and until which day: of a visit that is asked before it is one. */
function Waiting({
  ticket: { waitingFor, waitingUntil },
  onChange,
}: {
  ticket: TicketDetail["ticket"];
  onChange: (wanted: Parameters<Change>[0]) => Promise<unknown>;
}) {
  const { t } = useTranslation("tickets");
  const [asked, setAsked] = useState<WaitingFor>();
  const now = useTick();
  const shown = asked ?? waitingFor;
  const day = waitingUntil === null ? "" : isoDay(Date.parse(waitingUntil), browserZone);
  const choose = (next: WaitingFor) => {
    if (next === "visit") return setAsked(next);
    setAsked(undefined);
    void onChange({ waitingFor: next });
  };
  const until = (date: string) => {
    const atMs = date === "" ? undefined : parseIsoDay(date, browserZone);
    setAsked(undefined);
    void onChange({ waitingFor: shown, waitingUntil: atMs === undefined ? null : new Date(atMs).toISOString() });
  };
  return (
    <>
      <NativeSelect
        label={t("waits")}
        value={shown}
        data={waitingFors.map((value) => ({ value, label: t(`waitingFor.${value}`) }))}
        onChange={({ currentTarget }) => choose(currentTarget.value as WaitingFor)}
      />
      {shown !== "nobody" && (
        <DateField
          label={t(shown === "visit" ? "visitOn" : "until")}
          value={day}
          isOptional={shown !== "visit"}
          min={isoDay(now, browserZone)}
          onChange={until}
        />
      )}
      {asked === "visit" && (
        <p className="og-note og-flush" role="status">
          {t("visitUnsaved")}
        </p>
      )}
    </>
  );
}
