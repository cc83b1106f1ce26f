import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { statementsOf } from "../../testing/statements.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import type { ListRow } from "./container-row.ts";
import { ContainerRows } from "./container-rows.ts";

// Late enough that the portal's start has no say in whether a container is online.
const startedAtMs = Date.UTC(2026, 4, 31);
const clock = testClock(Date.UTC(2026, 5, 1, 12));
const minute = 60_000;

beforeEach(async () => void (await thePortal({ clock })));

const people = () => cast({ amina: { role: "user", containers: ["gao", "kumasi", "lodwar"] } });

async function listOf(actor: Actor): Promise<Record<string, ListRow>> {
  const { data } = await actor.call("getSitesV2", {});
  return Object.fromEntries(data.map((row) => [row.id, row]));
}

/** As another process of the portal would: nothing announces it. */
async function change(statement: string): Promise<void> {
  await (await thePortal()).database.pool.query(statement);
}

/** As if a frame had come. */
const frame = (soc: number, linked = true) => {
  const at = new Date(clock.now()).toISOString();
  return change(
    `insert into container_latest (container_id, at, soc, linked, last_contact_at, energy_day, solar_wh, load_wh)
     values ('gao', '${at}', ${soc}, ${linked}, '${at}', '${at}', 900, 300)
     on conflict (container_id) do update set (at, soc, linked, last_contact_at, energy_day, solar_wh, load_wh) =
       (excluded.at, excluded.soc, excluded.linked, excluded.last_contact_at, excluded.energy_day, excluded.solar_wh,
        excluded.load_wh)`,
  );
};

const partly = (name: string | null, at: string): ListRow["energy"] => {
  const [since, cutOutputs] = [new Date(0).toISOString(), [{ target: "relay.1", name }]];
  return { level: "cut_partly", since, cutAt: null, backAt: null, at, cutOutputs };
};

/** Also where a round of forecasts has come first. */
const forecastOf = (at: string) => `
  insert into container_forecast (container_id, computed_at, state, likely_at, detail)
  values ('gao', now(), 'blackout', '${at}', '{}')
  on conflict (container_id) do update
    set computed_at = excluded.computed_at, state = excluded.state, likely_at = excluded.likely_at, detail = excluded.detail`;

const protecting = (changed: object) =>
  JSON.stringify({
    loadProtection: { enabled: true, cutSoc: 45, loads: [{ target: "relay.1", neverCut: false }], ...changed },
  });

test("whatever changes in any table that a row is made of, and in whichever process, the next list has it", async () => {
  const { amina } = await people();
  const gao = async () => (await listOf(amina))["gao"];
  const at = new Date(clock.now() + 90 * minute).toISOString();
  const changes: [statement: string, shows: Partial<ListRow>][] = [
    ["update container set name = 'Gao North' where id = 'gao'", { name: "Gao North" }],
    [
      "update container set latitude = 16.27, longitude = -0.05 where id = 'gao'",
      { location: { lat: 16.27, long: -0.05 } },
    ],
    ["insert into container_latest (container_id, soc) values ('gao', 55)", { soc: 55 }],
    [
      "update container_latest set soc = 56, solar_power = 700 where container_id = 'gao'",
      { soc: 56, solarPower: 700 },
    ],
    [
      `update container_latest set cut_since = '${at}', cut_at = '${at}' where container_id = 'gao'`,
      { energy: { level: "cut", since: at, cutAt: null, backAt: null, noReturn: "computing", at } },
    ],
    [
      `update container_latest set cut_since = null, older_at = '{"soc": 0}' where container_id = 'gao'`,
      { olderAt: { soc: new Date(0).toISOString() } },
    ],
    [
      `update container_latest set at = '${at}', cut_outputs = '{"relay.1": {"sinceMs": 0}}',
         live_values = '{"relay.1.on": [0, ${Date.parse(at)}], "relay.2.on": [1, ${Date.parse(at)}]}'
       where container_id = 'gao'`,
      { energy: partly(null, at) },
    ],
    [
      `insert into output_names (container_id, names) values ('gao', '{"relay.1": {"name": "Fridge", "feeds": ""}}')`,
      { energy: partly("Fridge", at) },
    ],
    [`update output_names set names = '{}' where container_id = 'gao'`, { energy: partly(null, at) }],
    [
      `update container_latest set cut_outputs = '{"ac": {"sinceMs": 0}}',
         live_values = '{"ac.mode": [0, ${Date.parse(at)}], "relay.2.on": [1, ${Date.parse(at)}]}'
       where container_id = 'gao'`,
      { energy: { ...partly(null, at), cutOutputs: [{ target: "ac", name: null }] } },
    ],
    ["insert into cluster (id, name) values ('north', 'North')", { cluster: null }],
    ["update container set cluster_id = 'north' where id = 'gao'", { cluster: "North", clusterId: "north" }],
    ["update cluster set name = 'Far North' where id = 'north'", { cluster: "Far North" }],
    ["delete from cluster where id = 'north'", { cluster: null, clusterId: null }],
    ["insert into sim_card (container_id, operator) values ('gao', 'MTN')", { simOperator: "MTN" }],
    ["update sim_card set operator = 'Orange' where container_id = 'gao'", { simOperator: "Orange" }],
    ["delete from sim_card where container_id = 'gao'", { simOperator: null }],
    ["insert into container_quality (container_id, clock_offset_s) values ('gao', 90)", { systemStatus: "clock" }],
    ["update container_quality set clock_offset_s = null where container_id = 'gao'", { systemStatus: "unknown" }],
    [
      `insert into forecast_setting (container_id, provider, capacity, tilt, azimuth, loss, reserve_soc)
 values ('gao', 'auto', 0, 0, 0, 0, 35)`,
      { reserveSoc: 35 },
    ],
    ["update forecast_setting set reserve_soc = 40 where container_id = 'gao'", { reserveSoc: 40 }],
    ["delete from forecast_setting where container_id = 'gao'", { reserveSoc: 20 }],
    [`insert into container_config (container_id, doc) values ('gao', '${protecting({})}')`, { reserveSoc: 45 }],
    [`update container_config set doc = '${protecting({ enabled: false })}'`, { reserveSoc: 20 }],
    [`update container_config set doc = '${protecting({ cutSoc: 50 })}'`, { reserveSoc: 50 }],
    [
      `update container_config set doc = '${protecting({ loads: [{ target: "relay.1", neverCut: true }] })}'`,
      { reserveSoc: 20 },
    ],
    [`update container_config set doc = '${protecting({ cutSoc: "much" })}'`, { reserveSoc: 20 }],
    [forecastOf(at), { blackout: { state: "blackout", likely: at, hours: 1.5 } }],
    ["delete from container_forecast where container_id = 'gao'", { blackout: null }],
    ["delete from container_latest where container_id = 'gao'", { soc: null, solarPower: null }],
  ];
  await gao();
  for (const [statement, shows] of changes) {
    await change(statement);
    expect(await gao(), statement).toMatchObject(shows);
  }
});

