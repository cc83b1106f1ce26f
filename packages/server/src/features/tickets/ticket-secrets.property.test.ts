import { randomUUID } from "node:crypto";

import { type CallName, calls } from "@offgrid/contract/registry";
import { roles, roleTable } from "@offgrid/contract/core/access";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { peopleNotified } from "../../testing/notified.ts";
import { userMessages } from "../../testing/user-messages.ts";
import { ask, bring, say } from "./tickets.fixture.ts";

/**
 * Notes are for those who handle tickets. A customer's world is compared with itself before any note was written: not even
 * that there is one may be learned, by whatever call, search, notification, mail or live message.
 */

const ticketNames = (Object.keys(calls) as CallName[]).filter((name) => /ticket/i.test(name));
const isCustomer = (role: (typeof roles)[number]) => !roleTable[role].grants.includes("tickets_handle");

async function people(containerId: string) {
  return cast({
    amina: { role: "user", containers: [containerId] },
    brahim: { role: "customer_staff", containers: [containerId] },
    nobody: { role: null, containers: [containerId] },
    salif: { role: "offgrid_staff", containers: [containerId] },
    dede: { role: "offgrid_staff", containers: [containerId] },
  });
}

/** All that a person can read of a ticket, but when they read it. */
async function worldOf(
  person: Actor,
  id: string,
  secrets: readonly string[],
  messageIds: readonly string[],
  fileIds: readonly string[] = [],
) {
  const reads: [CallName, object][] = [
    ["ticketGet", { id }],
    ["getTicketHistory", { id }],
    ["getTicketChat", { id }],
    ["ticketPeople", { id }],
    ["evidenceList", { ticketId: id }],
    ...(["updated", "created", "priority"] as const).map((sort): [CallName, object] => ["ticketGetList", { sort }]),
    ...(["mine", "to_do", "needs_reply", "unread"] as const).map((choice): [CallName, object] => [
      "ticketGetList",
      { choice },
    ]),
    ...["note", ...secrets].map((search): [CallName, object] => ["ticketGetList", { search }]),
    ...messageIds.flatMap((messageId): [CallName, object][] => [
      ["getTicketChat", { id, before: messageId }],
      ["ticketRead", { id, messageId }],
      ["updateTicketChat", { id, messageId, text: "Mine now" }],
      ["deleteTicketChat", { id, messageId }],
    ]),
    ...fileIds.flatMap((fileId): [CallName, object][] => [
      ["ticketFile", { id, fileId }],
      ["updateTicketChat", { id, clientId: "with-a-file", text: "Give it to me", files: [fileId] }],
    ]),
    ["getNotifications", {}],
    ["getNotificationsHistory", { from: new Date(0).toISOString() }],
    ["getNotificationsUnread", {}],
    ["getUnreadNotificationCount", {}],
    ["getWarningUnreadCount", {}],
    ["auditList", {}],
  ];
  const answers: string[] = [];
  for (const [name, input] of reads) {
    const { status, text } = await person.post(name, input);
    answers.push(`${name} ${JSON.stringify(input)} ${status} ${text.replaceAll(/"(?:requestId|asOf)":"[^"]*"/g, "")}`);
  }
  return answers;
}

test("no role but those that handle tickets may make a call that answers with notes as such", () => {
  expect(roles.filter((role) => !isCustomer(role))).toEqual(["super_admin", "admin", "offgrid_staff"]);
  expect(ticketNames).toHaveLength(17);
});

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom("note", "note", "mention", "edit", "delete", "read", "write"),
    at: fc.nat(),
    by: fc.integer({ min: 0, max: 1 }),
  }),
  { minLength: 1, maxLength: 10 },
);

