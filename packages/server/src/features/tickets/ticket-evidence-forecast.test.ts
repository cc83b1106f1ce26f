import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { store } from "../charts/charts.fixture.ts";
import { raise, seen } from "../incidents/raised.fixture.ts";
import { filesOf, packsOf } from "./ticket-evidence.fixture.ts";
import { ask } from "./tickets.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const people = (containerId: string) => cast({ amina: { role: "user", containers: [containerId] } });
const query = async (text: string, values: unknown[] = []) =>
  void (await (await thePortal()).database.pool.query(text, values));

test("evidence says what weather and sun were expected when the incident began, and what came, hour by hour", async () => {
  const { amina } = await people("tessit");
  const hours = Array.from({ length: 8 }, (_, index) => Math.floor(Date.now() / hour) * hour - (8 - index) * hour);
  const [madeMs = 0] = hours;
  await query("update container set latitude = 16.96, longitude = 0.44 where id = 'tessit'");
  const sky = hours.map((atMs) => ({ atMs, cloudPercent: 80, irradianceWPerM2: null }));
  await query(
    "insert into outside_answer (key, body, fetched_at) values ('open_meteo 1 17 0.4', $1, to_timestamp($2))",
    [JSON.stringify({ current: null, hours: sky, days: [] }), madeMs / 1_000],
  );
  await query(
    `insert into forecast_past (container_id, made_at, soc, solar, source) values
      ('tessit', to_timestamp($1), '{60}', '{1000,1000,1000,1000}', 'open_meteo'),
      ('tessit', now(), '{60}', '{9999}', 'open_meteo')`,
    [madeMs / 1_000],
  );
  // Of the first two hours.
  const frames = Array.from({ length: 120 }, (_, index): [number, number[]] => [madeMs + index * minute, [400]]);
  await store("tessit", ["solar.power"], frames, 60, Date.now());
  await raise(amina, ["tessit"]);
  const [incident] = await seen(amina, (all) => all.length === 1);
  const ticket = await ask(amina, { containerId: "tessit", incidentId: incident?.id ?? "" });
  const [pack] = await packsOf(amina, ticket.id);
  const forecast = (await filesOf(amina, ticket.id, pack?.id ?? "")).json("forecast") as unknown as {
    weather: { source: string; hours: { cloudPercent: number }[] };
    came: { hours: Record<string, string | number | null>[]; sum: unknown };
  };
  expect(forecast.weather).toMatchObject({ source: "open_meteo", fetchedAt: new Date(madeMs).toISOString() });
  expect(forecast.weather.hours).toHaveLength(8);
  const came = (atMs = 0) => forecast.came.hours.find(({ at }) => at === new Date(atMs).toISOString());
  expect(came(hours[0])).toMatchObject({ expectedSolarW: 1_000, "solar.power": 400, "battery.soc": null });
  // Expected, and not measured: not known, never 0.
  expect(came(hours[3])).toMatchObject({ expectedSolarW: 1_000, "solar.power": null });
  expect(came(hours[4])).toMatchObject({ expectedSolarW: null });
  expect(forecast.came.sum).toEqual({ hours: 2, expectedSolarWh: 2_000, solarWh: 800 });
}, 120_000);

test("evidence of a container without a position, a forecast or an answer of a service says so", async () => {
  const { amina } = await people("kidal");
  const ticket = await ask(amina, { containerId: "kidal" });
  const [pack] = await packsOf(amina, ticket.id);
  const { json } = await filesOf(amina, ticket.id, pack?.id ?? "");
  expect(json("forecast")).toMatchObject({
    forecast: { reason: "there was none" },
    weather: null,
    reason: "the container has no position",
    came: { sum: null, reason: "no forecast was kept before it" },
  });
});