test("of loads that are cut or will be, and of no others, the list says what their forecast lacks to tell the return", async () => {
  const { amina } = await people();
  const whyNot = async (state: string, detail: object) => {
    await change("delete from container_forecast where container_id = 'gao'");
    await change(`insert into container_forecast (container_id, computed_at, state, detail, is_cut)
      values ('gao', now(), '${state}', '${JSON.stringify(detail)}', true)`);
    return (await listOf(amina))["gao"]?.energy.noReturn;
  };
  await frame(20);
  expect(await whyNot("blackout", { missing: [], loadOnly: true })).toBeUndefined();
  await change("delete from container_forecast where container_id = 'gao'");
  await change(`insert into container_forecast (container_id, computed_at, state, likely_at, detail, is_cut)
    values ('gao', now(), 'blackout', now() + interval '5 hours', '{"missing":[],"isChargeLimited":true}', false)`);
  expect((await listOf(amina))["gao"]?.energy).toMatchObject({ backAt: null, noReturn: "charge_limit" });
  await change("update container_latest set cut_since = at, cut_at = at where container_id = 'gao'");
  expect(await whyNot("blackout", { missing: [], loadOnly: true })).toBe("sun");
  expect(await whyNot("blackout", { missing: [], loadOnly: false })).toBe("horizon");
  const cold = { missing: [], loadOnly: false, isChargeLimited: true };
  expect(await whyNot("blackout", cold)).toBe("charge_limit");
  expect(await whyNot("learning", { missing: ["capacity"], loadOnly: true })).toBe("capacity");
  expect(await whyNot("learning", { missing: ["history", "capacity"], loadOnly: false })).toBe("history");
  expect(await whyNot("blind", { missing: [], loadOnly: false })).toBe("charge");
});

test("a container that was removed, lost or given is in the next list or not", async () => {
  const { amina } = await people();
  const ids = async () => Object.keys(await listOf(amina));
  expect(await ids()).toEqual(["gao", "kumasi", "lodwar"]);
  await change(`delete from container_user where user_id = '${amina.userId}' and container_id = 'lodwar'`);
  expect(await ids()).toEqual(["gao", "kumasi"]);
  await change(`insert into container_user (user_id, container_id) values ('${amina.userId}', 'lodwar')`);
  expect(await ids()).toEqual(["gao", "kumasi", "lodwar"]);
  await change("delete from container where id = 'kumasi'");
  expect(await ids()).toEqual(["gao", "lodwar"]);
  await change("update role set permissions = array_remove(permissions, 'view') where id = 'user'");
  expect((await amina.post("getSitesV2", {})).status).toBe(403);
  await change("update role set permissions = array_append(permissions, 'view') where id = 'user'");
  expect(await ids()).toEqual(["gao", "lodwar"]);
});