test("whatever handlers note, change, delete, read and mention among themselves, customers learn nothing of it", async () => {
  const containerId = "secretive";
  const { amina, brahim, nobody, salif, dede } = await people(containerId);
  const customers = [amina, brahim, nobody];
  const handlers = [salif, dede];
  const { database } = await thePortal();
  await database.pool.query("update app_user set email_verified = true");
  /** Mails that are planned or written; those of public messages wait for longer than the test takes. */
  const mails = async () => {
    const planned = await database.pool.query("select user_id, since_seq from ticket_mail order by user_id");
    return [planned.rows, (await database.pool.query("select from outbox")).rowCount];
  };
  const live = await Promise.all(customers.map(userMessages));
  const { id } = await ask(amina, { containerId, subject: "Lamps" });
  const first = await say(salif, id, "We look at it.");
  for (const one of handlers) await one.call("ticketRead", { id, messageId: first.data.id });
  await vi.waitFor(async () => expect((await mails())[1]).toBe(1), 20_000);
  const mailed = await mails();
  const secrets: string[] = [];
  const messageIds: string[] = [];
  const fileIds: string[] = [];
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const [fake, fakeFile] = [randomUUID(), randomUUID()];
      const secret = `secret${secrets.length}`;
      // A note that is there must not be told apart from none.
      const before = await Promise.all(customers.map((one) => worldOf(one, id, [secret], [fake], [fakeFile])));
      const received = live.map((messages) => messages.length);
      secrets.push(secret);
      const noted: string[] = [];
      for (const { kind, at, by } of all) {
        const who = handlers[by] as Actor;
        const other = handlers[1 - by] as Actor;
        const messageId = noted[at % Math.max(1, noted.length)];
        if (kind === "note" || kind === "mention" || messageId === undefined) {
          const mentions = kind === "mention" ? [other.userId] : [];
          const { id: fileId } = await bring(who, `${secret}.txt`, `A note of ${secret}`);
          const given = { isInternal: true, mentions, files: [fileId] };
          const note = await say(who, id, `A note, ${secret}`, given);
          noted.push(note.data.id);
          fileIds.push(fileId);
        } else if (kind === "edit") await who.post("updateTicketChat", { id, messageId, text: `Changed ${secret}` });
        else if (kind === "delete") await who.call("deleteTicketChat", { id, messageId });
        else if (kind === "read") await who.call("ticketRead", { id, messageId });
        else await who.call("ticketWriting", { id, isInternal: true });
      }
      messageIds.push(...noted);
      await peopleNotified(database);
      const [messageId, fileId] = [noted.at(-1) ?? fake, fileIds.at(-1) ?? fakeFile];
      const after = await Promise.all(customers.map((one) => worldOf(one, id, [secret], [messageId], [fileId])));
      const plain = after.flat().map((answer) => answer.replaceAll(messageId, fake).replaceAll(fileId, fakeFile));
      const known = new Set(before.flat());
      expect(plain.filter((answer) => !known.has(answer))).toEqual([]);
      expect(live.map((messages) => messages.length)).toEqual(received);
    }),
    { numRuns: 4 },
  );
  const handlersWorld = (await worldOf(dede, id, [secrets[0] ?? ""], [])).join("\n");
  expect(handlersWorld).toContain("A note");
  expect(await mails()).toEqual(mailed);
  // Whoever handles tickets no more sees no notes any more, not even their own, and does not get one back by sending again.
  const own = await bring(salif, "My own note.txt", "My own note");
  const sent = { id, text: "My own note", clientId: "my-own-note", isInternal: true, files: [own.id] };
  await salif.call("updateTicketChat", sent);
  await database.pool.query("update app_user set role = 'user' where id = $1", [salif.userId]);
  await vi.waitFor(async () => expect((await salif.post("ticketPeople", { id })).code).toBe("forbidden"));
  const world = await worldOf(salif, id, secrets, messageIds, [...fileIds, own.id]);
  expect(world.join("\n")).not.toMatch(/A note|Changed secret|My own note/);
  for (const isInternal of [true, false])
    expect((await salif.post("updateTicketChat", { ...sent, isInternal })).code).toBe("forbidden");
}, 180_000);
