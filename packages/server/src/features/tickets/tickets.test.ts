import { randomUUID } from "node:crypto";

import { beforeAll, expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { peopleNotified } from "../../testing/notified.ts";
import { testClock } from "../../testing/test-clock.ts";
import { userMessages } from "../../testing/user-messages.ts";
import { insertRaised } from "../warnings/warnings.store.ts";
import { ask, say } from "./tickets.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));
const minuteMs = 60_000;

beforeAll(async () => void (await thePortal({ clock })));

/** A customer of one container with a member of staff, two who handle tickets there, and one of another container. */
async function people(containerId: string) {
  return cast({
    amina: { role: "user", containers: [containerId] },
    brahim: { role: "customer_staff", containers: [containerId] },
    salif: { role: "offgrid_staff", containers: [containerId] },
    dede: { role: "offgrid_staff", containers: [containerId] },
    kofi: { role: "offgrid_staff", containers: ["fogo"] },
    boss: { role: "super_admin" },
  });
}

const get = async (person: Actor, id: string) => (await person.call("ticketGet", { id })).data.ticket;
const history = async (person: Actor, id: string) =>
  (await person.call("getTicketHistory", { id })).data.map(({ by, field, from, to }) => [by?.name, field, from, to]);

test("a ticket goes from a customer to an agent, to work, to its end and back, with a line of history for each change", async () => {
  const { amina, salif, dede } = await people("gao");
  const { id, slug, status } = await ask(amina, { containerId: "gao" });
  expect(status).toBe("Unassigned");
  const change = async (who: Actor, wanted: object) => (await who.call("ticketUpdate", { id: slug, ...wanted })).data;
  expect(await change(salif, { agent: salif.userId })).toMatchObject({ status: "Open", agent: { name: "salif" } });
  expect(await change(salif, { status: "Inprogress", priority: "high" })).toMatchObject({ status: "Inprogress" });
  expect(await change(dede, { agent: dede.userId })).toMatchObject({ status: "Inprogress", agent: { name: "dede" } });
  await expect(amina.call("ticketUpdate", { id, priority: "urgent" })).refusesWith("forbidden");
  await expect(amina.call("ticketUpdate", { id, status: "Closed", reason: "duplicate" })).refusesWith("forbidden");
  expect(await change(amina, { status: "Closed", reason: "withdrawn" })).toMatchObject({ closeReason: "withdrawn" });
  await expect(dede.call("ticketUpdate", { id, status: "Inprogress", agent: null })).refusesWith("ticket_move");
  await expect(dede.call("ticketUpdate", { id, priority: "low" })).refusesWith("ticket_move");
  expect(await change(amina, { status: "Open" })).toMatchObject({ status: "Open", closeReason: null });
  expect(await history(amina, id)).toEqual([
    ["salif", "status", "Unassigned", "Open"],
    ["salif", "agent", null, salif.userId],
    ["salif", "status", "Open", "Inprogress"],
    ["salif", "priority", "medium", "high"],
    ["dede", "agent", salif.userId, dede.userId],
    ["amina", "status", "Inprogress", "Closed"],
    ["amina", "closeReason", null, "withdrawn"],
    ["amina", "status", "Closed", "Open"],
    ["amina", "closeReason", "withdrawn", null],
  ]);
});

test("what a customer's message makes of a ticket is said to be by that message", async () => {
  const { amina, salif } = await people("gao");
  const { id } = await ask(amina, { containerId: "gao" });
  const lines = async () => (await salif.call("getTicketHistory", { id })).data;
  await salif.call("ticketUpdate", { id, agent: salif.userId, waitingFor: "customer" });
  await say(amina, id, "Here is the photo.");
  const by = { userId: amina.userId, name: "amina" };
  expect((await lines()).at(-1)).toMatchObject({ by, byMessage: true, field: "waitingFor", to: "nobody" });
  await salif.call("ticketUpdate", { id, status: "Closed", reason: "no_answer" });
  await say(amina, id, "It is dark again.");
  expect((await lines()).slice(-4).map((line) => [line.by?.name, line.byMessage, line.field, line.to])).toEqual([
    ["salif", false, "status", "Closed"],
    ["salif", false, "closeReason", "no_answer"],
    ["amina", true, "status", "Open"],
    ["amina", true, "closeReason", null],
  ]);
});

test("a handler who makes a ticket may take it at once, and a customer may not", async () => {
  const { amina, salif } = await people("gao");
  expect(await ask(salif, { containerId: "gao", take: true })).toMatchObject({ status: "Open", answer: null });
  const body = { category: "technical_support", priority: "low", subject: "A", text: "B", take: true };
  expect((await amina.post("ticketCreate", body)).code).toBe("forbidden");
});

test("of two agents who take a ticket at once, one has it and the other is told", async () => {
  const { amina, salif, dede } = await people("gao");
  const { id, version } = await ask(amina, { containerId: "gao" });
  const tries = await Promise.all(
    [salif, dede].map((one) => one.post("ticketUpdate", { id, version, agent: one.userId })),
  );
  expect(tries.map(({ code }) => code ?? "done").toSorted()).toEqual(["done", "ticket_changed"]);
  expect(await history(amina, id)).toHaveLength(2);
});

test("a ticket that a program sends twice is made once", async () => {
  const { amina } = await people("gao");
  const clientId = randomUUID();
  const made = await Promise.all([1, 2, 3].map(() => ask(amina, { containerId: "gao", clientId })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});

test("nobody sees a ticket of a container that they do not see, from the moment on that they do not", async () => {
  const { amina, brahim, kofi, salif } = await people("mopti");
  const { id, slug } = await ask(amina, { containerId: "mopti" });
  expect((await get(brahim, slug)).id).toBe(id);
  await expect(kofi.call("ticketGet", { id: slug })).refusesWith("not_found");
  await expect(kofi.call("ticketUpdate", { id, agent: kofi.userId })).refusesWith("not_found");
  await expect(kofi.call("getTicketHistory", { id })).refusesWith("not_found");
  await expect(ask(kofi, { containerId: "mopti" })).refusesWith("not_found");
  await expect(kofi.call("ticketGetList", { containerId: "mopti" })).refusesWith("not_found");
  await expect(salif.call("ticketUpdate", { id, agent: kofi.userId })).refusesWith("bad_input");
  await expect(salif.call("ticketUpdate", { id, agent: brahim.userId })).refusesWith("bad_input");
  const { database } = await thePortal();
  await database.pool.query("delete from container_user where user_id = $1", [amina.userId]);
  await expect(amina.call("ticketGet", { id })).refusesWith("not_found");
  expect((await amina.call("ticketGetList", {})).total).toBe(0);
});

test("a ticket about no container is seen by its author, and by handlers who share a container with them", async () => {
  const { amina, brahim, salif, kofi, boss } = await people("kayes");
  const { id } = await ask(amina);
  for (const one of [amina, salif, boss]) expect((await get(one, id)).container).toBeNull();
  for (const one of [brahim, kofi]) await expect(one.call("ticketGet", { id })).refusesWith("not_found");
  const handlers = (await salif.call("ticketPeople", { id })).data.map(({ userId }) => userId);
  expect(handlers).toEqual(expect.arrayContaining([salif.userId, boss.userId]));
  expect(handlers).not.toContain(kofi.userId);
});

test("tickets are listed by choice, status, priority, category, agent, what they wait for, container and words", async () => {
  const { amina, salif, dede } = await people("segou");
  const pump = await ask(amina, { containerId: "segou", subject: "The pump stands still", priority: "urgent" });
  const bill = await ask(amina, { subject: "Bill of May", text: "Which pump?", category: "accounting_administrative" });
  const lamp = await ask(dede, { containerId: "segou", subject: "Lampe cassée", take: true });
  await salif.call("ticketUpdate", { id: pump.id, agent: salif.userId, waitingFor: "customer" });
  const list = async (who: Actor, query: object) =>
    (await who.call("ticketGetList", query)).data.map(({ subject }) => subject);
  expect(await list(amina, { sort: "priority" })).toEqual([pump, bill, lamp].map(({ subject }) => subject));
  expect(await list(amina, { choice: "mine", sort: "priority" })).toEqual([pump.subject, bill.subject]);
  expect(await list(amina, { status: "Unassigned" })).toEqual([bill.subject]);
  expect(await list(amina, { priority: "urgent" })).toEqual([pump.subject]);
  expect(await list(amina, { category: "accounting_administrative" })).toEqual([bill.subject]);
  expect(await list(amina, { agent: dede.userId })).toEqual([lamp.subject]);
  expect(await list(amina, { waitingFor: "customer" })).toEqual([pump.subject]);
  expect(await list(amina, { containerId: "segou", sort: "priority" })).toEqual([pump.subject, lamp.subject]);
  expect(await list(amina, { search: "PUM", sort: "priority" })).toEqual([pump.subject, bill.subject]);
  expect(await list(amina, { search: "lampe cass" })).toEqual([lamp.subject]);
  expect(await list(amina, { search: bill.slug })).toEqual([bill.subject]);
  // Container and author are found too, and one letter may be wrong; of messages it may not.
  expect(await list(amina, { search: "segou lampe" })).toEqual([lamp.subject]);
  expect(await list(amina, { search: "dede" })).toEqual([lamp.subject]);
  expect(await list(amina, { search: "stnads" })).toEqual([pump.subject]);
  expect(await list(amina, { search: "wihch" })).toEqual([]);
  expect(await list(amina, { search: "'); drop --" })).toEqual([]);
  expect(await list(salif, { choice: "needs_reply", sort: "priority" })).toEqual([pump.subject, bill.subject]);
  const { total, counts, agents } = await amina.call("ticketGetList", { status: "Open", pageSize: 1 });
  expect([total, counts]).toEqual([2, { Unassigned: 1, Open: 2, Inprogress: 0, Closed: 0 }]);
  expect(agents.map(({ name }) => name)).toEqual(["dede", "salif"]);
});

test("the gravest of what is not closed comes first, and what is closed last", async () => {
  const { amina, salif } = await people("segou");
  const done = await ask(amina, { containerId: "segou", subject: "Sorted gravest: done", priority: "urgent" });
  const faint = await ask(amina, { containerId: "segou", subject: "Sorted gravest: faint", priority: "low" });
  const grave = await ask(amina, { containerId: "segou", subject: "Sorted gravest: grave", priority: "high" });
  await salif.call("ticketUpdate", { id: done.id, status: "Closed", reason: "withdrawn" });
  const list = async (query: object) =>
    (await amina.call("ticketGetList", { search: "sorted gravest", sort: "priority", ...query })).data.map(
      ({ id }) => id,
    );
  expect(await list({})).toEqual([grave.id, faint.id, done.id]);
  expect(await list({ pageSize: 2 })).toEqual([grave.id, faint.id]);
});

test("what waits for the customer is not to do, until the customer writes; then nobody waits", async () => {
  const { amina, salif } = await people("gao");
  const { id } = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  await say(salif, id, "Which lamp?");
  await salif.call("ticketUpdate", { id, waitingFor: "customer" });
  const toDo = async () => (await salif.call("ticketGetList", { choice: "to_do" })).data.map((one) => one.id);
  expect(await toDo()).toEqual([]);
  expect(await get(salif, id)).toMatchObject({ isWaiting: true, solution: { state: "paused", dueAt: null } });
  await say(amina, id, "The one at the gate.");
  expect(await toDo()).toEqual([id]);
  expect(await get(salif, id)).toMatchObject({ isWaiting: false, waitingFor: "nobody", needsReply: true });
  expect((await history(amina, id)).at(-1)).toEqual(["amina", "waitingFor", "customer", "nobody"]);
  await salif.call("ticketUpdate", { id, noReplyNeeded: true });
  expect((await get(salif, id)).needsReply).toBe(false);
});

test("a ticket is due by its priority in support hours, and a visit pauses that until its date", async () => {
  const { amina, salif } = await people("gao");
  const { id } = await ask(amina, { containerId: "gao", priority: "urgent" });
  const startMs = clock.now();
  const after = (ms: number) => new Date(startMs + ms).toISOString();
  expect(await get(amina, id)).toMatchObject({ answer: { dueAt: after(60 * minuteMs), state: "running" } });
  clock.advance(45 * minuteMs);
  expect((await get(amina, id)).answer?.state).toBe("near");
  clock.advance(15 * minuteMs);
  expect((await get(amina, id)).answer?.state).toBe("over");
  await say(salif, id, "I look.");
  expect((await get(amina, id)).answer).toBeNull();
  const input = { id, agent: salif.userId, waitingFor: "visit" } as const;
  await expect(salif.call("ticketUpdate", input)).refusesWith("bad_input");
  await salif.call("ticketUpdate", { ...input, waitingUntil: after(180 * minuteMs) });
  clock.advance(150 * minuteMs);
  expect(await get(amina, id)).toMatchObject({ isWaiting: false, solution: { dueAt: after(600 * minuteMs) } });
});

test("support hours that are set for the portal count for open tickets at once", async () => {
  const { amina, salif, boss } = await people("gao");
  const { id } = await ask(amina, { containerId: "gao", priority: "urgent" });
  const before = (await get(salif, id)).answer?.dueAt;
  const briefly = { zone: "UTC", weekdays: [new Date(clock.now()).getUTCDay() || 7], fromMinute: 0, toMinute: 1 };
  await boss.call("savePortalSetting", { supportHours: briefly });
  await vi.waitFor(async () => expect((await get(salif, id)).answer?.dueAt).not.toBe(before));
  await boss.call("savePortalSetting", { supportHours: null });
  await vi.waitFor(async () => expect((await get(salif, id)).answer?.dueAt).toBe(before));
});

test("a fortnight after the end an author makes a new ticket that follows, and a handler still opens the old one", async () => {
  const { amina, salif } = await people("gao");
  const old = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id: old.id, status: "Closed", reason: "no_answer" });
  const { database } = await thePortal();
  await database.pool.query("update ticket set closed_at = closed_at - interval '337 hours' where id = $1", [old.id]);
  await expect(amina.call("ticketUpdate", { id: old.id, status: "Open" })).refusesWith("ticket_move");
  await expect(say(amina, old.id, "It is dark again.")).refusesWith("ticket_closed");
  expect(await ask(amina, { containerId: "gao", follows: old.id })).toMatchObject({ follows: old.slug });
  await salif.call("ticketUpdate", { id: old.id, status: "Open" });
  expect((await get(amina, old.id)).status).toBe("Unassigned");
});

test("tickets of an agent whose account is removed go to whoever takes over, or are Unassigned again", async () => {
  const { amina, salif, dede, boss } = await people("gao");
  const open = await ask(amina, { containerId: "gao" });
  await salif.call("ticketUpdate", { id: open.id, agent: salif.userId, status: "Inprogress" });
  const { database } = await thePortal();
  await database.db
    .updateTable("session")
    .set({ confirmedAt: new Date(clock.now()) })
    .execute();
  await boss.call("removeUser", { userId: salif.userId, transferTo: dede.userId });
  expect(await get(amina, open.id)).toMatchObject({ status: "Inprogress", agent: { name: "dede" } });
  await boss.call("removeUser", { userId: dede.userId, transferTo: amina.userId });
  expect(await get(amina, open.id)).toMatchObject({ status: "Unassigned", agent: null });
  const lines = await history(amina, open.id);
  expect(lines.slice(-2).map(([, field]) => field)).toEqual(["status", "agent"]);
  await boss.call("removeUser", { userId: amina.userId });
  expect((await get(boss, open.id)).author).toBeNull();
});

test("a ticket made from an incident leads to it and is found by it, for those who see both", async () => {
  const { amina, brahim, kofi } = await people("gao");
  const { database } = await thePortal();
  const [warningId, incidentId] = [randomUUID(), randomUUID()];
  const facts = { ruleName: "Low", content: "Charge low", note: "", isShadow: false, severity: "warning" } as const;
  const open = {
    attribute: null,
    value: null,
    foundMs: null,
    clearedMs: null,
    closeReason: null,
    blindMs: null,
  } as const;
  const marks = { isFlapping: false, isWorse: false, isLate: false };
  const rule = await amina.call("registerWarning", {
    ruleName: "Low",
    sites: ["gao"],
    severity: "warning",
    conditions: [{ name: "Silent", type: "silent", attributes: [], duration: 900 }],
  });
  const row = { id: warningId, ruleId: rule.data.id, containerId: "gao", raisedMs: clock.now() };
  await insertRaised(database.db, [{ ...row, ...facts, ...open, ...marks }]);
  await database.pool.query(
    `insert into incident (id, state, cause, cause_key, severity, began_at, gather_until)
     values ($1, 'open', 'single', 'single', 'warning', now(), now())`,
    [incidentId],
  );
  await database.pool.query(
    "insert into incident_member (warning_id, incident_id, joined_at, is_dark) values ($1, $2, now(), false) on conflict (warning_id) do update set incident_id = excluded.incident_id",
    [warningId, incidentId],
  );
  const { id } = await ask(amina, { containerId: "gao", incidentId });
  const { ticket, incident } = (await brahim.call("ticketGet", { id })).data;
  expect([ticket.incidentId, incident?.content]).toEqual([incidentId, "Charge low"]);
  expect((await brahim.call("ticketGetList", { incidentId })).data.map((one) => one.id)).toEqual([id]);
  await expect(ask(kofi, { incidentId })).refusesWith("not_found");
  expect((await kofi.call("ticketGetList", { incidentId })).total).toBe(0);
});

test("whoever sees a ticket is told live that it was changed, and by a mention in a note also notified", async () => {
  const { amina, salif, dede, kofi } = await people("gao");
  const { id, slug } = await ask(amina, { containerId: "gao" });
  const [customer, handler, stranger] = await Promise.all([amina, dede, kofi].map(userMessages));
  const changed = { command: "ticketChanged", data: { ticketId: id } };
  await say(salif, id, "@dede look", { isInternal: true, mentions: [dede.userId] });
  await vi.waitFor(() => expect(handler).toContainEqual(changed));
  await salif.call("ticketWriting", { id, isInternal: true });
  const writing = { ticketId: id, by: { userId: salif.userId, name: "salif" }, isInternal: true };
  await vi.waitFor(() => expect(handler).toContainEqual({ command: "ticketWriting", data: writing }));
  const { database } = await thePortal();
  await peopleNotified(database);
  const { data } = await dede.call("getNotifications", {});
  expect(data[0]).toMatchObject({ code: "ticket.mentioned", data: { ticket: slug, subject: "No light" } });
  expect((await amina.call("getNotifications", {})).data).toEqual([]);
  // Nothing of the note has reached others by the time that the next change has.
  expect(customer).toEqual([]);
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  await vi.waitFor(() => expect(customer).toContainEqual(changed));
  expect(stranger).toEqual([]);
});
