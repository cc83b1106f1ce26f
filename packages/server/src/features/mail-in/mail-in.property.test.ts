import { randomUUID } from "node:crypto";

import fc from "fast-check";
import type { SendMailOptions } from "nodemailer";
import { pino } from "pino";
import { expect, test, vi } from "vitest";

import { openSecretBox } from "../../core/secret-box.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { startPortal } from "../../portal.ts";
import { ask, say, textsOf } from "../tickets/tickets.fixture.ts";
import { readTicketAddress, ticketAddress } from "../tickets/ticket-address.ts";
import { addressOf, deliver, domain, mailIn, mailsTo } from "./mail-in.fixture.ts";

const clock = testClock(Date.parse("2026-01-05T08:00:00Z"));
const senders = ["amina", "salif", "far"] as const;

async function people() {
  const all = await cast({
    amina: { role: "user", containers: ["gao"] },
    salif: { role: "offgrid_staff", containers: ["gao"] },
    far: { role: "user", containers: ["timbuktu"] },
  });
  const { database } = await thePortal({ clock, config: { mailIn } });
  await database.pool.query("update app_user set email_verified = true");
  return all;
}

/** Another process of the same portal, with a port of its own for mails. */
async function secondProcess() {
  const { config } = await thePortal();
  const log = pino({ level: "silent" });
  return startPortal({ ...config, port: 0, mqttPort: 0, roles: ["api"] }, { clock, log });
}

test("in whatever order mails come and however often, at two processes, each is one message of whoever takes part", async () => {
  await thePortal({ clock, config: { mailIn } });
  const all = await people();
  const other = await secondProcess();
  const mailsOf = fc.array(
    fc.record({ by: fc.constantFrom(...senders), times: fc.integer({ min: 1, max: 3 }), isNamed: fc.boolean() }),
    { minLength: 1, maxLength: 5 },
  );
  const property = fc.asyncProperty(mailsOf, fc.infiniteStream(fc.nat()), async (given, order) => {
    // Calls and mails of one minute are counted.
    clock.advance(60_000);
    const { id } = await ask(all.amina, { containerId: "gao" });
    await say(all.salif, id, "We look at it.");
    const addresses = {
      amina: await addressOf(id, all.amina),
      salif: await addressOf(id, all.salif),
      far: await addressOf(id, all.far),
    };
    const mails = given.flatMap(({ by, times, isNamed }, place) => {
      const text = `Mail ${place} of ${by}`;
      const to = addresses[by];
      const raw = isNamed ? named(all[by], to, text) : unnamed(all[by], to, text);
      return Array.from({ length: times }, () => raw);
    });
    const shuffled = mails.map((mail) => ({ mail, key: order.next().value })).toSorted((one, two) => one.key - two.key);
    const ports = [undefined, other.mailInPort];
    await Promise.all(shuffled.map(async ({ mail }, place) => deliverUntilSettled(mail, ports[place % 2])));
    const expected = given.flatMap(({ by }, place) => (by === "far" ? [] : [`Mail ${place} of ${by}`]));
    const written = (await textsOf(all.amina, id)).filter((text) => text.startsWith("Mail"));
    expect(written.toSorted()).toEqual(expected.toSorted());
  });
  try {
    await fc.assert(property, { numRuns: 6 });
  } finally {
    await other.stop();
  }
}, 180_000);

/** As mail servers do: one that is put off, as by a busy portal, is sent again. */
async function deliverUntilSettled(mail: SendMailOptions, port: number | undefined): Promise<void> {
  await vi.waitFor(async () => expect([250, 550]).toContain((await deliver(mail, port)).code), 90_000);
}

const named = (who: Actor, to: string, text: string): SendMailOptions => ({
  ...{ from: who.email, to, text },
  messageId: `<${randomUUID()}@example.org>`,
});
const unnamed = (who: Actor, to: string, text: string): SendMailOptions => ({
  envelope: { from: who.email, to: [to] },
  raw: `From: ${who.email}\r\nTo: ${to}\r\nSubject: Lamps\r\n\r\n${text}\r\n`,
});

test("notes are in no mail that a mail causes, and what is answered to them reaches nobody else", async () => {
  const { amina, salif } = await people();
  const { id } = await ask(amina, { containerId: "gao" });
  await say(salif, id, "What is dark?");
  await say(salif, id, "A secret note", { isInternal: true });
  const { code } = await deliver(named(amina, await addressOf(id, amina), "What do you say?"));
  const toSalif = await mailsTo(salif, clock);
  await say(salif, id, "Another secret note", { isInternal: true });
  await say(salif, id, "We come.");
  expect(code).toBe(250);
  const sent = [...(await mailsTo(amina, clock)), ...toSalif];
  expect(sent.filter(({ text }) => text.includes("We come.") || text.includes("What do you say?"))).toHaveLength(2);
  for (const { source, text, html } of sent) expect(source + text + html).not.toContain("secret");
  expect((await textsOf(amina, id)).join(" ")).not.toContain("secret");
});

test("an address is of one ticket of one portal: no other one, and none that is changed, is taken for it", async () => {
  const { config } = await thePortal();
  const box = openSecretBox(config.dataDir);
  const foreign = { derive: () => Buffer.alloc(32, 7) };
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), fc.constantFrom(..."0123456789abcdef.+@t".split("")), (id, place, sign) => {
      const address = ticketAddress(box, { ticketId: id, userId: "amina" }, domain);
      expect(address.split("@")[0]?.length).toBeLessThanOrEqual(64);
      const read = readTicketAddress(box, address, domain);
      expect(read).toMatchObject({ ticketId: id });
      expect([read?.isOf("amina"), read?.isOf("salif")]).toEqual([true, false]);
      expect(readTicketAddress(foreign, address, domain)).toBeUndefined();
      const at = place % address.length;
      const changed = address.slice(0, at) + sign + address.slice(at + 1);
      const other = readTicketAddress(box, changed, domain);
      if (changed !== address) expect(other?.ticketId !== undefined && other.isOf("amina")).toBe(false);
    }),
  );
});
