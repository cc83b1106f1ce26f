import { createHash } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { ticketFileName } from "@offgrid/contract/tickets/ticket-files";
import { mailInLimits, type MailInOutcome, type MailInReason } from "@offgrid/contract/tickets/ticket-mail-in";
import { newTicket } from "@offgrid/contract/tickets/ticket-moves";

import { announced, type Announcement } from "../../bus/announcement.ts";
import { writeAudit } from "../../calls/audit.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { networkOf } from "../../calls/network.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import { FileReaders } from "../../core/file-readers.ts";
import { listWatchers } from "../ticket-people/ticket-people.store.ts";
import { makeTicket } from "../tickets/make-ticket.ts";
import type { TicketAddress } from "../tickets/ticket-address.ts";
import { keepFile, sendFiles } from "../tickets/ticket-files.store.ts";
import { holdTicket, type TicketRow } from "../tickets/tickets.store.ts";
import { writeMessage } from "../tickets/write-message.ts";
import * as store from "./mail-in.store.ts";
import { messageText, subjectOf } from "./mail-text.ts";
import type { mailWork, ReadMail } from "./mail-work.ts";

export type MailInBase = Pick<FeatureBase, "db" | "bus" | "clock" | "config" | "liveConfig" | "log" | "limits">;

export interface ArrivedMail {
  raw: Uint8Array;
  /** What the address says that it came to. */
  to: TicketAddress | undefined;
  /** Who is told where it cannot be delivered; empty: nobody, as with such messages themselves. */
  returnPath: string;
  /** Of the server that brought it. */
  address: string;
}

export interface MailEnd {
  outcome: MailInOutcome;
  /** Of one that was ignored or refused. */
  reason?: MailInReason;
}

/** What became of it, who sent it, and what it is about. */
interface Ended extends MailEnd {
  ticketId?: string | undefined;
  senderId?: string | undefined;
  /** It came before. */
  isAgain?: boolean;
}

const readers = new FileReaders<typeof mailWork>({ longestMs: 60_000, memoryMb: 384 });
const hourMs = 3_600_000;
const lines = { most: 10, windowMs: 60_000 };

/**
 * Takes a mail to a ticket. What became of it is stored when this returns: its sender may be told so.
 * @throws whatever stands in the way of that; the mail is to be sent again.
 */
export async function takeMail(base: MailInBase, arrived: ArrivedMail, signal: AbortSignal): Promise<MailEnd> {
  const mail = await readMail(base, arrived, signal);
  const hash = typeof mail === "string" ? createHash("sha256").update(arrived.raw).digest() : mail.hash;
  const end = await announced<Ended>(
    base.bus,
    (whole) => base.db.transaction().execute(whole),
    async (tx, news) => {
      const ended = typeof mail === "string" ? unread(mail) : await settle(base, tx, { arrived, mail, news });
      if (ended.isAgain) return ended;
      const { ticketId, senderId, outcome, reason } = ended;
      await store.insertMail(tx, { ticketId, senderId, hash, outcome, reason }, base.clock.now());
      if (reason === undefined) await note(base, tx, { arrived, ended });
      return ended;
    },
  );
  const { outcome, reason } = end;
  if (reason === undefined) return { outcome };
  await noteRefused(base, {
    arrived,
    ended: { ...end, reason },
    from: typeof mail === "string" ? undefined : mail.from,
  });
  return { outcome, reason };
}

function unread(reason: MailInReason): Ended {
  return { outcome: reason === "mail_unreadable" ? "refused" : "ignored", reason };
}

/** @returns why it is not even read, or what it says. */
async function readMail(
  { config }: MailInBase,
  { raw, returnPath }: ArrivedMail,
  signal: AbortSignal,
): Promise<ReadMail | "mail_bounce" | "mail_unreadable"> {
  if (returnPath === "") return "mail_bounce";
  try {
    const own = [config.mailFrom];
    return await readers.forPerson("mail", (reader) => reader.ask("readMail", { raw, own }), signal);
  } catch (error) {
    if (error instanceof Refusal && error.code === "bad_input") return "mail_unreadable";
    throw error;
  }
}

interface Settling {
  arrived: ArrivedMail;
  mail: ReadMail;
  news: Announcement;
}

async function settle(base: MailInBase, tx: Db, { arrived, mail, news }: Settling): Promise<Ended> {
  if (mail.ignored) return { outcome: "ignored", reason: mail.ignored };
  const found = await findTicket(tx, arrived.to, mail.answers);
  if (found === undefined) return { outcome: "refused", reason: "mail_no_ticket" };
  const { ticketId } = found;
  const sender = mail.from === undefined ? undefined : await store.holdSender(tx, mail.from);
  const about = { ticketId, senderId: sender?.userId };
  const refused = (reason: MailInReason): Ended => ({ outcome: "refused", reason, ...about });
  const ticket = sender && (await holdTicket(tx, sender, ticketId));
  const [watcher] = ticket ? await listWatchers(tx, [ticketId], [sender.userId]) : [];
  if (!ticket || !watcher) return refused("mail_stranger");
  const known = await store.findTaken(tx, ticketId, mail.hash);
  if (known !== undefined) return { outcome: known, isAgain: true };
  const taken = await store.countTaken(tx, ticketId, sender.userId, base.clock.now() - hourMs);
  if (taken >= mailInLimits.perHour) return refused("mail_too_many");
  if (mail.text === "" && mail.files.length === 0 && mail.refused.length === 0) return refused("mail_empty");
  const written = await write(base, tx, { ticket, sender, mail, isOwnWay: found.isOf(sender.userId) });
  news.add("ticketsChanged", { ticketIds: [written.ticketId], onlyHandlers: false });
  return { outcome: written.outcome, ...about };
}

