import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, expect, test, vi } from "vitest";

import type { LiveConfig } from "../../config/live-config.ts";
import { openSecretBox } from "../../core/secret-box.ts";
import type { Outbox } from "../../mail/outbox.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { readMail } from "../../testing/mails.ts";
import { testClock } from "../../testing/test-clock.ts";
import { sendTicketMails } from "./send-ticket-mails.ts";
import { ask, bring, say } from "./tickets.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));

beforeAll(async () => void (await thePortal({ clock, config: { publicUrl: "https://portal.example.org" } })));

async function people() {
  const all = await cast({
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    salif: { role: "offgrid_staff", containers: ["gao"] },
    dede: { role: "offgrid_staff", containers: ["gao"] },
  });
  const { database } = await thePortal();
  const ids = Object.values(all).map(({ userId }) => userId);
  await database.pool.query("update app_user set email_verified = true where id = any($1)", [ids]);
  return all;
}

/** Makes all mails that are due, and waits until they are sent. */
async function mailed(): Promise<void> {
  const { database } = await thePortal();
  const count = async (query: string) => (await database.pool.query(query)).rowCount;
  const due = "select from ticket_mail where due_at <= to_timestamp($1)";
  await vi.waitFor(
    async () => {
      await database.pool.query("update job set due_at = now() where kind = 'ticket-mails' and claim is null");
      const { rowCount } = await database.pool.query(due, [clock.now() / 1_000]);
      expect(rowCount).toBe(0);
      expect(await count("select from outbox where sealed is not null")).toBe(0);
    },
    { timeout: 30_000, interval: 100 },
  );
}

