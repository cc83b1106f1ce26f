import { randomUUID } from "node:crypto";

import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { ask, say, textsOf } from "./tickets.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));

beforeAll(async () => void (await thePortal({ clock })));

/** A customer with a member of staff, and two who handle tickets. */
const people = () =>
  cast({
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    salif: { role: "offgrid_staff", containers: ["gao"] },
    dede: { role: "offgrid_staff", containers: ["gao"] },
  });

const listed = async (who: Actor, id: string) =>
  (await who.call("ticketGetList", { pageSize: 200 })).data.find((one) => one.id === id);

/** Sends that are lost on the way there or back, sent again, doubled and reordered, until all were answered. */
const deliveries = fc.array(
  fc.record({ message: fc.integer({ min: 0, max: 3 }), by: fc.integer({ min: 0, max: 1 }), isLost: fc.boolean() }),
  { maxLength: 24 },
);

test("however sends are lost, doubled and reordered, each message is there once, and none is missing", async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async (tries) => {
      const { amina, salif } = await people();
      const { id } = await ask(amina, { containerId: "gao", text: "begin" });
      const writers = [amina, salif];
      const send = async (by: number, message: number) => {
        const text = `${by}-${message}`;
        const { data } = await say(writers[by] as Actor, id, text, { clientId: `message-${message}` });
        expect(data.text).toBe(text);
        return data.id;
      };
      const known = new Map<string, string>();
      const all = [0, 1].flatMap((by) => [0, 1, 2, 3].map((message) => ({ by, message, isLost: false })));
      const arrived = [...tries.filter(({ isLost }) => !isLost), ...all];
      for (let at = 0; at < arrived.length; at += 3) {
        // Three at a time, as of a browser that sends again while its first try is still under way.
        const some = arrived.slice(at, at + 3);
        const ids = await Promise.all(some.map(({ by, message }) => send(by, message)));
        for (const [index, { by, message }] of some.entries()) {
          const answered = ids[index] as string;
          expect(known.get(`${by}-${message}`) ?? answered).toBe(answered);
          known.set(`${by}-${message}`, answered);
        }
      }
      expect((await textsOf(amina, id)).toSorted()).toEqual([...known.keys(), "begin"].toSorted());
    }),
    { numRuns: 6 },
  );
});

test("one's own message can be changed and deleted for a quarter of an hour, and a handler deletes any later", async () => {
  const { amina, brahim, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const { data } = await say(amina, id, "The lam at the gate");
  const about = { id, messageId: data.id };
  expect(data.mayEditUntil).toBe(new Date(clock.now() + ticketLimits.editMs).toISOString());
  await expect(brahim.call("updateTicketChat", { ...about, text: "Mine" })).refusesWith("forbidden");
  await expect(brahim.call("deleteTicketChat", about)).refusesWith("forbidden");
  const changed = await amina.call("updateTicketChat", { ...about, text: "The lamp at the gate" });
  expect(changed.data).toMatchObject({ text: "The lamp at the gate", editedAt: new Date(clock.now()).toISOString() });
  clock.advance(ticketLimits.editMs);
  await expect(amina.call("updateTicketChat", { ...about, text: "Too late" })).refusesWith("message_settled");
  await expect(amina.call("deleteTicketChat", about)).refusesWith("message_settled");
  await expect(salif.call("updateTicketChat", { ...about, text: "Not mine" })).refusesWith("forbidden");
  expect((await salif.call("deleteTicketChat", about)).data).toMatchObject({ text: "", isDeleted: true });
  const { data: chat } = await amina.call("getTicketChat", { id });
  expect(chat.at(-1)).toMatchObject({
    text: "",
    isDeleted: true,
    mayDelete: false,
    deletedBy: { userId: salif.userId },
  });
  expect((await amina.call("ticketGetList", { search: "lamp gate" })).total).toBe(0);
});

test("unread is what others wrote since one read, and an answer is needed until a handler gives one", async () => {
  const { amina, salif, dede } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  expect(await listed(salif, id)).toMatchObject({ unread: 1, needsReply: true });
  const [first] = (await salif.call("getTicketChat", { id })).data;
  await salif.call("ticketRead", { id, messageId: first?.id ?? "" });
  expect(await listed(salif, id)).toMatchObject({ unread: 0, needsReply: true });
  const { data: note } = await say(salif, id, "Who knows the lamps?", { isInternal: true });
  expect(await listed(dede, id)).toMatchObject({ unread: 2, needsReply: true });
  expect(await listed(amina, id)).toMatchObject({ unread: 0 });
  const { data: answer } = await say(salif, id, "I look at it.");
  expect(await listed(amina, id)).toMatchObject({ unread: 1, needsReply: false });
  await dede.call("ticketRead", { id, messageId: note.id });
  const chat = await amina.call("getTicketChat", { id });
  expect(chat.firstUnread).toBe(answer.id);
  // Dede has read a note that the customer does not see: for the customer, what stands before it.
  expect(chat.readers).toEqual(expect.arrayContaining([{ userId: dede.userId, name: "dede", upTo: first?.id }]));
  await amina.call("ticketRead", { id, messageId: answer.id });
  await amina.call("ticketRead", { id, messageId: first?.id ?? "" });
  expect(await listed(amina, id)).toMatchObject({ unread: 0 });
  await expect(amina.call("ticketRead", { id, messageId: note.id })).refusesWith("not_found");
});

test("a long chat is read page by page, from its end to its beginning", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao", text: "0" });
  const { database } = await thePortal();
  await database.pool.query(
    `insert into ticket_message (id, ticket_id, seq, author_id, client_id, from_handler, is_internal, text, written_at)
     select $1 || n, $1, n, $2, 'n-' || n, false, n % 2 = 0, n::text, now() from generate_series(2, 250) n`,
    [id, amina.userId],
  );
  await database.pool.query("update ticket set last_seq = 250 where id = $1", [id]);
  const last = await salif.call("getTicketChat", { id });
  expect([last.data.length, last.data.at(-1)?.text, last.isMore]).toEqual([100, "250", true]);
  const before = await amina.call("getTicketChat", { id, before: last.data[0]?.id ?? "" });
  expect([before.data.length, before.data.at(-1)?.text, before.isMore]).toEqual([75, "149", false]);
});

test.each([
  ["mentions a customer", { isInternal: true, mentions: ["brahim"] }],
  ["mentions somebody in what the customer reads", { mentions: ["dede"] }],
])("a message that %s is refused", async (_, given) => {
  const { amina, brahim, salif, dede } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  const ids: Record<string, string> = { brahim: brahim.userId, dede: dede.userId };
  const mentions = given.mentions.map((name) => ids[name] ?? "");
  await expect(say(salif, id, "Look", { ...given, mentions })).refusesWith("bad_input");
});

test("messages have several lines, and no signs that are not seen or turn the writing", async () => {
  const { amina } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  expect((await say(amina, id, "  one\r\ntwo\tthree \n")).data.text).toBe("one\ntwo three");
  for (const text of ["", " \n ", "a\u202eb", "a\u0000b", "x".repeat(ticketLimits.longestMessage + 1)]) {
    const clientId = randomUUID();
    expect((await amina.post("updateTicketChat", { id, text, clientId })).code).toBe("bad_input");
  }
});