test("favorites are of the caller and of now", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["gao"] },
    kofi: { role: "user", containers: ["gao"] },
  });
  const stars = async () => [(await listOf(amina))["gao"]?.favorite, (await listOf(kofi))["gao"]?.favorite];
  expect(await stars()).toEqual([false, false]);
  await change(`update app_user set setting = '{"favorites": ["gao"]}' where id = '${amina.userId}'`);
  expect(await stars()).toEqual([true, false]);
  await change(`update app_user set setting = '{}' where id = '${amina.userId}'`);
  expect(await stars()).toEqual([false, false]);
});

test("time alone changes state, today's energy and the hours left, for each kind of caller", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["gao"] },
    kofi: { role: "user", containers: ["gao"] },
  });
  await kofi.call("saveUserSetting", { favorites: ["gao"] });
  await frame(60, false);
  const at = new Date(clock.now() + 90 * minute).toISOString();
  await change(forecastOf(at));
  const shown = async () => {
    const rows = [(await listOf(amina))["gao"], (await listOf(kofi))["gao"]];
    expect(rows.map((row) => row?.favorite)).toEqual([false, true]);
    expect(rows[1]).toEqual({ ...rows[0], favorite: true });
    const { status, isOnline, energyConsumption, solarGeneration, blackout } = rows[0]!;
    return [status, isOnline, energyConsumption, solarGeneration, blackout?.hours];
  };
  expect(await shown()).toEqual(["just_offline", false, 300, 900, 1.5]);
  clock.advance(12 * minute);
  expect(await shown()).toEqual(["just_offline", false, 300, 900, 1.3]);
  clock.advance(6 * minute);
  expect(await shown()).toEqual(["offline", false, 300, 900, 1.2]);
  clock.advance(11 * 60 * minute);
  expect(await shown()).toEqual(["offline", false, 300, 900, 0]);
  clock.advance(60 * minute);
  expect(await shown()).toEqual(["offline", false, null, null, 0]);
  await frame(61);
  expect(await shown()).toEqual(["online", true, 300, 900, 0]);
});

/** Several containers and somebody who sees them, without a portal. */
async function fleet(): Promise<{ database: TestDatabase; userId: string }> {
  const database = await testDatabase();
  await database.pool.query(
    `insert into container (id, name, serial_number, secret_hash)
     select 'site-' || n, 'Site ' || n, 'SN-' || n, '\\x00' from generate_series(1, 5) as n`,
  );
  await database.pool.query(
    `insert into app_user (id, email, password_hash, role) values ('boss', 'boss@example.org', 'none', 'admin')`,
  );
  return { database, userId: "boss" };
}

test("only what changed is read and made again, by the call that comes next and in every process", async () => {
  const { database, ...viewer } = await fleet();
  try {
    const [one, other] = [new ContainerRows(), new ContainerRows()];
    const moment = { nowMs: clock.now(), portalStartedAtMs: startedAtMs };
    const read = async (rows: ContainerRows) => {
      const list = await rows.read(database.db, viewer, moment);
      return new Map(list.map((row) => [row.id, row]));
    };
    const before = await read(one);
    expect(await read(other)).toEqual(before);
    const statements = statementsOf(database.pool);
    const same = await read(one);
    expect([...same.values()].every((row) => row === before.get(row.id))).toBe(true);
    expect(statements).toHaveLength(1);

    await sql`update container set name = 'New' where id = 'site-3'`.execute(database.db);
    const after = await read(one);
    expect([...after.values()].filter((row) => row !== before.get(row.id))).toEqual([
      { ...before.get("site-3"), name: "New" },
    ]);
    expect(await read(other)).toEqual(after);
  } finally {
    await database.drop();
  }
});

test("a call during which a container changes leaves nothing old behind", async () => {
  const { database, ...viewer } = await fleet();
  try {
    const rows = new ContainerRows();
    const moment = { nowMs: clock.now(), portalStartedAtMs: startedAtMs };
    const rename = (number: number) =>
      sql`update container set name = ${`Name ${number}`} where id = 'site-1'`.execute(database.db);
    for (let number = 0; number < 30; number++) {
      const overtaken = rows.read(database.db, viewer, moment, { search: "site-1" });
      await rename(number);
      const [row] = await rows.read(database.db, viewer, moment, { search: "site-1" });
      expect(row?.name).toBe(`Name ${number}`);
      await overtaken;
      const [later] = await rows.read(database.db, viewer, moment, { search: "site-1" });
      expect(later?.name).toBe(`Name ${number}`);
    }
  } finally {
    await database.drop();
  }
});