/** What somebody was sent about a ticket, in no order. */
async function mailsTo(who: Actor, slug: string) {
  const { config } = await thePortal();
  const folder = join(config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(names.map(async (name) => readFile(join(folder, name), "utf8")));
  return all
    .map((source) => ({ ...readMail(source), source }))
    .filter(({ to, subject }) => to === who.email && subject.startsWith(`[${slug}]`));
}

const references = (source: string) => /^References: (<.+>)/m.exec(source)?.[1];

async function choose(who: Actor, tickets: { mine?: boolean; new?: boolean }, language?: "fr"): Promise<void> {
  await who.call("saveUserSetting", { notify: { tickets }, ...(language && { language }) });
}

test("those who take part are mailed that a ticket arrived, what is answered and that it is closed, in one conversation", async () => {
  const { amina, brahim, salif, dede } = await people();
  await choose(dede, { new: true });
  await choose(amina, {}, "fr");
  const { id, slug } = await ask(amina, { containerId: "gao", subject: "Dark <b>gate</b>" });
  await mailed();
  const [receipt] = await mailsTo(amina, slug);
  expect(receipt).toMatchObject({ subject: `[${slug}] Dark <b>gate</b>` });
  expect(receipt?.link).toBe(`https://portal.example.org/fr/tickets/${slug}`);
  expect(receipt?.source).toMatch(/^Auto-Submitted: auto-generated$/m);
  // Whoever wants to know of new tickets reads what it is about; others who handle tickets are not written to.
  const [newTicket] = await mailsTo(dede, slug);
  expect(newTicket?.text).toContain("The lamps are dark.");
  expect(await mailsTo(salif, slug)).toEqual([]);
  expect(await mailsTo(brahim, slug)).toEqual([]);

  await salif.call("ticketUpdate", { id, agent: salif.userId });
  const file = await bring(salif, "plan.txt", "plan");
  await say(salif, id, "We look <at> it.", { files: [file.id] });
  await say(salif, id, "Tomorrow.");
  await salif.call("ticketUpdate", { id, status: "Closed", reason: "solved", cause: "wiring" });
  clock.advance(60_000);
  await mailed();
  const all = await mailsTo(amina, slug);
  expect(all).toHaveLength(2);
  const answer = all.find(({ messageId }) => messageId !== receipt?.messageId);
  for (const part of ["We look <at> it.", "Un fichier y est joint", "Tomorrow.", "résolu"])
    expect(answer?.text).toContain(part);
  expect(answer?.html).toContain("We look &lt;at&gt; it.");
  // Nothing older is quoted, and the file stays behind the sign-in.
  expect(answer?.text).not.toContain("The lamps are dark.");
  expect(answer?.files.size).toBe(0);
  expect(references(answer?.source ?? "")).toBe(references(receipt?.source ?? ""));
  expect(references(newTicket?.source ?? "")).toBe(references(receipt?.source ?? ""));
  // Whoever wrote it knows.
  expect(await mailsTo(salif, slug)).toEqual([]);
  await say(amina, id, "It is dark again.");
  clock.advance(60_000);
  await mailed();
  expect((await mailsTo(salif, slug)).map(({ text }) => text)).toEqual([expect.stringContaining("It is dark again.")]);
});

test("notes are in no mail and cause none, whatever is written around them", async () => {
  const { amina, salif, dede } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await mailed();
  await say(salif, id, "secret one", { isInternal: true, mentions: [dede.userId] });
  await say(salif, id, "Public one.");
  await say(salif, id, "secret two", { isInternal: true });
  clock.advance(60_000);
  await mailed();
  await say(salif, id, "secret three", { isInternal: true });
  clock.advance(60_000);
  await mailed();
  const all = await mailsTo(amina, slug);
  expect(all).toHaveLength(2);
  for (const { source, text, html } of all) expect(source + text + html).not.toContain("secret");
  expect(all.filter(({ text }) => text.includes("Public one."))).toHaveLength(1);
  // Not even to those who may read them.
  expect(await mailsTo(dede, slug)).toEqual([]);
});

test("what was read in the portal or deleted in time, and what somebody does not want, is not mailed", async () => {
  const { amina, brahim, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await say(brahim, id, "Here too.");
  await choose(brahim, { mine: false });
  await mailed();
  const before = (await mailsTo(amina, slug)).length;
  const { data: read } = await say(salif, id, "Read at once.");
  await amina.call("ticketRead", { id, messageId: read.id });
  const { data: slip } = await say(salif, id, "A slip of the pen.");
  await salif.call("deleteTicketChat", { id, messageId: slip.id });
  clock.advance(60_000);
  await mailed();
  expect(await mailsTo(amina, slug)).toHaveLength(before);
  expect(await mailsTo(brahim, slug)).toEqual([]);
});

test("who sees a ticket no more when a mail is due gets none", async () => {
  const { amina, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await mailed();
  await say(salif, id, "For those who see it.");
  const { database } = await thePortal();
  await database.pool.query("delete from container_user where user_id = $1", [amina.userId]);
  clock.advance(60_000);
  await mailed();
  expect((await mailsTo(amina, slug)).map(({ text }) => text)).toEqual([expect.not.stringContaining("For those")]);
});

test("three that look for what is due at once write each mail once, and one whose transaction breaks leaves it to the next", async () => {
  const { amina, salif } = await people();
  const { config, database } = await thePortal();
  const tickets = await Promise.all([1, 2, 3, 4, 5].map(() => ask(amina, { containerId: "gao" })));
  await mailed();
  for (const { id } of tickets) await say(salif, id, "Answered.");
  const laterClock = { now: () => clock.now() + 60_000 };
  const written: string[] = [];
  let breaks = 2;
  const outbox = {
    kick: () => undefined,
    write: async (_db: unknown, key: string) => {
      if (breaks-- > 0) throw new Error("the process dies here");
      written.push(key);
    },
  } as unknown as Outbox;
  const box = openSecretBox(config.dataDir);
  const base = { db: database.db, clock: laterClock, config, liveConfig: { config } as LiveConfig, outbox, box };
  const look = () => sendTicketMails(base, new AbortController().signal).catch(() => undefined);
  await Promise.all([look(), look(), look()]);
  await look();
  expect(written).toHaveLength(5);
  expect(new Set(written.map((key) => key.split(" ")[1]))).toEqual(new Set(tickets.map(({ id }) => id)));
});
