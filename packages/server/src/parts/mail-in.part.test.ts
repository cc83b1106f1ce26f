import { connect, type Socket } from "node:net";
import { once } from "node:events";

import { mailInLimits } from "@offgrid/contract/tickets/ticket-mail-in";
import { createTransport } from "nodemailer";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { readMqttCertificate } from "../broker/mqtt-certificate.ts";
import { PostgresBus } from "../bus/postgres.bus.ts";
import { Limits } from "../calls/limits.ts";
import { LiveConfig } from "../config/live-config.ts";
import { systemClock } from "../core/clock.ts";
import { openSecretBox } from "../core/secret-box.ts";
import { cast, thePortal } from "../testing/cast.ts";
import { testCertificate } from "../testing/test-certificate.ts";
import { ask, textsOf } from "../features/tickets/tickets.fixture.ts";
import { addressOf, deliver, ends, mailIn } from "../features/mail-in/mail-in.fixture.ts";
import { MailInPart, type MailInOptions } from "./mail-in.part.ts";

const started: MailInPart[] = [];
beforeEach(async () => {
  const { database } = await thePortal({ config: { mailIn } });
  await database.pool.query("delete from limit_window");
});
afterEach(async () => {
  for (const part of started.splice(0)) {
    part.hold();
    await part.stop();
  }
});

/** A receiver with limits or parts of its own, at the portal of this test file. */
async function receiver(given: Partial<MailInOptions> = {}) {
  const { config, database } = await thePortal({ config: { mailIn } });
  const [db, log, clock] = [database.db, pino({ level: "silent" }), systemClock];
  const base = { db, log, clock, config, liveConfig: new LiveConfig(config), bus: new PostgresBus(database, log) };
  const more = { limits: new Limits({ db, clock }), box: openSecretBox(config.dataDir), hasRoom: () => true };
  const part = new MailInPart({ ...base, ...more, mailIn, tls: undefined, ...given });
  await part.start();
  started.push(part);
  return { part, port: part.port ?? 0 };
}

async function aTicket() {
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"] } });
  const { database } = await thePortal();
  await database.pool.query("update app_user set email_verified = true where id = $1", [amina.userId]);
  const { id } = await ask(amina, { containerId: "gao" });
  return { amina, id, to: await addressOf(id, amina) };
}

/** A conversation by hand. @returns the answers to what was said, in their order. */
async function talk(port: number, lines: readonly string[]): Promise<{ socket: Socket; answers: string[] }> {
  const socket = connect(port, "127.0.0.1");
  const answers: string[] = [];
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => answers.push(...text.split("\r\n").filter((line) => /^\d{3} /.test(line))));
  socket.on("error", () => undefined);
  for (const [place, line] of ["", ...lines].entries()) {
    if (place > 0) socket.write(`${line}\r\n`);
    await vi.waitFor(() => expect(socket.closed || answers.length > place).toBe(true), 10_000);
  }
  return { socket, answers };
}

test("while the database is away a mail is put off, and once it is back it is taken", async () => {
  const { amina, id, to } = await aTicket();
  const { database } = await thePortal();
  let isAway = true;
  const away = new Proxy(database.db, {
    get: (db, name) => {
      if (isAway && name === "transaction") throw Object.assign(new Error("it is away"), { code: "ECONNREFUSED" });
      const found: unknown = Reflect.get(db, name);
      return typeof found === "function" ? (found.bind(db) as unknown) : found;
    },
  });
  const { part, port } = await receiver({ db: away });
  const mail = { from: amina.email, to, text: "Are you there?", messageId: "<away@example.org>" };
  expect((await deliver(mail, port)).code).toBe(451);
  expect(await textsOf(amina, id)).toHaveLength(1);
  isAway = false;
  expect((await deliver(mail, port)).code).toBe(250);
  expect((await textsOf(amina, id)).at(-1)).toBe("Are you there?");
  expect(part.metrics()).toMatchObject({ mails_in_deferred_total: 1, mails_in_taken_total: 1 });
});

test("a transaction that breaks after the message was written leaves nothing, and the mail comes again", async () => {
  const { amina, id, to } = await aTicket();
  const { database } = await thePortal();
  const { port } = await receiver();
  await database.pool.query("alter table ticket_mail_in add constraint broken check (sender_id is null) not valid");
  const mail = { from: amina.email, to, text: "Half a mail.", attachments: [{ filename: "a.txt", content: "a" }] };
  expect((await deliver(mail, port)).code).toBe(451);
  await database.pool.query("alter table ticket_mail_in drop constraint broken");
  expect(await textsOf(amina, id)).toHaveLength(1);
  expect((await database.pool.query("select from ticket_file")).rowCount).toBe(0);
  expect((await deliver(mail, port)).code).toBe(250);
  expect(await textsOf(amina, id)).toHaveLength(2);
});

test("a full disk puts mails off", async () => {
  const { amina, to } = await aTicket();
  const { port } = await receiver({ hasRoom: () => false });
  expect((await deliver({ from: amina.email, to, text: "Hello" }, port)).code).toBe(452);
});

