import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { aService, bodies, webhookTo } from "../channels/hooks.fixture.ts";
import { listDeliveries } from "../channels/delivery-log.store.ts";
import { listLog } from "./incident-log.store.ts";
import { listIncidents } from "./incidents.store.ts";
import { stageOf } from "./own-acts.fixture.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const textsOf = (service: Awaited<ReturnType<typeof aService>>) => bodies(service).map(({ text }) => text);

/** Two people who see Gao and Kayes, each with a service that is told. */
async function twoPeople() {
  const stage = stageOf(database);
  const { bench } = stage;
  const [own, others] = [await aService(), await aService()];
  const [amina, salif] = [await bench.person("Amina"), await bench.person("Salif")];
  const [gao, kayes] = [await bench.container("Gao", amina, salif), await bench.container("Kayes", amina, salif)];
  const hook = await bench.channel(amina, webhookTo(own));
  await bench.channel(salif, webhookTo(others));
  return { stage, bench, own, others, amina, salif, gao, kayes, hook };
}

test("a merge and a split of what people were told already are told to nobody, and each part's end is told once", async () => {
  const { stage, bench, own, others, amina, gao, kayes } = await twoPeople();
  const door = await stage.raise(gao, "Door open");
  const low = await stage.raise(kayes, "Charge low");
  await stage.pass(20);
  const before = textsOf(own);
  expect(textsOf(others)).toEqual(before);
  const [id, into] = [await stage.incidentOf(door), await stage.incidentOf(low)];
  await stage.merge(amina, id, into);
  await stage.pass(12);
  await stage.split(amina, into, door);
  await stage.pass(12);
  expect([textsOf(own), textsOf(others)]).toEqual([before, before]);

  await bench.pool.query("update warning set cleared_at = $1, close_reason = 'data'", [new Date(bench.clock.now())]);
  await bench.pool.query("insert into incident_stale (warning_id) select id from warning");
  await stage.pass(30);
  const ends = bodies(others).flatMap(({ items }) => items.filter(({ kind }) => kind === "cleared"));
  expect(ends).toHaveLength(2);
});

test("what somebody put together is news to others who were told of one part only, and not to who did it", async () => {
  const { stage, bench, own, others, amina, salif, gao, kayes } = await twoPeople();
  const door = await stage.raise(gao, "Door open");
  await stage.pass(7);
  const low = await stage.raise(kayes, "Charge low");
  const into = await stage.incidentOf(low);
  for (const person of [amina, salif])
    await bench.pool.query("insert into incident_mute (incident_id, user_id, until) values ($1, $2, $3)", [
      into,
      person,
      new Date(bench.clock.now() + 3_600_000),
    ]);
  await stage.pass(1);
  expect([own.asked.length, others.asked.length]).toEqual([1, 1]);
  await bench.pool.query("delete from incident_mute");
  await stage.merge(amina, await stage.incidentOf(door), into);
  await stage.pass(7);
  expect(textsOf(own)).toEqual(["Warning: Door open, Gao"]);
  expect(textsOf(others)).toEqual([
    "Warning: Door open, Gao",
    expect.stringContaining("Charge low and 1 more warning"),
  ]);
});

test("what somebody took out before anybody was told of it is told to the others alone; that it became critical to all", async () => {
  const { stage, bench, own, others, amina, gao } = await twoPeople();
  await stage.raise(gao, "Door open");
  await stage.pass(7);
  const low = await stage.raise(gao, "Charge low");
  const id = await stage.incidentOf(low);
  const first = await stage.incidentOf(
    (
      await bench.pool.query<{ id: string }>(
        "select id from warning where content = 'Door open' and container_id = $1",
        [gao],
      )
    ).rows[0]!.id,
  );
  // Before anybody is told of the second one: it goes into the first, and out of it again.
  await stage.merge(amina, id, first);
  await stage.split(amina, first, low);
  await stage.pass(7);
  expect([textsOf(own), textsOf(others)]).toEqual([
    ["Warning: Door open, Gao"],
    ["Warning: Door open, Gao", "Warning: Charge low, Gao"],
  ]);
  await bench.pool.query("update warning set severity = 'critical' where id = $1", [low]);
  await stage.pass(7);
  expect(textsOf(own).at(-1)).toMatch(/^Critical: Charge low, Gao/);
});

