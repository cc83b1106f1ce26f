import { beforeAll, expect, test, vi } from "vitest";

import { ask, say } from "../tickets/tickets.fixture.ts";
import { type Actor, aStranger, cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { testClock } from "../../testing/test-clock.ts";
import { findBrokenSeal, sealSettled } from "../audit/audit-seals.ts";

const clock = testClock();
const nextMail = mailReader(async () => (await thePortal()).config.dataDir);
beforeAll(() => thePortal({ clock }));

interface Person {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}

let count = 0;
const somebody = (who: Partial<Person> = {}) => {
  const firstName = `Zubeida${++count}`;
  return { firstName, lastName: 'Ould "El" Moctâr', phone: `+227 90 12 34 ${10 + count}`, ...who };
};

/** Someone with an account, of whom others have written in many places. */
async function known(boss: Actor, names = somebody()): Promise<Person> {
  const email = `zubeida.${count}+me@example.org`;
  const { data } = await boss.call("createNewUser", { ...names, email, role: "user", containers: [], language: "en" });
  const person = { ...names, ...data, email };
  await boss.call("saveUserAccount", { userId: data.userId, phone: "+227 90 99 88 77" });
  await boss.call("saveUserAccount", { userId: data.userId, phone: names.phone });
  return person;
}

async function accept(person: Person) {
  const stranger = await aStranger();
  const { token } = await nextMail(person.email);
  await stranger.call("confirmPassword", { token, password: "correct horse battery" });
  await stranger.post("login", { email: person.email, password: "not the password" });
  await stranger.post("login", { email: person.email.toUpperCase(), password: "not the password" });
}

async function isErased({ userId }: Person) {
  const { db } = (await thePortal()).database;
  await vi.waitFor(
    async () => {
      const row = await db.selectFrom("personErasure").selectAll().where("personId", "=", userId).executeTakeFirst();
      expect(row).toMatchObject({ sealed: null, doneAt: expect.any(Date) });
    },
    { timeout: 30_000, interval: 20 },
  );
  return db.selectFrom("personErasure").select("standIn").where("personId", "=", userId).executeTakeFirstOrThrow();
}

/** Every column of the database that has this text, in any spelling of its letters. */
async function placesOf(text: string): Promise<string[]> {
  const { pool } = (await thePortal()).database;
  const { rows: columns } = await pool.query<{ name: string; column: string; type: string }>(`
    select c.relname as name, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'bytea')`);
  const spellings = [text, JSON.stringify(text).slice(1, -1)];
  const found: string[] = [];
  for (const { name, column, type } of columns) {
    const value = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rowCount } = await pool.query(
      `select 1 from "${name}" where exists (select 1 from unnest($1::text[]) one
         where position(lower(one) in lower(${value})) > 0) limit 1`,
      [spellings],
    );
    if (rowCount !== 0) found.push(`${name}.${column}`);
  }
  return found;
}

async function seal() {
  clock.advance(60_001);
  await sealSettled((await thePortal()).database.db, clock.now());
}

test("after a removal no table names the person, others are named as before, and the audit still verifies", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin" }, amina: { role: "user", containers: ["gao"] } });
  const person = await known(boss);
  const fullName = `${person.firstName} ${person.lastName}`;
  const namesake = await known(boss, somebody({ lastName: "Sidibé" }));
  await accept(person);
  const ticket = await ask(amina, { containerId: "gao", subject: `Call ${fullName}` });
  await say(amina, ticket.id, `She is at ${person.phone.replaceAll(" ", "-")} or ${person.email}, says ${fullName}.`);
  await amina.call("noteAdd", {
    containerId: "gao",
    at: new Date(clock.now()).toISOString(),
    text: `With ${fullName}`,
  });
  const contact = { name: fullName, phone: person.phone, email: person.email };
  const other = { name: "Oumar", phone: "+227 80 00 00 00", email: `x${person.email}` };
  await boss.call("containerSave", { containerId: "gao", notes: `Keys: ${person.email}`, contacts: [contact, other] });
  await seal();
  const named = [person.email, person.phone, fullName, person.firstName, person.lastName, "+227 90 99 88 77"];
  for (const text of named) expect(await placesOf(text), text).not.toEqual([]);
  expect(await placesOf(fullName)).toEqual(
    expect.arrayContaining(["container.contacts", "note.text", "ticket.subject", "ticket_message.text"]),
  );

  await boss.call("removeUser", { userId: person.userId });
  const { standIn } = await isErased(person);
  expect(standIn).toMatch(/^Deleted person [0-9a-f]{4,}$/);
  const places = await Promise.all(named.map(async (text) => [text, await placesOf(text)] as const));
  // The other contact has an address that ends like hers.
  const isOthers = (text: string, place: string) =>
    text === person.email && ["container.contacts", "audit.after"].includes(place);
  expect(
    places.flatMap(([text, found]) => found.filter((place) => !isOthers(text, place)).map((at) => `${at}: ${text}`)),
  ).toEqual([]);

  expect((await amina.call("ticketGet", { id: ticket.id })).data.ticket.subject).toBe(`Call ${standIn}`);
  expect((await boss.call("containerGet", { containerId: "gao" })).data).toMatchObject({
    notes: `Keys: ${standIn}`,
    contacts: [other],
  });
  expect((await boss.call("getUserInfo", { email: namesake.email })).data).toMatchObject({
    firstName: namesake.firstName,
    lastName: "Sidibé",
  });
  const { data: lines } = await boss.call("auditList", { filter: { target: person.userId } });
  expect(lines[0]).toMatchObject({
    action: "person_erased",
    result: "ok",
    after: { standIn, seals: expect.any(Number) },
  });
  expect(lines.find(({ action }) => action === "removeUser")).toMatchObject({
    before: { name: standIn, role: "user" },
  });
  expect(lines.find(({ action }) => action === "createNewUser")).toMatchObject({ after: { email: standIn } });
  const failed = await boss.call("auditList", { search: standIn.toLowerCase(), filter: { actions: ["login"] } });
  expect(failed.data.length).toBeGreaterThan(0);

  const { db } = (await thePortal()).database;
  expect(await findBrokenSeal(db)).toBeUndefined();
  await seal();
  expect(await findBrokenSeal(db)).toBeUndefined();
});