test("a mail that is larger than allowed is refused, announced or not, and nothing of it is held", async () => {
  const { amina, to } = await aTicket();
  const { part, port } = await receiver();
  const { answers } = await talk(port, ["EHLO x", `MAIL FROM:<${amina.email}> SIZE=${mailInLimits.bytes + 1}`, "QUIT"]);
  expect(answers[2]).toMatch(/^552 /);
  const large = Buffer.alloc(mailInLimits.bytes, "a line of a mail\r\n");
  const raw = Buffer.concat([Buffer.from(`From: ${amina.email}\r\n\r\n`), large]);
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  // Without the announcement that clients make of a size.
  const sent = transport.sendMail({ envelope: { from: amina.email, to: [to], size: undefined }, raw });
  await expect(sent).rejects.toMatchObject({ responseCode: 552 });
  expect(part.metrics()["mails_in_held_bytes"]).toBe(0);
  expect(await ends()).not.toContain("mail_unreadable");
});

test("more mails at once than may be held are put off", async () => {
  const { amina, to } = await aTicket();
  const { part, port } = await receiver({ limitsOf: { heldBytes: 100_000 } });
  const text = "a".repeat(150_000);
  expect((await deliver({ from: amina.email, to, text }, port)).code).toBe(452);
  expect((await deliver({ from: amina.email, to, text: "short" }, port)).code).toBe(250);
  expect(part.metrics()["mails_in_held_bytes"]).toBe(0);
});

test("more connections than allowed, and more mails from one network, are put off", async () => {
  const { amina, to } = await aTicket();
  const { part, port } = await receiver({ limitsOf: { clients: 1, perMinute: 1 } });
  const held = await talk(port, ["EHLO x"]);
  const late = await talk(port, []);
  expect(late.answers[0]).toMatch(/^421 /);
  held.socket.destroy();
  const mail = { from: amina.email, to, text: "First" };
  await vi.waitFor(async () => expect((await deliver(mail, port)).code).toBe(250), 10_000);
  await vi.waitFor(() => expect(part.metrics()["mails_in_connections"]).toBe(0));
  expect((await deliver({ ...mail, text: "Second" }, port)).code).toBe(451);
});

test("whoever tries addresses one after the other is sent away, and one mail is for one ticket", async () => {
  const { amina, to } = await aTicket();
  const other = await aTicket();
  const { port } = await receiver();
  const guesses = Array.from({ length: 5 }, (_, place) => `RCPT TO:<ticket+${place}@${mailIn.domain}>`);
  const { answers, socket } = await talk(port, ["EHLO x", `MAIL FROM:<${amina.email}>`, ...guesses]);
  expect(answers.slice(3).map((line) => line.slice(0, 3))).toEqual(["550", "550", "550", "550", "421"]);
  socket.destroy();
  const two = await talk(port, ["EHLO x", `MAIL FROM:<${amina.email}>`, `RCPT TO:<${to}>`, `RCPT TO:<${other.to}>`]);
  expect(two.answers.slice(3).map((line) => line.slice(0, 3))).toEqual(["250", "452"]);
  two.socket.destroy();
});

test("a connection that lasts too long is ended, whatever it does, and what it began to bring leaves nothing", async () => {
  const { amina, id, to } = await aTicket();
  const { part, port } = await receiver({ limitsOf: { longestMs: 1_500 } });
  const begun = ["EHLO x", `MAIL FROM:<${amina.email}>`, `RCPT TO:<${to}>`, "DATA"];
  const { socket } = await talk(port, begun);
  const drip = setInterval(() => socket.write("a line\r\n"), 50);
  if (!socket.closed) await once(socket, "close");
  clearInterval(drip);
  await vi.waitFor(() => expect(part.metrics()).toMatchObject({ mails_in_held_bytes: 0, mails_in_connections: 0 }));
  expect(await textsOf(amina, id)).toHaveLength(1);
});

test("nobody signs in or asks for more than mail, and with a certificate mails come encrypted", async () => {
  const plain = await receiver();
  const commands = ["EHLO x", "AUTH PLAIN AGEAYg==", "STARTTLS", "VRFY amina", "XCLIENT ADDR=1.2.3.4", "WIZ"];
  const { answers, socket } = await talk(plain.port, commands);
  expect(answers.slice(2).map((line) => line[0])).toEqual(["5", "5", "2", "5", "5"]);
  expect(answers.join()).not.toContain("amina");
  socket.destroy();
  const { amina, id, to } = await aTicket();
  const { port } = await receiver({ tls: readMqttCertificate(testCertificate) });
  const transport = createTransport({ host: "127.0.0.1", port, requireTLS: true, tls: { rejectUnauthorized: false } });
  await transport.sendMail({ from: amina.email, to, text: "Encrypted." });
  expect((await textsOf(amina, id)).at(-1)).toBe("Encrypted.");
});

test("a receiver that ends lets what it is storing be finished, and takes nothing more", async () => {
  const { amina, to } = await aTicket();
  const { part, port } = await receiver();
  const [first] = await Promise.all([
    deliver({ from: amina.email, to, text: "At the last moment." }, port),
    vi.waitFor(() => expect(part.metrics()["mails_in_connections"]).toBe(1), { interval: 1 }).then(() => part.hold()),
  ]);
  await part.stop();
  expect([250, 451, 421]).toContain(first.code);
  await expect(deliver({ from: amina.email, to, text: "Too late." }, port)).rejects.toThrow();
});
