import { randomUUID } from "node:crypto";

import { defaultLocale } from "@offgrid/contract/core/constants";

import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import { type Mail, messageIdOf } from "../../mail/mailer.ts";
import * as people from "../ticket-people/ticket-people.store.ts";
import { ticketAddress } from "./ticket-address.ts";
import { ticketMail } from "./ticket-mail.ts";
import * as mails from "./ticket-mails.store.ts";

/** What one mail says; of more there is the portal. */
const mostMessages = 10;
/** A mail that could not be sent for so long helps nobody. */
const lifeMs = 2 * 24 * 3_600_000;

type Base = Pick<FeatureBase, "db" | "clock" | "config" | "liveConfig" | "outbox" | "box">;

/** All mails about one ticket answer the same one, which is never sent: programs show them as one conversation. */
const rootOf = (ticketId: string) => `ticket ${ticketId}`;

/**
 * Writes all mails that are due. Each is taken and written in one transaction: a process that dies in it leaves it to the
 * next, and none is written twice.
 */
export async function sendTicketMails(base: Base, signal: AbortSignal): Promise<void> {
  const { db, clock, outbox } = base;
  let isWritten = false;
  while (!signal.aborted) {
    const isMore = await db.transaction().execute(async (tx) => {
      const nowMs = clock.now();
      const planned = await mails.takeDue(tx, nowMs);
      if (!planned) return false;
      const made = await makeMail(base, tx, planned);
      if (made) {
        await outbox.write(tx, made.key, made.mail, new Date(nowMs + lifeMs));
        await mails.noteSent(tx, messageIdOf(base.config, made.key), planned);
        isWritten = true;
      }
      return true;
    });
    if (!isMore) break;
  }
  if (isWritten) outbox.kick();
}

/** Undefined: there is nothing to tell the person, or they see the ticket no more. */
async function makeMail(
  { config, liveConfig, box }: Base,
  tx: Db,
  planned: mails.PlannedMail,
): Promise<{ key: string; mail: Mail } | undefined> {
  const { ticketId, userId, isCreated } = planned;
  const reader = await mails.findReader(tx, userId);
  const ticket = await mails.findMailed(tx, planned);
  const [watcher] = await people.listWatchers(tx, [ticketId], [userId]);
  if (!reader || !ticket || !watcher) return undefined;
  // Who is told of a new ticket as somebody who handles tickets has to be one still.
  if (isCreated && !ticket.isAuthor ? !watcher.handles : !reader.wantsMine) return undefined;
  const found = await mails.listMailed(tx, planned, mostMessages + 1);
  const isClosed = planned.isClosed && ticket.status === "Closed";
  const isReceipt = isCreated && ticket.isAuthor;
  if (found.length === 0 && !isClosed && !isReceipt) return undefined;
  const to = {
    email: reader.email,
    firstName: reader.firstName,
    language: reader.language ?? defaultLocale,
    portalName: liveConfig.config.portalName,
    url: config.publicUrl ?? `http://localhost:${config.port}`,
  };
  const messages = found.slice(0, mostMessages);
  const replyTo = config.mailIn && ticketAddress(box, { ticketId, userId: planned.userId }, config.mailIn.domain);
  const news = { ticket, messages, hasMore: found.length > mostMessages, isCreated, isClosed };
  const root = rootOf(ticketId);
  // Nothing of it is counted: a number that others can work out of a Message-ID would tell of notes in between.
  return { key: `${root} ${randomUUID()}`, mail: ticketMail(news, { ...to, replyTo }, root) };
}
