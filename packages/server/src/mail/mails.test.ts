import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { openMailer } from "./mailer.ts";
import { Outbox } from "./outbox.ts";
import { JobRunner } from "../jobs/job-runner.ts";
import { SecretBox } from "../core/secret-box.ts";
import { readMail } from "../testing/mails.ts";
import { testClock } from "../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { type Letter, compose } from "./mails.ts";

const config = { portalName: "Zoé's <b>portal</b>", supportEmail: "help@example.org" };
const minute = 60_000;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

/** A real mail server that keeps what it receives. */
async function mailServer(port = 0) {
  const taken: string[] = [];
  const state = { refuses: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(state.refuses ? Object.assign(new Error("mailbox busy"), { responseCode: 450 }) : null),
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        taken.push(Buffer.concat(pieces).toString("utf8"));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  onTestFinished(close);
  return { taken, state, port: (server.server.address() as AddressInfo).port, close };
}

function outboxTo(port: number) {
  const clock = testClock();
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: "portal@example.org",
    portalName: config.portalName,
    dataDir: "/nowhere",
  });
  const box = new SecretBox(Buffer.alloc(32, 7));
  const { db } = database;
  const outbox = new Outbox({ db, clock, box, mailer, wake: () => jobs.wake() });
  const jobs = new JobRunner({ db, log: pino({ level: "silent" }) }, outbox.jobs);
  jobs.start();
  onTestFinished(async () => {
    await jobs.stop();
    outbox.close();
  });
  const expiresAt = () => new Date(clock.now() + 30 * minute);
  return { outbox, jobs, clock, expiresAt };
}

const waitingMails = async () =>
  (
    await database.pool.query<{ attempts: number }>(
      "select attempts, failure from job where kind = 'mail' and claim is null",
    )
  ).rows;
/** Moves the clock past the delay before the next attempt. */
const pauseIsOver = () => database.pool.query("update job set due_at = now() where kind = 'mail'");

const reset = compose(
  { kind: "reset", link: "https://portal.example.org/reset-pass#token=abc" },
  { email: "amina@example.org", firstName: "Amina", language: "en" },
  config,
);

test("a mail reaches a real mail server as text and HTML that say the same", async () => {
  const server = await mailServer();
  const { outbox, expiresAt } = outboxTo(server.port);
  const mail = compose(
    { kind: "invite", link: "https://portal.example.org/fr/reset-pass#token=abc&invite=1", by: "Ada Okafor" },
    { email: "awa@example.org", firstName: "Élodie <script>", language: "fr" },
    config,
  );
  await database.db.transaction().execute((tx) => outbox.write(tx, "invite 1", mail, expiresAt()));
  outbox.kick();
  await vi.waitFor(() => expect(server.taken).toHaveLength(1), 20_000);
  const read = readMail(server.taken[0] ?? "");
  expect(read).toMatchObject({
    to: "awa@example.org",
    subject: "Votre accès à Zoé's <b>portal</b>",
    link: "https://portal.example.org/fr/reset-pass#token=abc&invite=1",
  });
  expect(read.from).toContain("<portal@example.org>");
  expect(read.text).toContain("Bonjour Élodie <script>,");
  expect(read.text).toContain("Ada Okafor vous a ajouté");
  // Names stay text in the HTML.
  expect(read.html).toContain("Bonjour Élodie &lt;script&gt;,");
  expect(read.html).not.toContain("<script>");
  expect(read.html).toContain('lang="fr"');
  // The server has the mail a moment before the outbox knows.
  await vi.waitFor(() => expect(outbox.counts.sent).toBe(1), 20_000);
  const { rows } = await database.pool.query("select sealed, sent_at from outbox where key = 'invite 1'");
  expect(rows).toEqual([{ sealed: null, sent_at: expect.any(Date) as Date }]);
});