/** By the address; else by what the mail answers. */
async function findTicket(
  tx: Db,
  to: TicketAddress | undefined,
  answers: readonly string[],
): Promise<{ ticketId: string; isOf: (userId: string) => boolean } | undefined> {
  const named = to?.ticketId;
  if (to && named !== undefined && (await store.hasTicket(tx, named))) return { ticketId: named, isOf: to.isOf };
  const answered = await store.findAnswered(tx, answers);
  return answered && { ticketId: answered.ticketId, isOf: (userId) => answered.userIds.includes(userId) };
}

interface Written {
  ticket: TicketRow;
  sender: store.MailSender;
  mail: ReadMail;
  /** It came to the sender's own address, or answers a mail to them: a name in a mail proves nothing. */
  isOwnWay: boolean;
}

/** A message of whoever takes part; of others who see the ticket, and of one closed long ago, a new ticket that follows it. */
async function write(base: MailInBase, tx: Db, { ticket, sender, mail, isOwnWay }: Written) {
  const nowMs = base.clock.now();
  const clientId = `mail-${createHash("sha256").update(`${ticket.id} `).update(mail.hash).digest("hex").slice(0, 40)}`;
  const { fileIds, refused } = await keepFiles(tx, { sender, mail, clientId }, nowMs);
  const text = messageText(mail.text, [...mail.refused, ...refused], sender.language);
  const message = { clientId, text, isInternal: false, mentions: [], byMail: true };
  const isPart = isOwnWay && (await store.takesPart(tx, ticket.id, sender.userId));
  const written = isPart ? await writeMessage(base, tx, { ticket, viewer: sender, message }, nowMs) : undefined;
  const { id: ticketId, messageId } =
    written === undefined
      ? await follow(tx, { ticket, sender, mail }, { clientId, text }, nowMs)
      : { id: ticket.id, messageId: written };
  if (!(await sendFiles(tx, sender, messageId, fileIds))) throw new Error("a file of a mail was sent before");
  return { outcome: written === undefined ? ("ticket" as const) : ("message" as const), ticketId };
}

function follow(
  tx: Db,
  { ticket, sender, mail }: Omit<Written, "isOwnWay">,
  { clientId, text }: { clientId: string; text: string },
  nowMs: number,
) {
  const state = newTicket({ userId: sender.userId, handles: sender.handles }, false);
  if (typeof state === "string") throw new Error("nobody may make a ticket");
  const links = { containerId: ticket.containerId, incidentId: null, followsId: ticket.id };
  const subject = subjectOf(mail.subject, ticket.subject);
  const kind = { category: ticket.category, priority: "medium" } as const;
  return makeTicket(tx, sender, { state, clientId, ...links, subject, ...kind, text, byMail: true }, nowMs);
}

/** @returns also the names of those that are more than one may bring within a day. */
async function keepFiles(
  tx: Db,
  { sender, mail, clientId }: Pick<Written, "sender" | "mail"> & { clientId: string },
  nowMs: number,
) {
  const fileIds: string[] = [];
  const refused: string[] = [];
  for (const [place, { name, type, bytes }] of mail.files.entries()) {
    const file = { clientId: `${clientId}-${place}`, name: ticketFileName(name, type), type, data: bytes };
    const kept = await keepFile(tx, sender, file, nowMs);
    if (kept) fileIds.push(kept.id);
    else refused.push(name);
  }
  return { fileIds, refused };
}

interface Noted {
  arrived: ArrivedMail;
  ended: Ended;
  /** Who it says that it is from, which nobody proved. */
  from?: string | undefined;
}

async function note({ clock }: MailInBase, db: Db, { arrived: { address }, ended, from }: Noted): Promise<void> {
  const { ticketId, senderId, reason = "ok" } = ended;
  const who = { ...(senderId !== undefined && { userId: senderId }), ...(from !== undefined && { email: from }) };
  const target = ticketId !== undefined && { target: ticketId };
  await writeAudit(db, { atMs: clock.now(), action: "ticket_mail_in", who, ...target, address, result: reason });
}

/** Whoever sends the same again and again does not fill the audit. */
async function noteRefused(base: MailInBase, noted: Noted & { ended: { reason: MailInReason } }): Promise<void> {
  const { reason } = noted.ended;
  const key = `line mail ${networkOf(noted.arrived.address)} ${reason}`;
  try {
    if (await base.limits.tryTake(key, lines.most, lines.windowMs)) await note(base, base.db, noted);
  } catch (error) {
    const about = { reason: reasonOf(error), result: reason };
    base.log.warn(about, "a mail that was not taken could not be written to the audit");
  }
}
