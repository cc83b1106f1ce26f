import { createHash } from "node:crypto";

import { evidenceParts, partsForHandlers } from "@offgrid/contract/evidence/evidence-parts";
import { pino } from "pino";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { store } from "../charts/charts.fixture.ts";
import { askForIncidents, askForPack, removeOldPacks } from "../evidence/evidence.store.ts";
import { takeEvidence } from "../evidence/take-evidence.ts";
import { type Condition, raise, seen } from "../incidents/raised.fixture.ts";
import { filesOf, packsOf } from "./ticket-evidence.fixture.ts";
import { ask, say } from "./tickets.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const log = pino({ level: "silent" });
const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const forCustomers = evidenceParts.filter((name) => !partsForHandlers.includes(name));
const busy: Condition = {
  name: "Load high",
  type: "above",
  attributes: ["load.ac.power"],
  threshold: 2_000,
  duration: 60,
};

const people = (containerId: string) =>
  cast({
    amina: { role: "user", containers: [containerId] },
    salif: { role: "offgrid_staff", containers: [containerId] },
    far: { role: "user", containers: ["elsewhere"] },
  });

const query = async (text: string, values: unknown[] = []) =>
  (await (await thePortal()).database.pool.query(text, values)).rows as Record<string, unknown>[];

/** Three hours of minutes until now: the charge from the first hour on, nothing of the sun. */
async function measured(containerId: string): Promise<void> {
  const nowMs = Math.floor(Date.now() / minute) * minute;
  const frames = Array.from({ length: 180 }, (_, index): [number, (number | null)[]] => [
    nowMs - (180 - index) * minute,
    [index < 60 ? null : 50, 400, 2_500],
  ]);
  await store(containerId, ["battery.soc", "load.power", "load.ac.power"], frames, 60, Date.now());
  const live = JSON.stringify({ "battery.soc": [50, nowMs - hour] });
  await query("update container_latest set live_values = $2 where container_id = $1", [containerId, live]);
}

test("a ticket freezes what is known of its container and incident: readings with gaps, rules in words, nothing that was not measured as 0", async () => {
  const { amina, salif } = await people("gao");
  await measured("gao");
  await query("update container set zone_name = 'Africa/Niamey' where id = 'gao'");
  await raise(amina, ["gao"], { condition: busy, attribute: "load.ac.power", value: 2_500 });
  const [incident] = await seen(amina, (all) => all.length === 1);
  const ticket = await ask(amina, { containerId: "gao", incidentId: incident?.id ?? "" });
  const [pack] = await packsOf(salif, ticket.id);
  expect(pack).toMatchObject({ reason: "ticket", version: 1 });
  expect(pack?.parts.map(({ name, fault }) => [name, fault])).toEqual(evidenceParts.map((name) => [name, null]));
  const { texts, json } = await filesOf(salif, ticket.id, pack?.id ?? "");

  const readings = json("readings") as unknown as {
    t: number[];
    series: { metric: string; unit: string; coverage: number | null; values: (number | null)[]; reason?: string }[];
  };
  const by = (metric: string) => readings.series.find((one) => one.metric === metric);
  expect(readings.t).toHaveLength(180);
  // Of six hours three were measured, of the charge two.
  expect(by("load.power")?.coverage).toBeGreaterThan(0.4);
  expect(by("battery.soc")?.coverage).toBeLessThan(by("load.power")?.coverage ?? 0);
  expect(by("battery.soc")).toMatchObject({ unit: "percent" });
  expect(by("battery.soc")?.values.slice(58, 62)).toEqual([null, null, 50, 50]);
  expect(by("solar.power")).toMatchObject({ coverage: null, reason: "never measured" });
  expect(by("solar.power")?.values.every((value) => value === null)).toBe(true);
  // The rule looks at it.
  expect(by("load.ac.power")?.values.at(-1)).toBe(2_500);
  expect(texts["readings-1.en.svg"]).toContain("Consumption (");
  expect(texts["readings-1.fr.svg"]).toContain("Consommation (");
  // Whoever lines a drawing up with the values has to know its clock.
  expect(texts["readings-1.en.svg"]).toMatch(/>Gao · [^<]* · Africa\/Niamey \(UTC\+01:00\)</);
  expect(texts["index.html"]).toContain('src="readings-1.en.svg"');
  expect(texts["index.html"]).toContain("Load high");

  expect(json("incident")).toMatchObject({
    warnings: [{ content: "Load high", attribute: "load.ac.power", value: 2_500, unit: "W", clearedAt: null }],
    rules: [
      {
        en: expect.stringContaining("2,000"),
        fr: expect.stringMatching(/2\s000/),
        conditions: [{ type: "above", threshold: 2_000, durationS: 60 }],
      },
    ],
  });
  const battery = json("battery") as unknown as { values: { metric: string; value: number | null }[] };
  expect(battery.values.find(({ metric }) => metric === "battery.soc")).toMatchObject({
    value: 50,
    unit: "percent",
    ageS: expect.any(Number),
  });
  expect(battery.values.find(({ metric }) => metric === "battery.soh")).toMatchObject({
    value: null,
    reason: "never measured",
  });
  // A container that never reported has no clock that is known to be right.
  expect(json("link")).toMatchObject({ clock: { offsetS: null, reason: "never in contact" } });
  expect(json("devices")).toMatchObject({ serialNumber: "SN-gao" });
}, 120_000);

