import { randomUUID } from "node:crypto";

import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { ask, say, textsOf } from "../tickets/tickets.fixture.ts";
import { addressOf, answer, deliver, domain, ends, mailIn, mailsTo } from "./mail-in.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));

beforeAll(async () => void (await thePortal({ clock, config: { mailIn } })));

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await (await thePortal()).database.pool.query<Row>(text, values)).rows;
}

beforeEach(async () => {
  await query("delete from ticket_mail_in");
  await query("delete from limit_window");
});

async function people() {
  const all = await cast({
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    salif: { role: "offgrid_staff", containers: ["gao"] },
    far: { role: "user", containers: ["timbuktu"] },
  });
  const ids = Object.values(all).map(({ userId }) => userId);
  await query("update app_user set email_verified = true where id = any($1)", [ids]);
  return all;
}

const messagesOf = async (who: Actor, id: string) => (await who.call("getTicketChat", { id })).data;
const closedFor = (id: string, days: number) =>
  query("update ticket set closed_at = closed_at - make_interval(days => $2) where id = $1", [id, days]);
/** Tickets that follow this one. */
const followers = async (who: Actor, slug: string) =>
  (await who.call("ticketGetList", { sort: "created", pageSize: 200 })).data.filter(({ follows }) => follows === slug);

test("an answer to a mail about a ticket is a message in it, without what it quotes, that says how it came", async () => {
  const { amina, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  await say(salif, id, "Is the fuse in?");
  const mail = (await mailsTo(amina, clock)).find(({ text }) => text.includes("Is the fuse in?"));
  expect(mail?.replyTo).toBe(await addressOf(id, amina));
  expect(mail?.text).toContain("Answer this mail to write into the ticket");
  const reply = {
    from: { name: "Amina", address: amina.email.toUpperCase() },
    to: mail?.replyTo ?? "",
    subject: `Re: ${mail?.subject}`,
    inReplyTo: mail?.messageId ?? "",
    text: `Yes, it is in.\n\nOn Mon, 5 Jan 2026 at 09:00, Offgrid Portal <${mail?.from}> wrote:\n> Is the fuse in?\n`,
  };
  expect(await deliver(reply)).toMatchObject({ code: 250 });
  const written = (await messagesOf(salif, id)).at(-1);
  expect(written).toMatchObject({ text: "Yes, it is in.", byMail: true, fromHandler: false, isInternal: false });
  expect(written?.by?.userId).toBe(amina.userId);
  expect((await messagesOf(salif, id)).map(({ byMail }) => byMail)).toEqual([false, false, true]);
  const { ticket } = (await salif.call("ticketGet", { id })).data;
  expect(ticket).toMatchObject({ needsReply: true, unread: 1, slug });
  // It goes on by mail, and to whoever wrote it not again.
  expect((await mailsTo(salif, clock)).filter(({ text }) => text.includes("Yes, it is in."))).toHaveLength(1);
  expect((await mailsTo(amina, clock)).filter(({ text }) => text.includes("Yes, it is in."))).toEqual([]);
  const lines = await query("select user_id, result from audit where action = 'ticket_mail_in' and target = $1", [id]);
  expect(lines).toEqual([{ user_id: amina.userId, result: "ok" }]);
});

test("whoever handles tickets answers by mail, too, which is the first answer", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  expect((await answer(salif, id, "We come tomorrow.")).code).toBe(250);
  expect((await messagesOf(amina, id)).at(-1)).toMatchObject({ text: "We come tomorrow.", fromHandler: true });
  expect((await amina.call("ticketGet", { id })).data.ticket).toMatchObject({ needsReply: false, answer: null });
});

test("mails for other addresses are not taken, whoever they are from, and nothing is passed on", async () => {
  const { amina } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const other = await ask(amina, { containerId: "gao" });
  const [own, others] = [await addressOf(id, amina), await addressOf(other.id, amina)];
  const wrong = [
    "somebody@example.com",
    `postmaster@${domain}`,
    own.replace(domain, "example.com"),
    own.replace(/\..{20}@/, `.${"0".repeat(20)}@`),
    own.replace(/\..{20}@/, `${/\..{20}@/.exec(others)?.[0]}`),
    own.replace("ticket+", "tickets+"),
  ];
  for (const to of wrong)
    expect([to, (await deliver({ from: amina.email, to, text: "Hello" })).code]).toEqual([to, 550]);
  expect((await messagesOf(amina, id)).length).toBe(1);
  expect(await ends()).toEqual([]);
  // Mail servers may change the case of an address.
  expect((await deliver({ from: amina.email, to: own.toUpperCase(), text: "Hello" })).code).toBe(250);
});