test("the log says what was said, whatever is merged, taken out, renamed or deleted afterwards", async () => {
  const { stage, bench, amina, gao, kayes } = await twoPeople();
  const door = await stage.raise(gao, "Door open");
  const low = await stage.raise(kayes, "Charge low", "critical");
  await stage.pass(7);
  const [id, into] = [await stage.incidentOf(door), await stage.incidentOf(low)];
  const log = () => listDeliveries(bench.db, { userId: amina }, { limit: 50, offset: 0 });
  const said = async () =>
    (await log()).map(({ kind, state, incidentId, about }) => [
      kind,
      state,
      incidentId,
      about?.content,
      about?.containerName,
    ]);
  const before = await said();
  expect(before).toHaveLength(2);
  expect(before).toEqual(
    expect.arrayContaining([
      ["raised", "sent", id, "Door open", "Gao"],
      ["raised", "sent", into, "Charge low", "Kayes"],
    ]),
  );
  await stage.merge(amina, id, into);
  await stage.pass(7);
  expect(await said()).toEqual(before);
  await stage.split(amina, into, low);
  await stage.pass(7);
  await bench.pool.query("update container set name = 'Timbuktu' where id = $1", [gao]);
  await bench.pool.query("update warning set content = 'Something else' where container_id = any($1)", [[gao, kayes]]);
  expect(await said()).toEqual(before);
  // Of what is gone it is kept that it was said; of what somebody sees no more nothing is shown.
  await bench.pool.query("update container set removed_at = now() where id = $1", [gao]);
  await bench.pool.query("delete from container_user where container_id = $1 and user_id = $2", [kayes, amina]);
  expect((await log()).map(({ about }) => about?.containerName)).toEqual(
    before.map(([, , , , name]) => (name === "Kayes" ? undefined : name)),
  );
});

test("an incident's own log says who was told by which channel, and from or into which other one warnings went, each once", async () => {
  const { stage, bench, amina, salif, gao, kayes } = await twoPeople();
  const door = await stage.raise(gao, "Door open");
  await stage.pass(1);
  const low = await stage.raise(kayes, "Charge low", "critical");
  await stage.pass(6);
  const [id, into] = [await stage.incidentOf(door), await stage.incidentOf(low)];
  const log = async (of: string, userId = amina) =>
    (await listLog(bench.db, { userId }, of, 100)).map(({ kind, data: { other, isFrom, part, notified } }) => [
      kind,
      ...(other ? [`${isFrom ? "from" : "into"} ${other.content} ${other.containerName}`] : []),
      ...(part ? [`of ${part.content}`] : []),
      ...(notified ? notified.people.map(({ name, channels }) => `${name} by ${channels.join()}`) : []),
    ]);
  const both = ["Amina by webhook", "Salif by webhook"];
  expect(await log(into)).toEqual([["opened"], ["raised", ...both]]);
  await stage.merge(amina, id, into);
  // That it was put together is told to nobody, so no line says that it was.
  await stage.pass(6);
  await stage.split(amina, into, low);
  // What two incidents had at one instant has no order.
  const lines = await log(into);
  expect(lines.slice(-2)).toEqual([
    ["merged", "from Door open Gao"],
    ["split", "into Charge low Kayes"],
  ]);
  expect(lines).toHaveLength(6);
  expect(lines).toEqual(
    expect.arrayContaining([
      ["opened"],
      ["raised", ...both],
      ["opened", "of Door open"],
      ["raised", "of Door open", ...both],
    ]),
  );
  expect(await log(await stage.incidentOf(low))).toEqual([["opened"], ["split", "from Door open Gao"]]);
  // What went elsewhere is not named to who does not see where it was.
  await bench.pool.query("delete from container_user where container_id = $1 and user_id = $2", [kayes, salif]);
  expect(JSON.stringify(await log(into, salif))).not.toMatch(/Kayes|Charge low/);
});