test("customers get the parts for them alone, without names, addresses, serial numbers, notes or what another person did", async () => {
  const { amina, salif, far } = await people("mopti");
  await measured("mopti");
  const ticket = await ask(amina, { containerId: "mopti" });
  await say(salif, ticket.id, "A secret note", { isInternal: true });
  await query(
    `insert into command (id, container_id, op, kind, target, args, wanted, user_id, created_at, expires_at)
      values ('c1', 'mopti', 'output.set', 'switch', 'relay.3', '{}', '{"secret": "command-secret"}', $1, now(), now())`,
    [salif.userId],
  );
  await packsOf(amina, ticket.id);
  const { data: again } = await salif.call("evidenceTake", { ticketId: ticket.id });
  expect(again).toMatchObject({ reason: "again", version: 2 });
  const packs = await packsOf(amina, ticket.id);
  expect(packs.map(({ version }) => version)).toEqual([2, 1]);
  expect(packs[0]?.parts.map(({ name }) => name)).toEqual(forCustomers);
  const theirs = await filesOf(amina, ticket.id, again.id);
  const whole = await filesOf(salif, ticket.id, again.id);
  expect(Object.keys(theirs.files).filter((name) => name.endsWith(".json"))).toEqual([
    "manifest.json",
    ...forCustomers.map((name) => `${name}.json`),
  ]);
  expect(whole.texts["commands.json"]).toContain("command-secret");
  const all = Object.values(theirs.texts).join("\n");
  for (const secret of [amina.email, amina.userId, salif.email, salif.userId, "SN-mopti", "secret", "salif"])
    expect(all).not.toContain(secret);
  // Who sees neither ticket nor container gets nothing of it.
  await expect(far.call("evidenceList", { ticketId: ticket.id })).refusesWith("not_found");
  expect((await far.post("evidenceTake", { ticketId: ticket.id })).code).toBe("not_found");
  const other = await ask(far, { containerId: "elsewhere" });
  expect((await far.post("evidenceFile", { ticketId: other.id, packId: again.id })).code).toBe("not_found");
}, 120_000);

