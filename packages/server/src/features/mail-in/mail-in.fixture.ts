import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import { createTransport, type SendMailOptions } from "nodemailer";
import { vi } from "vitest";

import { openSecretBox } from "../../core/secret-box.ts";
import { type Actor, thePortal } from "../../testing/cast.ts";
import { type ReadMail, readMail } from "../../testing/mails.ts";
import type { TestClock } from "../../testing/test-clock.ts";
import { ticketAddress } from "../tickets/ticket-address.ts";

export const domain = "tickets.example.org";
export const mailIn = { domain, host: "127.0.0.1", port: 0 };

/** The address by which a person answers a ticket. */
export async function addressOf(ticketId: string, { userId }: Pick<Actor, "userId">): Promise<string> {
  const { config } = await thePortal();
  return ticketAddress(openSecretBox(config.dataDir), { ticketId, userId }, domain);
}

interface Delivery {
  /** What the server answered: 250 where it took the mail. */
  code: number;
  words: string;
}

/** Sends a mail by a real client, as the mail server of a sender does. @param port Of the receiver; left out: the portal's. */
export async function deliver(mail: SendMailOptions, port?: number): Promise<Delivery> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: port ?? (await thePortal()).mailInPort ?? 0,
    secure: false,
    ignoreTLS: true,
  });
  try {
    const { response } = await transport.sendMail(mail);
    return { code: Number(response.slice(0, 3)), words: response.slice(4) };
  } catch (error) {
    const { responseCode, response } = error as { responseCode?: number; response?: string };
    if (responseCode === undefined) throw error;
    return { code: responseCode, words: response?.slice(4) ?? "" };
  } finally {
    transport.close();
  }
}

/** A mail of somebody to a ticket. */
export async function answer(
  who: Actor,
  ticketId: string,
  text: string,
  given: SendMailOptions = {},
): Promise<Delivery> {
  return deliver({ from: who.email, to: await addressOf(ticketId, who), subject: "Re: Lamps", text, ...given });
}

export type SentMail = ReadMail & { source: string; replyTo: string | undefined };

/** Makes all mails that are due once people have not looked for a minute, and waits until they are sent. */
export async function mailsTo(who: Actor, clock: TestClock): Promise<SentMail[]> {
  const { database, config } = await thePortal();
  clock.advance(60_000);
  const count = async (query: string, values: unknown[] = []) => (await database.pool.query(query, values)).rowCount;
  await vi.waitFor(
    async () => {
      await database.pool.query("update job set due_at = now() where kind = 'ticket-mails' and claim is null");
      const due = await count("select from ticket_mail where due_at <= to_timestamp($1)", [clock.now() / 1_000]);
      const waiting = await count("select from outbox where sealed is not null");
      if (due !== 0 || waiting !== 0) throw new Error("mails are still waiting");
    },
    { timeout: 30_000, interval: 100 },
  );
  const folder = join(config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const sources = await Promise.all(names.map(async (name) => readFile(join(folder, name), "utf8")));
  return sources
    .map((source) => ({ ...readMail(source), source, replyTo: /^Reply-To:\s+(.+)$/m.exec(source)?.[1] }))
    .filter(({ to }) => to === who.email);
}

/** What became of all mails that came in, in their order. */
export async function ends(): Promise<string[]> {
  const { database } = await thePortal();
  const { rows } = await database.pool.query<{ end: string }>(
    `select coalesce(reason, outcome) as "end" from ticket_mail_in order by id`,
  );
  return rows.map(({ end }) => end);
}
