import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { type StandIn, standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { type TestClock, testClock } from "../../testing/test-clock.ts";
import { readOpenMeteo } from "./open-meteo.ts";
import { readOpenWeather } from "./open-weather.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 20, 12, 20);
const shared = join(import.meta.dirname, "../../../../../../shared/data");

let service: StandIn;
let clock: TestClock;

/** Eight days of hours, as Open-Meteo answers the portal's request. */
function openMeteo(fromMs: number, degrees = 20): Record<string, unknown> {
  const count = 8 * 24;
  const each = (value: (index: number) => number | null) => Array.from({ length: count }, (_, index) => value(index));
  return {
    utc_offset_seconds: 0,
    current_units: { wind_speed_10m: "m/s" },
    hourly_units: { wind_speed_10m: "m/s" },
    current: { time: (fromMs + 12 * hour) / 1_000 + 900, temperature_2m: degrees, weather_code: 2, cloud_cover: 40 },
    hourly: {
      time: each((index) => fromMs / 1_000 + index * 3_600),
      temperature_2m: each((index) => degrees + (index % 24)),
      shortwave_radiation: each((index) => (index % 24) * 10),
      precipitation: each((index) => (index % 24 === 18 ? 3 : 0)),
      wind_speed_10m: each(() => 4),
      weather_code: each((index) => (index % 24 < 6 ? 61 : 0)),
    },
  };
}

beforeAll(async () => {
  service = await startStandIn();
  clock = testClock(now);
  const config = { externalServices: "on", externalAllow: standInNetworks, openMeteoUrl: service.url } as const;
  const { database } = await thePortal({ clock, config });
  for (const [id, latitude, longitude, zoneName] of [
    ["lodwar", 3.1191, 35.5973, "Africa/Nairobi"],
    ["nowhere", null, null, "UTC"],
  ] as const) {
    await ensureContainer(id);
    await database.db.updateTable("container").set({ latitude, longitude, zoneName }).where("id", "=", id).execute();
  }
});
afterAll(() => service.stop());

const people = () => cast({ amina: { role: "customer_staff", containers: ["lodwar", "nowhere"] } });

test("weather comes with its source, age and attribution, with hours from now on and the place's own days", async () => {
  const { amina } = await people();
  service.answer = { body: openMeteo(Date.UTC(2026, 10, 20)) };
  const { data } = await amina.call("getWeather", { containerId: "lodwar" });
  expect(data).toMatchObject({
    source: "open_meteo",
    fetchedAt: new Date(now).toISOString(),
    problem: null,
    zoneName: "Africa/Nairobi",
    attribution: { text: expect.stringContaining("Open-Meteo") },
    current: { at: "2026-11-20T12:15:00.000Z", temperatureDegC: 20, sky: "partly_cloudy", windMPerS: null },
  });
  expect(data.hourly).toHaveLength(48);
  // Light and rain are given for the hour before an instant: those of 12:00 to 13:00 are at 13:00.
  expect(data.hourly[0]).toMatchObject({
    at: "2026-11-20T12:00:00.000Z",
    temperatureDegC: 32,
    irradianceWPerM2: 130,
    windMPerS: 4,
  });
  expect(data.hourly.find(({ rainMm }) => rainMm === 3)?.at).toBe("2026-11-20T17:00:00.000Z");
  expect(data.daily).toHaveLength(7);
  // The 20th in Nairobi begins at 21:00 on the 19th, for which there is no data: no low and no sum of a part.
  expect(data.daily[0]).toMatchObject({ date: "2026-11-20", lowDegC: null, rainMm: null });
  expect(data.daily[1]).toMatchObject({ date: "2026-11-21", lowDegC: 20, highDegC: 43, rainMm: 3, sky: "rain" });
  // Almanac for 3.12 N, 35.60 E: 06:22 and 18:22 local time, give or take a minute or two.
  expect(Math.abs(Date.parse(data.sunrise ?? "") - Date.UTC(2026, 10, 20, 3, 22))).toBeLessThan(4 * 60_000);
  expect(Math.abs(Date.parse(data.sunset ?? "") - Date.UTC(2026, 10, 20, 15, 21))).toBeLessThan(4 * 60_000);
  // Only the position to a tenth of a degree leaves the portal.
  expect(service.asked.at(-1)?.query.get("latitude")).toBe("3.1");
});

test("while the service is away, the last weather stays, with its age, and no call waits", async () => {
  const { amina } = await people();
  service.answer = { body: openMeteo(Date.UTC(2026, 10, 20)) };
  const before = (await amina.call("getWeather", { containerId: "lodwar" })).data;
  clock.advance(5 * hour);
  service.answer = { status: 500, body: {} };
  const after = (await amina.call("getWeather", { containerId: "lodwar" })).data;
  expect(after).toMatchObject({ fetchedAt: before.fetchedAt, problem: "unreachable", current: null });
  expect(after.hourly[0]?.at).toBe("2026-11-20T17:00:00.000Z");
  expect(after.sunset).toBe(before.sunset);
});

test("a container without a position says so, a point needs none, and half a point is refused", async () => {
  const { amina } = await people();
  expect((await amina.call("getWeather", { containerId: "nowhere" })).data).toMatchObject({
    problem: "no_position",
    current: null,
    hourly: [],
    sunrise: null,
  });
  clock.advance(hour);
  service.answer = { body: openMeteo(Date.UTC(2026, 10, 20)) };
  const point = (await amina.call("getWeather", { lat: 48.85, long: 2.35 })).data;
  expect(point).toMatchObject({ zoneName: "Europe/Paris", source: "open_meteo", problem: null });
  for (const odd of [{}, { lat: 1 }, { containerId: "lodwar", lat: 1, long: 1 }, { lat: 91, long: 0 }])
    await expect(amina.call("getWeather", odd)).refusesWith("bad_input");
});

const eos = join(shared, "open-meteo/weatherforecast_openmeteo_1.json");
test.skipIf(!existsSync(eos))("a recorded answer of Open-Meteo is read (needs ../shared/data/open-meteo)", () => {
  const recorded = JSON.parse(readFileSync(eos, "utf8")) as { hourly: Record<string, (number | string)[]> };
  const { hours } = readOpenMeteo(recorded);
  const { time = [], wind_speed_10m: wind = [], shortwave_radiation: light = [] } = recorded.hourly;
  expect(hours).toHaveLength(time.length - 1);
  // Its times are those of Berlin in winter, its winds km/h.
  expect(new Date(hours[0]?.atMs ?? 0).toISOString()).toBe(
    new Date(Date.parse(`${String(time[0])}Z`) - hour).toISOString(),
  );
  for (const [index, { windMPerS, irradianceWPerM2 }] of hours.entries()) {
    expect(windMPerS).toBeCloseTo(Number(wind[index]) / 3.6, 6);
    expect(irradianceWPerM2).toBe(light[index + 1]);
  }
});

const minutely = join(shared, "emhass/openmeteo_minutely15_2025-02-24.json");
test.skipIf(!existsSync(minutely))(
  "a recorded answer without hours is not accepted (needs ../shared/data/emhass)",
  () => {
    expect(() => readOpenMeteo(JSON.parse(readFileSync(minutely, "utf8")))).toThrow();
  },
);

test.each([
  ["hours with a gap", { hourly: { time: [0, 3_600, 10_800] } }],
  ["miles per hour", { hourly_units: { wind_speed_10m: "mp/h" }, hourly: { time: [0, 3_600] } }],
  ["text for numbers", { hourly: { time: [0, 3_600], temperature_2m: ["warm", "cold"] } }],
  ["no hours", { hourly: { time: [] } }],
])("%s is not accepted as weather", (_, answer) => {
  expect(() => readOpenMeteo(answer)).toThrow();
});

test("OpenWeather is read into the same terms, with precipitation as rain and no sunlight", () => {
  const moment = { dt: 1_763_640_000, temp: 21.5, humidity: 40, clouds: 10, wind_speed: 3, wind_deg: 90 };
  const outlook = readOpenWeather({
    current: { ...moment, feels_like: 20, weather: [{ id: 801 }] },
    hourly: [{ ...moment, pop: 0.35, rain: { "1h": 1.5 }, snow: { "1h": 0.5 }, weather: [{ id: 502 }] }],
    daily: [{ dt: 1_763_640_000, temp: { min: 10, max: 25 }, rain: 4, wind_speed: 9, weather: [{ id: 211 }] }],
  });
  expect(outlook.current).toMatchObject({ temperatureDegC: 21.5, feelsLikeDegC: 20, sky: "partly_cloudy", rainMm: 0 });
  expect(outlook.hours[0]).toMatchObject({ rainMm: 2, rainChancePercent: 35, sky: "rain", irradianceWPerM2: null });
  expect(outlook.days[0]).toMatchObject({ lowDegC: 10, highDegC: 25, rainMm: 4, sky: "thunder" });
  expect(() => readOpenWeather({ cod: 401, message: "Invalid API key" })).toThrow();
});
