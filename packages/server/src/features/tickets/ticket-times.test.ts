import { defaultSupportHours, defaultTicketTimes } from "@offgrid/contract/tickets/support-hours";
import { pino } from "pino";
import { beforeAll, expect, test, vi } from "vitest";

import { MemoryBus } from "../../bus/memory.bus.ts";
import type { LiveConfig } from "../../config/live-config.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { peopleNotified } from "../../testing/notified.ts";
import { testClock } from "../../testing/test-clock.ts";
import { noticeTimes } from "./notice-times.ts";
import { ask, say } from "./tickets.fixture.ts";

// A Monday, when support begins.
const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));
const minuteMs = 60_000;

beforeAll(async () => void (await thePortal({ clock })));

const people = (containerId: string) =>
  cast({
    amina: { role: "user", containers: [containerId] },
    salif: { role: "offgrid_staff", containers: [containerId] },
    dede: { role: "offgrid_staff", containers: [containerId] },
  });

/** Has the portal look at the times of all tickets once, from its beginning to its end. */
async function looked(): Promise<void> {
  const { database } = await thePortal();
  const state = async () =>
    (
      await database.pool.query<{ at: Date }>(
        "select due_at as at from job where kind = 'ticket-times' and claim is null",
      )
    ).rows[0]?.at;
  const past = new Date(0);
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        "update job set due_at = $1 where kind = 'ticket-times' and claim is null",
        [past],
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 20_000 },
  );
  await vi.waitFor(async () => expect((await state())?.getTime() ?? 0).toBeGreaterThan(0), { timeout: 20_000 });
  await peopleNotified(database);
}

const noticesOf = async (who: Actor, ticket: string) =>
  (await who.call("getNotifications", {})).data
    .filter(({ data }) => data?.["ticket"] === ticket)
    .map(({ code, data }) => [code, data?.["timer"]])
    .toReversed();

test("three quarters of a time are for the agent, all of it for everybody who handles the ticket, each once, and never for customers", async () => {
  const { amina, salif, dede } = await people("gao");
  const { id, slug } = await ask(amina, { containerId: "gao", priority: "urgent" });
  await salif.call("ticketUpdate", { id, agent: salif.userId });
  clock.advance(44 * minuteMs);
  await looked();
  expect(await noticesOf(salif, slug)).toEqual([]);
  clock.advance(minuteMs);
  await looked();
  await looked();
  expect(await noticesOf(salif, slug)).toEqual([["ticket.near", "answer"]]);
  expect(await noticesOf(dede, slug)).toEqual([]);
  clock.advance(15 * minuteMs);
  await looked();
  await looked();
  expect(await noticesOf(salif, slug)).toEqual([
    ["ticket.near", "answer"],
    ["ticket.over", "answer"],
  ]);
  expect(await noticesOf(dede, slug)).toEqual([["ticket.over", "answer"]]);
  // The solution has eight hours; an answer is no matter any more once it is given.
  await say(salif, id, "We look at it.");
  clock.advance(7 * 60 * minuteMs);
  await looked();
  expect((await noticesOf(dede, slug)).at(-1)).toEqual(["ticket.over", "solution"]);
  expect(await noticesOf(amina, slug)).toEqual([]);
  const events = (await amina.call("getNotificationsHistory", { containerId: "gao" })).data;
  expect(events.map(({ code }) => code).filter((code) => code?.startsWith("ticket."))).toEqual([]);
});

test("what nobody looks after is near for everybody who handles it; a ticket that waits or is closed is nothing to anybody", async () => {
  const { amina, salif, dede } = await people("timbuktu");
  const given = { containerId: "timbuktu", priority: "urgent" } as const;
  const [nobodys, waiting, closed] = [await ask(amina, given), await ask(amina, given), await ask(amina, given)];
  await salif.call("ticketUpdate", { id: waiting.id, agent: salif.userId, waitingFor: "part" });
  await salif.call("ticketUpdate", { id: closed.id, agent: salif.userId });
  await salif.call("ticketUpdate", { id: closed.id, status: "Closed", reason: "solved", cause: "wiring" });
  clock.advance(46 * minuteMs);
  await looked();
  for (const who of [salif, dede]) {
    expect(await noticesOf(who, nobodys.slug)).toEqual([["ticket.near", "answer"]]);
    expect(await noticesOf(who, waiting.slug)).toEqual([]);
    expect(await noticesOf(who, closed.slug)).toEqual([]);
  }
});