test("where the address lost its ticket, what the mail answers tells which one is meant, never its subject or text", async () => {
  const { amina, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await say(salif, id, "Is it dark?");
  const { messageId = "" } = (await mailsTo(amina, clock)).find(({ text }) => text.includes("Is it dark?")) ?? {};
  const mail = { from: amina.email, to: `ticket@${domain}`, subject: `Re: [${slug}] Lamps` };
  expect((await deliver({ ...mail, text: `It is about ${slug}, ${id}.` })).code).toBe(550);
  const strange = ["<somebody@example.com>", "<made-up@example.org>"];
  expect((await deliver({ ...mail, references: strange, text: "It is dark." })).code).toBe(550);
  expect((await deliver({ ...mail, references: [...strange, messageId], text: "By reference." })).code).toBe(250);
  expect((await deliver({ ...mail, inReplyTo: messageId, text: "By what it answers." })).code).toBe(250);
  expect((await textsOf(amina, id)).slice(-2)).toEqual(["By reference.", "By what it answers."]);
  // Of two that differ the address counts.
  const other = await ask(amina, { containerId: "gao" });
  expect((await answer(amina, other.id, "To the other.", { inReplyTo: messageId })).code).toBe(250);
  expect((await textsOf(amina, other.id)).at(-1)).toBe("To the other.");
});

test("a mail that comes again is there once, also one without a Message-ID", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const again = { messageId: `<${randomUUID()}@example.org>` };
  const all = await Promise.all([1, 2, 3].map(async () => answer(amina, id, "Once.", again)));
  expect(all.map(({ code }) => code)).toEqual([250, 250, 250]);
  expect((await answer(amina, id, "Once, with other words.", again)).code).toBe(250);
  expect((await textsOf(salif, id)).slice(1)).toEqual(["Once."]);
  const raw = (text: string, received: string) => ({
    envelope: { from: amina.email, to: [address] },
    raw: `Received: from ${received}\r\nFrom: ${amina.email}\r\nTo: ${address}\r\nDate: Mon, 5 Jan 2026 08:00:00 +0000\r\nMessage-ID:\r\nSubject: Lamps\r\n\r\n${text}\r\n`,
  });
  const address = await addressOf(id, amina);
  for (const server of ["one", "another"]) expect((await deliver(raw("Without a name.", server))).code).toBe(250);
  expect((await deliver(raw("Without a name, too.", "one"))).code).toBe(250);
  expect((await textsOf(salif, id)).slice(1)).toEqual(["Once.", "Without a name.", "Without a name, too."]);
});

