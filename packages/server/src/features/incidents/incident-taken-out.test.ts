import { entryKinds } from "@offgrid/contract/incidents/incident-types";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { aService, webhookTo } from "../channels/hooks.fixture.ts";
import { acknowledgeSome } from "./acknowledge.ts";
import { listLog } from "./incident-log.store.ts";
import { stageOf } from "./own-acts.fixture.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

/** Amina put Kayes beside Gao, acknowledged a part, and took Kayes out again; Salif sees Gao alone. */
async function takenOut() {
  const stage = stageOf(database);
  const { bench } = stage;
  const [amina, salif] = [await bench.person("Amina"), await bench.person("Salif")];
  const [gao, kayes] = [await bench.container("Gao", amina, salif), await bench.container("Kayes", amina)];
  await bench.channel(amina, webhookTo(await aService()));
  const low = await stage.raise(kayes, "Charge low", "critical");
  await stage.pass(1);
  const door = await stage.raise(gao, "Door open");
  await stage.pass(6);
  const [id, part] = [await stage.incidentOf(door), await stage.incidentOf(low)];
  await stage.merge(amina, part, id);
  await stage.pass(1);
  const nowMs = bench.clock.now();
  await bench.db.transaction().execute((db) =>
    acknowledgeSome({ actor: { userId: amina } as never, db, nowMs }, [low], {
      note: "On my way",
      untilMs: nowMs + 3_600_000,
    }),
  );
  await stage.pass(1);
  await stage.split(amina, id, low);
  return {
    stage,
    bench,
    amina,
    salif,
    kayes,
    id,
    part,
    logOf: (userId: string) => listLog(bench.db, { userId }, id, 500),
  };
}

test("what people did with a container that somebody does not see stays theirs after it was taken out, of every kind", async () => {
  const { bench, amina, salif, kayes, id, part, logOf } = await takenOut();
  const data = {
    ...{ count: 7, of: 9, severity: "critical", note: "On my way", reason: "One cable", containerIds: [kayes] },
    other: { content: "Charge low", containerId: kayes, containerName: "Kayes" },
  };
  for (const [incidentId, kind] of [id, part].flatMap((of) => entryKinds.map((kind) => [of, kind] as const)))
    await bench.pool.query(
      "insert into incident_entry (incident_id, at, kind, user_id, data) select $1, began_at, $2, $3, $4 from incident where id = $5",
      [incidentId, kind, amina, JSON.stringify(data), part],
    );
  const withheld = /Amina|Kayes|Charge low|One cable|On my way|critical|"count"|"of"|"part"|isPart/u;
  const seenBySalif = await logOf(salif);
  expect(new Set(seenBySalif.map(({ kind }) => kind))).toEqual(new Set(entryKinds));
  expect(JSON.stringify(seenBySalif)).not.toMatch(withheld);
  expect(JSON.stringify(await logOf(amina))).toMatch(/One cable/u);
  // Also when the warning that was there is kept no longer.
  await bench.pool.query("delete from warning where container_id = $1", [kayes]);
  expect(JSON.stringify(await logOf(salif))).not.toMatch(withheld);
});

test("the log of an incident is by when each was, also of what became part of it or left it", async () => {
  const { bench, amina, logOf } = await takenOut();
  // It was raised before the other one, and known later.
  await bench.pool.query(
    "update warning set raised_at = raised_at - interval '10 minutes' where content = 'Door open'",
  );
  const instants = (await logOf(amina)).map(({ at }) => at);
  expect(instants).toEqual(instants.toSorted());
  expect((await logOf(amina)).map(({ kind, data }) => [kind, ...(data.isPart ? ["part"] : [])].join(" "))).toEqual([
    "opened",
    "opened part",
    "raised part",
    "raised",
    "merged",
    "acknowledged",
    "split",
  ]);
});