test("an urgent ticket that nobody takes is news to all who handle it after half an hour, by mail too where they did not refuse that", async () => {
  const { amina, salif, dede } = await people("ansongo");
  const { database } = await thePortal();
  await database.pool.query("update app_user set email_verified = true where id = any ($1)", [
    [salif.userId, dede.userId],
  ]);
  await amina.call("saveUserSetting", { notify: { tickets: { mine: false, new: false } } });
  await dede.call("saveUserSetting", { notify: { tickets: { mine: true, new: false } } });
  const { id, slug } = await ask(amina, { containerId: "ansongo", priority: "urgent" });
  const taken = await ask(amina, { containerId: "ansongo", priority: "urgent" });
  await salif.call("ticketUpdate", { id: taken.id, agent: salif.userId });
  clock.advance(29 * minuteMs);
  await looked();
  expect(await noticesOf(salif, slug)).toEqual([]);
  clock.advance(minuteMs);
  await looked();
  await looked();
  for (const who of [salif, dede]) expect(await noticesOf(who, slug)).toEqual([["ticket.near", "answer"]]);
  expect(await noticesOf(salif, taken.slug)).toEqual([]);
  // Of the one who did not refuse that.
  const { rows } = await database.pool.query<{ mails: number }>(
    `select (select count(*) from ticket_mail where ticket_id = $1)::int
      + (select count(*) from outbox where key like 'ticket ' || $1 || ' %')::int as mails`,
    [id],
  );
  expect(rows).toEqual([{ mails: 1 }]);
});

test("three processes that look at once notify once", async () => {
  const { amina } = await people("kidal");
  const tickets = [];
  for (let count = 0; count < 4; count++) tickets.push(await ask(amina, { containerId: "kidal", priority: "urgent" }));
  const { database, config } = await thePortal();
  const laterClock = { now: () => clock.now() + 24 * 60 * minuteMs };
  const liveConfig = {
    config: { ...config, supportHours: defaultSupportHours, ticketTimes: defaultTicketTimes },
  } as LiveConfig;
  const base = { db: database.db, bus: new MemoryBus(pino({ level: "silent" })), clock: laterClock, liveConfig };
  await Promise.all([1, 2, 3].map(async () => noticeTimes(base, new AbortController().signal)));
  for (const { slug } of tickets) {
    const { rows } = await database.pool.query<{ what: string }>(
      "select code || ' ' || (data ->> 'timer') as what from event where data ->> 'ticket' = $1 order by 1",
      [slug],
    );
    expect(rows.map(({ what }) => what)).toEqual(["ticket.over answer", "ticket.over solution"]);
  }
});

test("times that are set hold for open tickets at once, are in the audit, and contradict neither each other nor the priorities", async () => {
  const { amina } = await people("gao");
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { id } = await ask(amina, { containerId: "gao", priority: "high" });
  const within = async () => {
    const { answer, solution } = (await amina.call("ticketGet", { id })).data.ticket;
    return [answer?.withinMs, solution?.withinMs].map((ms) => (ms ?? 0) / (60 * minuteMs));
  };
  expect(await within()).toEqual([4, 24]);
  const high = { answer: { amount: 2, unit: "hours" }, solution: { amount: 2, unit: "days" } } as const;
  const ticketTimes = { ...defaultTicketTimes, high };
  await boss.call("savePortalSetting", { ticketTimes });
  // Two days of ten hours; what is less grave has no less.
  await vi.waitFor(async () => expect(await within()).toEqual([2, 20]));
  const wrong = { ...ticketTimes, high: { ...high, answer: { amount: 3, unit: "days" } } } as const;
  const refused = await boss.post("savePortalSetting", { ticketTimes: wrong });
  expect(refused).toMatchObject({ code: "bad_input" });
  const tooLong = { ...ticketTimes, low: { ...defaultTicketTimes.low, solution: { amount: 501, unit: "days" } } };
  expect(await boss.post("savePortalSetting", { ticketTimes: tooLong })).toMatchObject({ code: "bad_input" });
  const { data: lines } = await boss.call("auditList", {
    filter: { userId: boss.userId, actions: ["savePortalSetting"] },
  });
  expect(JSON.stringify(lines)).toContain("ticketTimes");
  await boss.call("savePortalSetting", { ticketTimes: null });
  await vi.waitFor(async () => expect(await within()).toEqual([4, 24]));
});