test("whoever has no confirmed account or does not see the ticket is refused in the same words, and the audit says why", async () => {
  const { amina, brahim, far, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  await query("update app_user set email_verified = false where id = $1", [brahim.userId]);
  await query("update app_user set disabled = true where id = $1", [salif.userId]);
  const senders = ["stranger@example.org", brahim.email, far.email, salif.email];
  const words = new Set<string>();
  for (const from of senders) {
    const { code, words: said } = await deliver({ from, to: await addressOf(id, amina), text: "Let me in." });
    expect([from, code]).toEqual([from, 550]);
    words.add(said);
  }
  expect([...words]).toEqual([expect.stringContaining("may not write into this ticket")]);
  // Several senders are nobody.
  expect((await deliver({ from: [amina.email, far.email], to: await addressOf(id, amina), text: "We." })).code).toBe(
    550,
  );
  expect(await ends()).toEqual(Array.from({ length: 5 }, () => "mail_stranger"));
  const lines = await query("select result from audit where action = 'ticket_mail_in' and target = $1", [id]);
  expect(lines).toEqual(Array.from({ length: 5 }, () => ({ result: "mail_stranger" })));
  expect(await messagesOf(amina, id)).toHaveLength(1);
});

test("a mail of somebody who sees the ticket and took no part so far makes a ticket that follows it", async () => {
  const { amina, brahim, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao", category: "complaints_comments" });
  const given = { subject: `Re: [${slug}] The fridge is warm` };
  expect((await answer(brahim, id, "It has 12 degrees.", given)).code).toBe(250);
  expect(await messagesOf(amina, id)).toHaveLength(1);
  const [made, ...more] = await followers(salif, slug);
  expect(more).toEqual([]);
  const expected = {
    subject: "The fridge is warm",
    status: "Unassigned",
    needsReply: true,
    category: "complaints_comments",
  };
  expect(made).toMatchObject({ ...expected, container: { id: "gao" }, author: { userId: brahim.userId } });
  expect(await messagesOf(amina, made?.id ?? "")).toMatchObject([{ text: "It has 12 degrees.", byMail: true }]);
  // Its receipt is answered to the new one.
  const receipt = (await mailsTo(brahim, clock)).find(({ subject }) => subject.includes("The fridge is warm"));
  expect(receipt?.replyTo).toBe(await addressOf(made?.id ?? "", brahim));
  // Whoever was written to about a ticket takes part in it.
  await say(brahim, id, "Here too.");
  await say(salif, id, "We come.");
  await mailsTo(brahim, clock);
  expect((await answer(brahim, id, "Thank you.")).code).toBe(250);
  expect((await textsOf(amina, id)).at(-1)).toBe("Thank you.");
});

test("a name in a mail proves nothing: whoever has the address of another writes no message in the name of a third", async () => {
  const { amina, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  await say(salif, id, "Is the fuse in?");
  const [mail] = await mailsTo(amina, clock);
  const ways = [{ to: await addressOf(id, amina) }, { to: `ticket@${domain}`, inReplyTo: mail?.messageId ?? "" }];
  for (const [number, way] of ways.entries()) {
    const { code } = await deliver({ from: salif.email, text: `Send us your password, ${number}.`, ...way });
    expect(code).toBe(250);
  }
  expect((await textsOf(amina, id)).join(" ")).not.toContain("password");
  expect(await followers(salif, slug)).toHaveLength(2);
  expect((await answer(salif, id, "It is done.")).code).toBe(250);
  expect((await textsOf(amina, id)).at(-1)).toBe("It is done.");
});

test("what programs and lists send is accepted and comes to nothing", async () => {
  const { amina } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const to = await addressOf(id, amina);
  const automatic = [
    { headers: { "Auto-Submitted": "auto-replied" } },
    { headers: { "Auto-Submitted": "auto-generated; owner-email=x@example.org" } },
    { headers: { "X-Autoreply": "yes" } },
    { headers: { Precedence: "auto_reply" } },
  ];
  const lists = [
    { list: { unsubscribe: "https://example.org" } },
    { headers: { "List-Id": "<a.example.org>" } },
    { headers: { Precedence: "bulk" } },
  ];
  const bounce = { envelope: { from: "", to: [to] } };
  for (const given of [...automatic, ...lists, bounce])
    expect((await answer(amina, id, "I am away.", given)).code).toBe(250);
  const expected = [...automatic.map(() => "mail_automatic"), ...lists.map(() => "mail_list"), "mail_bounce"];
  expect(await ends()).toEqual(expected);
  expect(await messagesOf(amina, id)).toHaveLength(1);
  expect((await answer(amina, id, "I am here.", { headers: { "Auto-Submitted": "no" } })).code).toBe(250);
  expect((await textsOf(amina, id)).at(-1)).toBe("I am here.");
});

test("the sixth mail of one sender into one ticket within an hour is refused, so that two programs come to an end", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const other = await ask(amina, { containerId: "gao" });
  const codes: number[] = [];
  for (const text of ["1", "2", "3", "4", "5", "6"]) codes.push((await answer(amina, id, text)).code);
  expect(codes).toEqual([250, 250, 250, 250, 250, 550]);
  expect(await textsOf(salif, id)).toHaveLength(6);
  expect((await answer(amina, other.id, "Elsewhere")).code).toBe(250);
  clock.advance(3_600_000);
  expect((await answer(amina, id, "7")).code).toBe(250);
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("files come along if tickets take them, and the message names those that do not", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  await amina.call("saveUserSetting", { language: "fr" });
  const located = Buffer.concat([
    png.subarray(0, 33),
    Buffer.from("\0\0\0\u0003eXIfGaoabcd", "latin1"),
    png.subarray(33),
  ]);
  const attachments = [
    { filename: "lamp.png", content: png },
    { filename: "run.exe", content: Buffer.from("MZ\u0000\u0001\u0002", "latin1") },
    { filename: "page.html", content: "<script>alert(1)</script>", contentType: "text/html" },
    { filename: "where.png", content: located },
    { filename: "long.txt", content: Buffer.alloc(ticketFileLimits.bytes + 1, "a") },
  ];
  expect((await answer(amina, id, "See here.", { attachments })).code).toBe(250);
  const written = (await messagesOf(salif, id)).at(-1);
  expect(written?.files.map(({ name, type }) => [name, type])).toEqual([
    ["lamp.png", "image/png"],
    ["page.html.txt", "text/plain"],
    ["where.png", "image/png"],
  ]);
  // The place that a picture was taken at is nobody's business: it is stored without.
  const cleaned = await salif.post("ticketFile", { id, fileId: written?.files[2]?.id });
  expect(cleaned.status).toBe(200);
  expect(cleaned.text).not.toContain("eXIf");
  expect(written?.text).toMatch(/^See here\.\n\n\[Non repris, .*\u00a0: run\.exe, long\.txt\]$/);
  const read = await salif.post("ticketFile", { id, fileId: written?.files[0]?.id });
  expect(read.status).toBe(200);
  const many = Array.from({ length: 7 }, (_, place) => ({ filename: `${place}.txt`, content: `file ${place}` }));
  expect((await answer(amina, id, "", { attachments: many })).code).toBe(250);
  const next = (await messagesOf(salif, id)).at(-1);
  expect([next?.files.length, next?.text]).toEqual([5, expect.stringContaining("5.txt, 6.txt")]);
});

test("a mail in HTML alone becomes text, a long one is attached whole, and one without anything is refused", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const html = `<p>It is <b>dark</b>.</p><script>alert(1)</script><div>On Mon, 5 Jan 2026 at 09:00, Offgrid wrote:</div><blockquote>Is it dark?</blockquote>`;
  expect((await deliver({ from: amina.email, to: await addressOf(id, amina), html })).code).toBe(250);
  expect((await textsOf(salif, id)).at(-1)).toBe("It is dark.");
  const long = `${"0123456789 ".repeat(700)}end`;
  expect((await answer(amina, id, long)).code).toBe(250);
  const whole = (await messagesOf(salif, id)).at(-1);
  expect(whole?.text.length).toBeLessThanOrEqual(5_000);
  expect((await salif.post("ticketFile", { id, fileId: whole?.files[0]?.id })).text.replaceAll(/\s/g, "")).toBe(
    long.replaceAll(" ", ""),
  );
  expect((await answer(amina, id, "Turned\u202e \u200bround.")).code).toBe(250);
  expect((await textsOf(salif, id)).at(-1)).toBe("Turned round.");
  expect(await answer(amina, id, " \n ")).toMatchObject({
    code: 550,
    words: expect.stringContaining("neither text nor files"),
  });
});

test("a customer's mail opens a ticket again that was closed within 14 days; later it makes one that follows", async () => {
  const { amina, salif } = await people();
  const { id, slug } = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  await salif.call("ticketUpdate", { id, status: "Closed", reason: "solved", cause: "wiring" });
  await closedFor(id, 13);
  expect((await answer(amina, id, "Dark again.")).code).toBe(250);
  expect((await salif.call("ticketGet", { id })).data.ticket).toMatchObject({ status: "Open", needsReply: true });
  const { data: history } = await amina.call("getTicketHistory", { id });
  const reopened = history.filter(({ field }) => field === "status").at(-1);
  const by = { userId: amina.userId };
  expect(reopened).toMatchObject({ from: "Closed", to: "Open", by, byMessage: true, byMail: true });
  expect(history.filter(({ byMail }) => !byMail)).not.toEqual([]);
  await salif.call("ticketUpdate", { id, status: "Closed", reason: "solved", cause: "wiring" });
  await closedFor(id, 15);
  expect((await answer(amina, id, "And again.")).code).toBe(250);
  expect((await salif.call("ticketGet", { id })).data.ticket.status).toBe("Closed");
  expect(await followers(salif, slug)).toMatchObject([{ status: "Unassigned", author: { userId: amina.userId } }]);
});