test("a mail that was refused is tried again, later each time, and arrives once, with one Message-ID", async () => {
  const server = await mailServer();
  server.state.refuses = true;
  const { outbox, expiresAt } = outboxTo(server.port);
  const write = () => database.db.transaction().execute((tx) => outbox.write(tx, "reset 1", reset, expiresAt()));
  await write();
  await write();
  outbox.kick();
  for (const attempts of [1, 2]) {
    await vi.waitFor(
      async () =>
        expect(await waitingMails()).toEqual([{ attempts, failure: expect.stringContaining("mailbox busy") }]),
      20_000,
    );
    expect([outbox.counts.failed, server.taken]).toEqual([attempts, []]);
    if (attempts === 2) server.state.refuses = false;
    await pauseIsOver();
    outbox.kick();
  }
  await vi.waitFor(() => expect(outbox.counts.sent).toBe(1), 20_000);
  await vi.waitFor(async () => expect(await waitingMails()).toEqual([]), 20_000);
  expect(server.taken).toHaveLength(1);
  expect(readMail(server.taken[0] ?? "").messageId).toMatch(/^<[0-9a-f]{40}@example\.org>$/);
});

test("a mail is sent only after its transaction is committed, and not if it is too old", async () => {
  const server = await mailServer();
  const { outbox, jobs, clock, expiresAt } = outboxTo(server.port);
  const undone = database.db.transaction().execute(async (tx) => {
    await outbox.write(tx, "reset 2", reset, expiresAt());
    outbox.kick();
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  expect(await waitingMails()).toEqual([]);
  await outbox.write(database.db, "reset 3", reset, new Date(clock.now()));
  outbox.kick();
  await vi.waitFor(() => expect(outbox.counts.dropped).toBe(1), 20_000);
  await jobs.stop();
  expect([server.taken, await waitingMails()]).toEqual([[], []]);
});

const link = "https://portal.example.org/x#token=abc";
const letters: readonly Letter[] = [
  { kind: "invite", link, by: "Ada" },
  { kind: "verify", link, email: "x@example.org" },
  { kind: "reset", link },
  { kind: "changed", email: "x@example.org" },
  { kind: "taken", email: "x@example.org" },
];

test.each(letters)("the mail $kind has all its words in both languages", (letter) => {
  const [en, fr] = (["en", "fr"] as const).map((language) =>
    compose(letter, { email: "a@example.org", firstName: "Awa", language }, config),
  );
  for (const mail of [en, fr]) {
    for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toMatch(/[{}]|undefined|^$/);
    expect(mail?.text.includes(link)).toBe("link" in letter);
  }
  expect(en?.subject).not.toBe(fr?.subject);
});

test("a stored name of more than one line starts no line of a mail", () => {
  const name = "Ada\r\n\r\nOpen https://evil.example\u2028now";
  const mail = compose(
    { kind: "invite", link, by: name },
    { email: "a@example.org", firstName: name, language: "en" },
    config,
  );
  expect(mail.text).toContain("Hello Ada Open https://evil.example now,");
  expect(mail.text).toContain("Ada Open https://evil.example now added you");
});

test("a mail carries the portal's own picture with it, so that nothing is fetched by whoever reads it", async () => {
  const { port, taken } = await mailServer();
  const bytes = Buffer.from("a picture");
  const sent = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: "portal@example.org", dataDir: "/nowhere" };
  const state: { logo?: { type: "image/png"; bytes: Buffer; hash: string } } = {};
  const mailer = openMailer({
    ...{ ...sent, portalName: config.portalName },
    get logo() {
      return state.logo;
    },
  });
  onTestFinished(() => mailer.close());
  const send = (key: string) => mailer.send(reset, key, new Date(Date.now() + minute));
  await send("without");
  state.logo = { type: "image/png", bytes, hash: "x" };
  await send("with");
  expect(taken[0]).not.toContain("cid:");
  expect(taken[1]).toContain("cid:portal-logo");
  expect(taken[1]).toContain("Content-ID: <portal-logo>");
  expect(taken[1]).toContain(bytes.toString("base64"));
});