test("lines that somebody changes after an erasure, or with an erasure of their own, break the chain", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const person = await known(boss);
  await seal();
  await boss.call("removeUser", { userId: person.userId });
  await isErased(person);
  const { db, pool } = (await thePortal()).database;
  expect(await findBrokenSeal(db)).toBeUndefined();
  const { rows } = await pool.query<{ id: number; after: unknown }>(
    "select id, after from audit where target = $1 and action = 'createNewUser'",
    [person.userId],
  );
  const id = rows[0]?.id ?? 0;
  const { rows: seals } = await pool.query<{ id: number }>(
    "select min(audit_id) as id from audit_seal where audit_id >= $1",
    [id],
  );
  await pool.query("alter table audit disable trigger audit_append_only");
  await pool.query("update audit set result = 'forged' where id = $1", [id]);
  expect(await findBrokenSeal(db)).toBe(seals[0]?.id);
  // A restatement that no line of the audit tells of counts for nothing.
  await pool.query("update audit set result = 'ok' where id = $1", [id]);
  expect(await findBrokenSeal(db)).toBeUndefined();
  await pool.query(
    "insert into audit_restated (erasure, audit_id, hash) select 'own', audit_id, hash from audit_restated where audit_id = $1 order by id desc limit 1",
    [seals[0]?.id],
  );
  expect(await findBrokenSeal(db)).toBe(seals[0]?.id);
  await pool.query("alter table audit enable trigger audit_append_only");
  await pool.query("alter table audit_restated disable trigger audit_restated_append_only");
  await pool.query("delete from audit_restated where erasure = 'own'");
  await pool.query("alter table audit_restated enable trigger audit_restated_append_only");
  expect(await findBrokenSeal(db)).toBeUndefined();
});

test("a seal that did not fit before an erasure is not made to fit by it", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const person = await known(boss);
  await seal();
  const { db, pool } = (await thePortal()).database;
  expect(await findBrokenSeal(db)).toBeUndefined();
  await pool.query("alter table audit disable trigger audit_append_only");
  await pool.query("update audit set address = 'elsewhere' where target = $1 and action = 'createNewUser'", [
    person.userId,
  ]);
  await pool.query("alter table audit enable trigger audit_append_only");
  const broken = await findBrokenSeal(db);
  expect(broken).toEqual(expect.any(Number));
  await boss.call("removeUser", { userId: person.userId });
  await isErased(person);
  expect(await placesOf(person.email)).toEqual([]);
  expect(await findBrokenSeal(db)).toBe(broken);
});

test("the person is told once at their address; an invitation that waits is dropped, and a stranger is told nothing", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const person = await known(boss);
  await accept(person);
  await boss.call("removeUser", { userId: person.userId });
  const mail = await nextMail(person.email);
  expect(mail.subject).toBe("Your account was deleted");
  expect(mail.text).toContain("boss deleted your account");

  const { db } = (await thePortal()).database;
  const invited = await known(boss);
  const waiting = async () => (await db.selectFrom("outbox").select("key").execute()).map(({ key }) => key);
  await vi.waitFor(async () =>
    expect((await waiting()).some((key) => key.startsWith(`invite ${invited.userId}`))).toBe(true),
  );
  await boss.call("removeUser", { userId: invited.userId });
  await isErased(invited);
  expect((await waiting()).filter((key) => key.startsWith(`deleted ${invited.userId}`))).toEqual([]);
});

test("what somebody else is called by now stays: a telephone of an office, and an address that was given on", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const phone = "+227 20 30 40 50";
  const [person, colleague] = [await known(boss, somebody({ phone })), await known(boss, somebody({ phone }))];
  await ensureContainer("ansongo");
  await boss.call("containerSave", { containerId: "ansongo", notes: `Office ${phone}, ${colleague.email}` });
  await boss.call("removeUser", { userId: person.userId });
  await isErased(person);
  expect((await boss.call("containerGet", { containerId: "ansongo" })).data.notes).toBe(
    `Office ${phone}, ${colleague.email}`,
  );
});

test("a removal asks for a fresh confirmation, since nobody can undo it", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const person = await known(boss);
  clock.advance(11 * 60_000);
  await expect(boss.call("removeUser", { userId: person.userId })).refusesWith("confirm_needed");
});
