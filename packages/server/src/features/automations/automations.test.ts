import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { expect, test, vi } from "vitest";

import { type Actor, type CallRefused, cast, thePortal } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";
import { peopleNotified } from "../../testing/notified.ts";

const inTime = { timeout: 50_000 };

const surplus: Automation = {
  kind: "keep",
  name: "Pump with surplus",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: true,
  while: { kind: "metric", metric: "battery.soc", is: "above", value: 40 },
  unknown: "as_before",
};

/** Someone with a container, whose controller has a battery and a relay that is open at first. */
async function withContainer(containerId: string) {
  const { amina, carl } = await cast({
    amina: { role: "user", containers: [containerId] },
    carl: { role: "customer_staff", containers: [containerId] },
  });
  const plant = { chargePercent: 50, isClosed: false };
  const start = await controllerOf(containerId);
  await start({
    driver: {
      metrics: [{ name: "battery.soc" }, { name: "relay.3.on" }],
      devices: [],
      capabilities: ["relay"],
      read: async () => [plant.chargePercent, Number(plant.isClosed)],
      outputs: {
        list: [{ target: "relay.3", op: "relay.set", dwellMs: 0 }],
        write: async (_target, value) => void (plant.isClosed = value === true),
        readBack: async () => plant.isClosed,
      },
      close: async () => {},
    },
    everyMs: 200,
  });
  await vi.waitUntil(async () => (await outputsOf(amina, containerId)).length > 0, inTime);
  return { amina, carl, plant };
}

async function outputsOf(person: Actor, containerId: string) {
  return (await person.call("outputList", { containerId })).data;
}

async function listOf(person: Actor, containerId: string) {
  return (await person.call("automationList", { containerId })).data[0];
}

test("an automation that is saved runs on site, is listed, and lets go when it is removed", async () => {
  const { amina, plant } = await withContainer("mopti");
  const { id, conflicts, setting } = (await amina.call("automationSave", { containerId: "mopti", automation: surplus }))
    .data;
  expect(conflicts).toEqual([]);
  expect(setting.wanted?.setting).toEqual({ [id]: surplus });
  await vi.waitUntil(() => plant.isClosed, inTime);
  await vi.waitUntil(async () => (await listOf(amina, "mopti"))?.state === "in_sync", inTime);
  expect(await listOf(amina, "mopti")).toMatchObject({
    containerId: "mopti",
    reported: { setting: { [id]: surplus } },
  });
  expect((await amina.call("automationList", {})).data.map(({ containerId }) => containerId)).toContain("mopti");
  await amina.call("automationDelete", { containerId: "mopti", id });
  await vi.waitUntil(() => !plant.isClosed, inTime);
  await expect(amina.call("automationDelete", { containerId: "mopti", id })).refusesWith("not_found");
});

test("two that may ask for the opposite are named, and what would have been done is computed from what was measured", async () => {
  const { amina, plant } = await withContainer("segou");
  const containerId = "segou";
  const { id } = (await amina.call("automationSave", { containerId, automation: surplus })).data;
  await vi.waitUntil(() => plant.isClosed, inTime);
  const spare: Automation = { ...surplus, name: "Spare", to: false, priority: 2 };
  const full: Automation = { ...spare, while: { kind: "metric", metric: "battery.soc", is: "below", value: 90 } };
  const tried = await vi.waitUntil(async () => {
    const { data } = await amina.call("automationRun", { containerId, automation: full, hours: 1 });
    return data.spans.some(({ lost }) => lost.length > 0) && data;
  }, inTime);
  expect(tried.spans.at(-1)).toMatchObject({ output: "relay.3", isOn: false, id: "new", lost: [id] });
  expect(tried.outputs).toMatchObject([{ output: "relay.3", withheldWh: null }]);
  expect(tried.explained).toMatchObject({ isMet: true, verdicts: [{ path: "while", is: true, value: 50 }] });
  expect(tried.conflicts).toMatchObject([{ winner: "new", loser: id, minutes: null }]);
  expect(tried.conflicts[0]?.metrics["battery.soc"]).toEqual({ from: 40, to: 90 });
  // Nothing was switched, and nothing stored.
  expect(plant.isClosed).toBe(true);
  expect(Object.keys((await listOf(amina, containerId))?.wanted?.setting ?? {})).toEqual([id]);
  const saved = await amina.call("automationSave", { containerId, automation: full });
  expect(saved.data.conflicts).toMatchObject([{ winner: saved.data.id, loser: id }]);
  await vi.waitUntil(() => !plant.isClosed, inTime);
});

