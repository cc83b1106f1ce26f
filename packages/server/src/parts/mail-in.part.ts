import type { AddressInfo } from "node:net";

import { mailInLimits, type MailInReason } from "@offgrid/contract/tickets/ticket-mail-in";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

import type { MqttCertificate } from "../broker/mqtt-certificate.ts";
import { networkOf } from "../calls/network.ts";
import type { MailInConfig } from "../config/config.mail.ts";
import { reasonOf } from "../core/db.ts";
import type { SecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";
import { type MailEnd, type MailInBase, takeMail } from "../features/mail-in/take-mail.ts";
import { readTicketAddress } from "../features/tickets/ticket-address.ts";
import type { Part } from "./part.ts";

export interface MailInLimits {
  /** Connections at once. */
  clients: number;
  /** Of a connection on which nothing happens, and of any. */
  idleMs: number;
  longestMs: number;
  /** Of all mails that are being received. */
  heldBytes: number;
  /** Mails from one network. */
  perMinute: number;
  /** Addresses that are none of ours, on one connection. */
  wrongAddresses: number;
}

const usual: MailInLimits = {
  clients: 40,
  idleMs: 60_000,
  longestMs: 10 * 60_000,
  heldBytes: 4 * mailInLimits.bytes,
  perMinute: 60,
  wrongAddresses: 5,
};
const closeMs = 2_000;
const minuteMs = 60_000;

export interface MailInOptions extends MailInBase {
  mailIn: MailInConfig;
  box: Pick<SecretBox, "derive">;
  /** The certificate that MQTT presents, too, as it is now; undefined: mails come without TLS. */
  tls: { readonly files: MqttCertificate["files"] } | undefined;
  hasRoom: () => boolean;
  limitsOf?: Partial<MailInLimits>;
}

/** What the mail server of the sender is answered, and tells the sender. */
class Reply extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Nothing here tells people apart who are not there from those who may not. */
const refusals: Partial<Record<MailInReason, [code: number, words: string]>> = {
  mail_no_ticket: [550, "There is no such ticket; write it in the portal"],
  mail_stranger: [550, "This address may not write into this ticket; write it in the portal"],
  mail_too_many: [550, `More than ${mailInLimits.perHour} mails an hour into one ticket; write it in the portal`],
  mail_empty: [550, "The mail has neither text nor files"],
  mail_unreadable: [554, "The mail cannot be read"],
};
const unknownAddress = () => new Reply(550, "No such address here");
const tryLater = () => new Reply(451, "Try again later");

/**
 * Receives mails that answer tickets, by SMTP. It takes them for addresses of tickets alone and passes nothing on; a mail
 * is accepted once it is stored.
 */
export class MailInPart implements Part {
  readonly name = "mail in";
  readonly #options: MailInOptions;
  readonly #limits: MailInLimits;
  readonly #counts = { taken: 0, ignored: 0, refused: 0, deferred: 0, wrongAddresses: 0 };
  readonly #ending = new AbortController();
  readonly #ends = new Map<string, NodeJS.Timeout>();
  readonly #wrong = new WeakMap<SMTPServerSession, number>();
  readonly #running = new Set<Promise<void>>();
  #heldBytes = 0;
  #server: SMTPServer | undefined;
  #files: MqttCertificate["files"] | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: MailInOptions) {
    this.#options = options;
    this.#limits = { ...usual, ...options.limitsOf };
  }

  /** The port that was opened. */
  get port(): number | undefined {
    return (this.#server?.server.address() as AddressInfo | null | undefined)?.port;
  }

  /** @throws StartError when the port cannot be opened. */
  async start(): Promise<void> {
    const { mailIn, log } = this.#options;
    const server = this.#open();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(mailIn.port, mailIn.host, resolve);
    }).catch((error: unknown) => {
      throw new StartError(
        `Mails cannot come in on ${mailIn.host}:${mailIn.port} (${reasonOf(error)}); correct MAIL_IN_HOST and MAIL_IN_PORT.`,
        { cause: error },
      );
    });
    // Clients that break off are no fault of the portal.
    server.on("error", (error) => log.debug({ reason: reasonOf(error) }, "a connection that brings mail failed"));
    this.#server = server;
  }

  /** What is being brought may be finished for a moment; what is not comes again. */
  hold(): void {
    const server = this.#server;
    if (server) this.#closed = new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async stop(): Promise<void> {
    await this.#closed;
    this.#ending.abort();
    await Promise.all(this.#running);
    for (const end of this.#ends.values()) clearTimeout(end);
  }

  metrics(): Record<string, number> {
    const { taken, ignored, refused, deferred, wrongAddresses } = this.#counts;
    return {
      mails_in_taken_total: taken,
      mails_in_ignored_total: ignored,
      mails_in_refused_total: refused,
      mails_in_deferred_total: deferred,
      mails_in_wrong_addresses_total: wrongAddresses,
      mails_in_connections: this.#server?.connections.size ?? 0,
      mails_in_held_bytes: this.#heldBytes,
    };
  }

  #open(): SMTPServer {
    const { mailIn, tls } = this.#options;
    this.#files = tls?.files;
    const { clients, idleMs } = this.#limits;
    return new SMTPServer({
      name: mailIn.domain,
      disabledCommands: ["AUTH", "XCLIENT", "XFORWARD", "WIZ", "SHELL", "KILL", ...(tls ? [] : ["STARTTLS"])],
      ...(tls && { ...tls.files, minVersion: "TLSv1.2" }),
      disableReverseLookup: true,
      size: mailInLimits.bytes,
      // One ticket each: the answer to the mail is about all of its recipients.
      maxRecipients: 1,
      maxClients: clients,
      socketTimeout: idleMs,
      closeTimeout: closeMs,
      onConnect: (session, done) => {
        this.#renew();
        this.#ends.set(session.id, setTimeout(() => this.#endConnection(session.id), this.#limits.longestMs).unref());
        done();
      },
      onClose: ({ id }) => {
        clearTimeout(this.#ends.get(id));
        this.#ends.delete(id);
      },
      onRcptTo: ({ address }, session, done) => done(this.#faultOf(address, session)),
      onData: (stream, session, done) => {
        const running = this.#receive(stream, session).then(
          (words) => done(null, words),
          (error: unknown) => done(this.#replyTo(error)),
        );
        this.#running.add(running);
        void running.finally(() => this.#running.delete(running));
      },
    });
  }

  /** Takes a certificate that was renewed. */
  #renew(): void {
    const files = this.#options.tls?.files;
    if (files !== this.#files) this.#server?.updateSecureContext({ ...files });
    this.#files = files;
  }

  #endConnection(id: string): void {
    for (const connection of this.#server?.connections ?? []) if (connection.id === id) connection.close();
  }

  /** Why a mail for this address is not taken. Whoever tries one after the other is sent away. */
  #faultOf(address: string, session: SMTPServerSession): Error | null {
    const { box, mailIn } = this.#options;
    if (readTicketAddress(box, address, mailIn.domain)) return null;
    this.#counts.wrongAddresses++;
    const wrong = (this.#wrong.get(session) ?? 0) + 1;
    this.#wrong.set(session, wrong);
    return wrong < this.#limits.wrongAddresses ? unknownAddress() : new Reply(421, "Too many unknown addresses");
  }

  /** @returns what the sender's server is told. @throws Reply, or what stands in the way. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { limits, hasRoom, box, mailIn } = this.#options;
    const { mailFrom, rcptTo } = session.envelope;
    const { remoteAddress: address } = session;
    const raw = await this.#read(stream);
    try {
      if (!hasRoom()) throw new Reply(452, "No room at the moment");
      const isRoom = await limits.tryTake(`mail in ${networkOf(address)}`, this.#limits.perMinute, minuteMs);
      if (!isRoom) throw new Reply(451, "Too many mails, try again later");
      const to = readTicketAddress(box, rcptTo[0]?.address ?? "", mailIn.domain);
      const returnPath = mailFrom === false ? "" : mailFrom.address;
      return this.#answer(await takeMail(this.#options, { raw, to, returnPath, address }, this.#ending.signal));
    } finally {
      this.#heldBytes -= raw.length;
    }
  }

  #answer({ outcome, reason }: MailEnd): string {
    if (outcome !== "refused") {
      this.#counts[outcome === "ignored" ? "ignored" : "taken"]++;
      return "Taken";
    }
    const [code, words] = refusals[reason ?? "mail_unreadable"] ?? [550, "Not taken"];
    this.#counts.refused++;
    throw new Reply(code, words);
  }

  #replyTo(error: unknown): Reply {
    if (error instanceof Reply) {
      if (error.responseCode < 500) this.#counts.deferred++;
      return error;
    }
    this.#counts.deferred++;
    if (!this.#ending.signal.aborted)
      this.#options.log.warn({ reason: reasonOf(error) }, "a mail could not be taken now; its sender tries again");
    return tryLater();
  }

  /** Holds the whole mail, which counts until whoever called takes it away. */
  async #read(stream: SMTPServerDataStream): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let fault: Reply | undefined;
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        // What is too much is read to its end, as its sender waits for the answer, and not held.
        if (fault) continue;
        pieces.push(piece);
        bytes += piece.length;
        this.#heldBytes += piece.length;
        if (stream.sizeExceeded) fault = new Reply(552, `A mail has ${mailInLimits.bytes / 1_000_000} MB at most`);
        else if (this.#heldBytes > this.#limits.heldBytes)
          fault = new Reply(452, "Too many mails at once, try again later");
        if (fault) this.#release(pieces);
      }
      if (fault) throw fault;
      return Buffer.concat(pieces);
    } catch (error) {
      this.#release(pieces);
      throw error;
    }
  }

  #release(pieces: Buffer[]): void {
    for (const piece of pieces.splice(0)) this.#heldBytes -= piece.length;
  }
}
