import { randomUUID } from "node:crypto";

import { roles, roleTable } from "@offgrid/contract/core/access";
import { type CallName, calls } from "@offgrid/contract/registry";
import { unzipSync } from "fflate";
import { expect, test, vi } from "vitest";

import { fixtures } from "../../access-matrix.fixture.ts";
import type { Things } from "../../access-matrix.things.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { peopleNotified } from "../../testing/notified.ts";
import { ask, bring, say } from "./tickets.fixture.ts";

/** Every call that reads, in the place of every customer, about things with notes beside them. */

const containerId = "everywhere";
const secret = "zebraumbrella";
const reading = (Object.keys(calls) as CallName[]).filter((name) => calls[name].effect === "read");
/** Of customers, besides that of the author of the ticket. */
const otherRoles = roles.filter((role) => role !== "user" && !roleTable[role].grants.includes("tickets_handle"));

interface Known {
  things: Things;
  ticketId: string;
  slug: string;
  packId: string;
  noteId: string;
  fileId: string;
}

/** What a call is asked: as in the access matrix, and where that names a ticket, about this one. */
function inputsOf(name: CallName, { things, ticketId, slug, packId, noteId, fileId }: Known): object[] {
  const fixture = fixtures[name];
  const plain = (typeof fixture === "function" ? fixture(things, randomUUID) : fixture.plain(randomUUID)) as object;
  const about = {
    ...("id" in plain && /ticket/i.test(name) && { id: ticketId }),
    ...("ticketId" in plain && { ticketId }),
    ...("packId" in plain && { packId }),
    ...("fileId" in plain && { fileId }),
    ...("messageId" in plain && { messageId: noteId }),
  };
  const usual = { ...plain, ...about };
  const others = [
    { search: secret.slice(0, 5) },
    { search: slug },
    { before: noteId },
    { from: new Date(0).toISOString() },
    { containerId },
    { filter: { containerId } },
    { pageSize: 100 },
  ];
  const { input } = calls[name];
  const known = "shape" in input ? Object.keys(input.shape) : [];
  const taken = others.filter((more) => Object.keys(more).every((key) => known.includes(key)));
  return [usual, ...taken.map((more) => ({ ...usual, ...more }))];
}

/** All that an answer says, also within archives. */
async function saidBy(person: Actor, name: CallName, input: object): Promise<string> {
  const { api } = await thePortal();
  const answer = await fetch(`${api}/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": person.token, "x-user-id": person.userId },
    body: JSON.stringify(input),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isArchive = bytes.subarray(0, 2).toString("latin1") === "PK";
  const contents = isArchive ? Object.values(unzipSync(bytes)) : [bytes];
  return contents.map((content) => Buffer.from(content).toString("latin1")).join("\n");
}

test("no call that reads, search, export or evidence pack tells any customer what a note or its file says", async () => {
  const { amina, salif, dede, ...others } = await cast({
    amina: { role: "user", containers: [containerId] },
    salif: { role: "offgrid_staff", containers: [containerId] },
    dede: { role: "offgrid_staff", containers: [containerId] },
    ...Object.fromEntries(otherRoles.map((role) => [role, { role, containers: [containerId] }])),
  });
  const customers: Actor[] = [amina, ...Object.values(others as Record<string, Actor>)];
  expect(customers.length).toBe(1 + otherRoles.length);
  const { id, slug } = await ask(amina, { containerId, subject: "Lamps" });
  // A busy machine may take longer over a file than it is given: then it is brought again.
  const file = await vi.waitFor(async () => bring(salif, `${secret}.txt`, `A file, ${secret}`), { timeout: 60_000 });
  const given = { isInternal: true, mentions: [dede.userId], files: [file.id] };
  const note = await say(salif, id, `A note, ${secret}`, given);
  const { data: asked } = await salif.call("evidenceTake", { ticketId: id });
  await vi.waitFor(
    async () => {
      const { data } = await amina.call("evidenceList", { ticketId: id });
      expect(data.find((pack) => pack.id === asked.id)?.takenAt).not.toBeNull();
    },
    { timeout: 50_000 },
  );
  const { database } = await thePortal();
  await peopleNotified(database);
  const uuid = randomUUID();
  await database.pool.query("update container set uuid = $2 where id = $1", [containerId, uuid]);
  const ids = { clusterId: "no-cluster", sessionId: "no-session", passkeyId: "no-passkey" };
  const things = {
    containerId,
    serialNumber: `SN-${containerId}`,
    uuid,
    userId: salif.userId,
    email: salif.email,
    ...ids,
  };
  const known = { things, ticketId: id, slug, packId: asked.id, noteId: note.data.id, fileId: file.id };
  // What is looked for is there, for those who may know of it.
  expect(await saidBy(dede, "getTicketChat", { id })).toContain(secret);
  expect(await saidBy(dede, "ticketFile", { id, fileId: file.id })).toContain(secret);
  expect(await saidBy(dede, "ticketGetList", { search: secret.slice(0, 5) })).toContain(slug);

  for (const name of reading)
    for (const input of inputsOf(name, known)) {
      const said = await Promise.all(customers.map((person) => saidBy(person, name, input)));
      expect([name, input, said.some((one) => one.includes(secret))]).toEqual([name, input, false]);
    }
  // Nor does a search by what a note says find the ticket that it is in.
  for (const person of customers)
    expect(await saidBy(person, "ticketGetList", { search: secret.slice(0, 5) })).not.toContain(slug);
}, 300_000);