test("the hash in the audit log is that of the manifest, and the manifest has that of every file, also for those who get a part of them", async () => {
  const { amina, salif } = await people("kayes");
  const ticket = await ask(amina, { containerId: "kayes" });
  const [pack] = await packsOf(amina, ticket.id);
  const lines = await query(
    "select target, result, after from audit where action = 'evidence_frozen' and target = 'kayes'",
  );
  expect(lines).toEqual([
    {
      target: "kayes",
      result: "ok",
      after: expect.objectContaining({ packId: pack?.id, ticketId: ticket.id, sha256: pack?.sha256 }),
    },
  ]);
  for (const who of [amina, salif]) {
    const { files, json } = await filesOf(who, ticket.id, pack?.id ?? "");
    expect(hashOf(files["manifest.json"]!)).toBe(pack?.sha256);
    const manifest = json("manifest") as unknown as { files: { name: string; sha256: string }[] };
    const hashes = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]));
    // What is counted for whoever asks is not frozen.
    const { "README.txt": readMe, "manifest.json": _, "index.html": page, "elsewhere.json": __, ...rest } = files;
    expect(Buffer.from(readMe!).toString()).toContain(pack?.sha256);
    const sections = [
      ...Buffer.from(page!)
        .toString()
        .matchAll(/<section id="(\w+)"/g),
    ].map(([, id]) => id);
    expect(sections).toEqual(who === salif ? evidenceParts : forCustomers);
    expect(Object.keys(rest).length).toBeGreaterThanOrEqual(forCustomers.length);
    for (const [name, content] of Object.entries(rest))
      expect([name, hashOf(content)]).toEqual([name, hashes.get(name)]);
  }
});

test("where else a rule held is counted of the containers that whoever asks sees, and the size of the pack does not tell the others", async () => {
  const { amina, salif, awa } = await cast({
    amina: { role: "user", containers: ["segou", "san", "bla"] },
    salif: { role: "offgrid_staff", containers: ["segou", "san"] },
    awa: { role: "super_admin" },
  });
  await raise(amina, ["segou", "san", "bla"], { condition: busy, attribute: "load.ac.power", value: 2_500 });
  await seen(amina, (all) => all.length > 0);
  const ticket = await ask(amina, { containerId: "segou" });
  const [pack] = await packsOf(salif, ticket.id);
  expect(pack?.parts.find(({ name }) => name === "elsewhere")).toEqual({ name: "elsewhere", fault: null, bytes: 0 });
  const countedFor = async (who: typeof salif) => {
    const { json, texts, files } = await filesOf(who, ticket.id, pack?.id ?? "");
    expect(Object.keys(files)).not.toContain("elsewhere-containers.json");
    expect(texts["elsewhere.json"]).not.toMatch(/san|bla/);
    return json("elsewhere")["rules"] as unknown as { open: number; watched: number }[];
  };
  expect(await countedFor(salif)).toMatchObject([{ open: 1, watched: 1 }]);
  expect(await countedFor(awa)).toMatchObject([{ open: 2, watched: 2 }]);
});

test("a part that cannot be gathered, or is too large, says so, and the others are there", async () => {
  const { amina, salif } = await people("sikasso");
  await measured("sikasso");
  await query("update container set zone_name = 'No/Where' where id = 'sikasso'");
  await query(
    `update container_latest set devices = jsonb_build_array(repeat('x', 2100000)) where container_id = 'sikasso'`,
  );
  const ticket = await ask(amina, { containerId: "sikasso" });
  const [pack] = await packsOf(salif, ticket.id);
  expect(pack?.parts.flatMap(({ name, fault }) => (fault === null ? [] : [[name, fault]]))).toEqual([
    ["readings", "unavailable"],
    ["devices", "too_large"],
  ]);
  expect(pack?.bytes).toBeLessThan(2_000_000);
  const { json } = await filesOf(salif, ticket.id, pack?.id ?? "");
  expect(json("manifest")).toMatchObject({
    missing: [
      { part: "readings", reason: "unavailable" },
      { part: "devices", reason: "too_large" },
    ],
  });
  expect(json("elsewhere")).toMatchObject({ rules: [] });
});