test("what is wrong is refused by its field, and nothing is stored", async () => {
  const { amina, carl } = await withContainer("kayes");
  const save = (automation: object, person = amina) =>
    person.call("automationSave", { containerId: "kayes", automation: automation as Automation });
  const fieldsOf = (automation: object) =>
    save(automation).then(
      () => ({}),
      ({ answer }: CallRefused) => answer.body.fields,
    );
  expect(await fieldsOf({ ...surplus, output: "relay.4" })).toEqual({
    "automation.output": "This container has no output relay.4.",
  });
  expect(await fieldsOf({ ...surplus, priority: 0 })).toEqual({
    "automation.priority": "Please fill a priority: 1 to 9.",
  });
  await expect(save(surplus, carl)).refusesWith("forbidden");
  expect(await listOf(amina, "kayes")).toBeUndefined();
});

test("one that only a newer program can read stays as it is while others are saved and removed", async () => {
  const containerId = "timbuktu";
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const { database } = await thePortal();
  const doc = { automations: { known: surplus, newer: { ...surplus, name: "Newer", colour: "red" } } };
  await database.pool.query(`insert into container_config (container_id) values ($1) on conflict do nothing`, [
    containerId,
  ]);
  await database.pool.query(
    `update container_config set doc = $2, wanted = $2, agreed = $2, version = 1, wanted_version = 1, store = 's',
       reported_at = now(), wanted_at = now() where container_id = $1`,
    [containerId, JSON.stringify(doc)],
  );
  const idsWanted = async () => {
    const { rows } = await database.pool.query<{ ids: string[] }>(
      "select array(select jsonb_object_keys(wanted -> 'automations')) as ids from container_config where container_id = $1",
      [containerId],
    );
    return rows[0]?.ids.toSorted();
  };
  const { id } = (await amina.call("automationSave", { containerId, automation: { ...surplus, name: "Third" } })).data;
  expect(await idsWanted()).toEqual([id, "known", "newer"].toSorted());
  await amina.call("automationDelete", { containerId, id: "known" });
  expect(await idsWanted()).toEqual([id, "newer"].toSorted());
});

test("one that is only watched switches nothing, and its past runs say what it would have done; let loose, it acts", async () => {
  const containerId = "djenne";
  const { amina, carl, plant } = await withContainer(containerId);
  const watched = { ...surplus, shadow: true };
  const { id } = (await amina.call("automationSave", { containerId, automation: watched })).data;
  const runsOf = async (person = amina) => (await person.call("automationRuns", { containerId, id })).data;
  const [run] = await vi.waitUntil(async () => {
    const runs = await runsOf();
    return runs.length > 0 && runs;
  }, inTime);
  const verdicts = [{ path: "while", is: true, value: 50, since: null }];
  expect(run).toMatchObject({ outcome: "began", shadow: true, sameRule: true, unsent: 0, verdicts, switched: [] });
  expect(plant.isClosed).toBe(false);
  await amina.call("automationSave", { containerId, id, automation: surplus });
  await vi.waitUntil(() => plant.isClosed, inTime);
  // Whoever only looks sees it too, with what it has switched.
  const [acted, before] = await vi.waitUntil(async () => {
    const runs = await runsOf(carl);
    return (runs[0]?.switched.length ?? 0) > 0 && runs;
  }, inTime);
  expect(acted).toMatchObject({ outcome: "began", shadow: false, switched: [{ output: "relay.3", on: true }] });
  expect(before).toMatchObject({ shadow: true, sameRule: false, switched: [] });
  const { database } = await thePortal();
  await peopleNotified(database);
  const { rows } = await database.pool.query(
    "select 1 from notification n join event e on e.id = n.event_id where e.code = 'automation.run' and e.container_id = $1",
    [containerId],
  );
  // Nobody is notified of what goes as it should.
  expect(rows).toEqual([]);
  await expect(amina.call("automationRuns", { containerId: "elsewhere", id })).refusesWith("not_found");
});