test("a warning by which its incident was called is taken out of what is left, not of itself", async () => {
  const { stage, bench, amina, gao, kayes } = await twoPeople();
  const first = await stage.raise(gao, "Door open");
  await stage.pass(1);
  const second = await stage.raise(kayes, "Charge low");
  await stage.pass(6);
  const into = await stage.incidentOf(second);
  await stage.merge(amina, await stage.incidentOf(first), into);
  await stage.split(amina, into, first);
  const log = await listLog(bench.db, { userId: amina }, await stage.incidentOf(first), 100);
  expect(log.map(({ kind, data: { other } }) => [kind, other?.content])).toEqual([
    ["opened", undefined],
    ["split", "Charge low"],
  ]);
  // The list says the same: it was raised when its warning was, and not when it was taken out.
  const { rows } = await bench.pool.query<{ at: Date }>("select raised_at as at from warning where id = $1", [first]);
  expect(log[0]?.at).toBe(rows[0]?.at.toISOString());
});

test("an incident was raised when its first warning was, though what joined it later is so for longer", async () => {
  const { stage, bench, amina, gao, kayes } = await twoPeople();
  const first = await stage.raise(gao, "Door open");
  await stage.pass(1);
  const later = await stage.raise(kayes, "Charge low");
  const id = await stage.incidentOf(first);
  await stage.merge(amina, await stage.incidentOf(later), id);
  // Its rule found it so, and it was so for days.
  await bench.pool.query(
    "update warning set found_at = raised_at, raised_at = raised_at - interval '3 days' where id = $1",
    [later],
  );
  const [row] = await listIncidents(bench.db, { userId: amina }, { id }, { limit: 1, offset: 0 }, Date.now());
  const { rows } = await bench.pool.query<{ at: Date }>("select raised_at as at from warning where id = $1", [first]);
  expect(row).toMatchObject({ content: "Door open", beganAt: rows[0]?.at.toISOString(), foundAt: null });
  expect((await listLog(bench.db, { userId: amina }, id, 100))[0]?.at).toBe(row?.beganAt);
});

test("an incident of loads without power was raised with its first warning, and they are cut since its worst one says so", async () => {
  const { stage, bench, amina, gao } = await twoPeople();
  const low = await stage.raise(gao, "Charge low");
  await stage.pass(10);
  const cut = await stage.raise(gao, "Loads are cut", "critical");
  const id = await stage.incidentOf(cut);
  await stage.merge(amina, await stage.incidentOf(low), id);
  await bench.pool.query("update incident set cause = 'cut' where id = $1", [id]);
  const longBefore = (warningId: string, days: number, attribute: string) =>
    bench.pool.query(
      `update warning set found_at = raised_at, raised_at = raised_at - make_interval(days => $2), attribute = $3
        where id = $1 returning raised_at as "sinceAt", found_at as "foundAt"`,
      [warningId, days, attribute],
    );
  const [charge] = (await longBefore(low, 3, "battery.soc")).rows;
  const [loads] = (await longBefore(cut, 2, "loads_cut")).rows;
  const listed = async () =>
    (await listIncidents(bench.db, { userId: amina }, { id }, { limit: 1, offset: 0 }, Date.now()))[0];
  expect(await listed()).toMatchObject({
    cause: "cut",
    beganAt: loads.sinceAt.toISOString(),
    foundAt: charge.foundAt.toISOString(),
  });
  const [first] = await listLog(bench.db, { userId: amina }, id, 100);
  expect(first?.at).toBe(charge.foundAt.toISOString());
  // Where they were not cut before, nothing was so already.
  await bench.pool.query("update warning set raised_at = found_at, found_at = null where id = $1", [cut]);
  expect(await listed()).toMatchObject({ beganAt: charge.foundAt.toISOString(), foundAt: null });
});

test("what waits to be said of a warning that is taken out is said of it, and not lost with the incident that it left", async () => {
  const { stage, bench, others, amina, gao, kayes } = await twoPeople();
  await stage.raise(kayes, "Ice machine");
  await stage.pass(2);
  expect(others.asked).toHaveLength(1);
  // The channels are quiet for a while after a message.
  const door = await stage.raise(gao, "Door open");
  const low = await stage.raise(gao, "Charge low");
  const id = await stage.incidentOf(door);
  await stage.merge(amina, await stage.incidentOf(low), id);
  await stage.pass(1);
  expect(await bench.fates(id)).toEqual(["raised queued"]);
  await stage.split(amina, id, low);
  await stage.pass(12);
  const said = others.asked.map(({ body }) => body.toString()).join("\n");
  expect([said.includes("Charge low"), said.includes("Door open")]).toEqual([true, true]);
});