test("a pack that two processes gather at once, or one again after it died, is kept once, with one line in the audit log", async () => {
  const { amina } = await people("gossi");
  const { database } = await thePortal();
  const { db } = database;
  const ticket = await ask(amina, { containerId: "gossi" });
  await packsOf(amina, ticket.id);
  const id = await db.transaction().execute(async (tx) => {
    const asked = { ticketId: ticket.id, incidentId: null, containerId: "gossi", reason: "again" } as const;
    const packId = await askForPack(tx, asked, Date.now());
    // Gathered by the two below instead.
    await tx
      .deleteFrom("job" as never)
      .where("key" as never, "=", packId as never)
      .execute();
    return packId;
  });
  // Whoever asks again while it is being gathered does not ask for another one.
  expect((await amina.call("evidenceTake", { ticketId: ticket.id })).data).toMatchObject({
    id,
    takenAt: null,
    parts: [],
  });
  expect((await amina.post("evidenceFile", { ticketId: ticket.id, packId: id })).code).toBe("not_found");
  const tools = { db, clock: { now: () => Date.now() }, log };
  const take = () => takeEvidence(tools, id, new AbortController().signal);
  await Promise.all([take(), take()]);
  await take();
  const lines = await query("select 1 from audit where action = 'evidence_frozen' and after ->> 'packId' = $1", [id]);
  expect(lines).toHaveLength(1);
  expect((await packsOf(amina, ticket.id))[0]).toMatchObject({ id, version: 2, sha256: expect.any(String) });
});

test("an incident that people were notified of has its pack once, of where it began, which its ticket shows as long as one sees the container", async () => {
  const { amina } = await people("dire");
  const { database } = await thePortal();
  const { db } = database;
  await raise(amina, ["dire"]);
  const [incident] = await seen(amina, (all) => all.length === 1);
  const id = incident?.id ?? "";
  await query("update incident set told_at = now() where id = $1", [id]);
  const look = () => db.transaction().execute((tx) => askForIncidents(tx, 20, Date.now()));
  await Promise.all([look(), look()]);
  await look();
  const stored = await query("select container_id, reason from evidence_pack where incident_id = $1", [id]);
  expect(stored).toEqual([{ container_id: "dire", reason: "incident" }]);
  const ticket = await ask(amina, { incidentId: id });
  const packs = await packsOf(amina, ticket.id);
  expect(packs.map(({ reason }) => reason)).toEqual(["ticket", "incident"]);
  await query("delete from container_user where container_id = 'dire' and user_id = $1", [amina.userId]);
  expect(await amina.call("evidenceList", { ticketId: ticket.id })).toMatchObject({ data: [], mayTake: false });
  const input = { ticketId: ticket.id, packId: packs[0]?.id };
  expect((await amina.post("evidenceFile", input)).code).toBe("not_found");
  expect((await amina.post("evidenceTake", { ticketId: ticket.id })).code).toBe("not_found");
}, 120_000);

test("packs of incidents without a ticket go after 90 days, and those of tickets stay", async () => {
  const { amina } = await people("bamba");
  const { database } = await thePortal();
  const ticket = await ask(amina, { containerId: "bamba" });
  const [kept] = await packsOf(amina, ticket.id);
  await query(`insert into evidence_pack (id, container_id, version, reason, asked_at)
    values ('loose', 'bamba', 1, 'incident', now())`);
  const left = () => query("select id from evidence_pack where container_id = 'bamba' order by ticket_id");
  await removeOldPacks(database.db, Date.now() + 89 * day);
  expect(await left()).toEqual([{ id: kept?.id }, { id: "loose" }]);
  await removeOldPacks(database.db, Date.now() + 91 * day);
  expect(await left()).toEqual([{ id: kept?.id }]);
});

test("evidence is frozen again twenty times a day at most, and a ticket about nothing measured has none", async () => {
  const { amina } = await people("niono");
  const none = await ask(amina);
  expect(await amina.call("evidenceList", { ticketId: none.id })).toMatchObject({ data: [], mayTake: false });
  expect((await amina.post("evidenceTake", { ticketId: none.id })).code).toBe("not_found");
  const ticket = await ask(amina, { containerId: "niono" });
  await packsOf(amina, ticket.id);
  await query(
    `insert into evidence_pack (id, container_id, ticket_id, version, reason, asked_at, taken_at, manifest, sha256)
      select 'n' || n, 'niono', $1, n, 'again', now() - interval '1 hour', now(), '', '' from generate_series(2, 21) as n`,
    [ticket.id],
  );
  expect((await amina.post("evidenceTake", { ticketId: ticket.id })).code).toBe("too_many");
});
