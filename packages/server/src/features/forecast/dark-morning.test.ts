import { usualPanels } from "@offgrid/contract/core/irradiance";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { store } from "../charts/charts.fixture.ts";
import { beforeForecasts, clock, day, hour, isNow, minute, placed } from "./forecast.fixture.ts";
import { clearPlaneWPerM2 } from "./solar-model.ts";

beforeForecasts();

test("a dark morning after a bright day puts the sun of the coming hours in doubt, and no return of power is promised", async () => {
  const place = { latitudeDeg: 3.1191, longitudeDeg: 35.5973 };
  const roof = usualPanels(place);
  const midnightMs = clock.now() - (clock.now() % day) + day;
  // Three hours have light by then: it rose at 3:35 UTC.
  clock.advance(midnightMs + 6 * hour + 5 * minute - clock.now());
  const framesOf = (today: number) =>
    Array.from({ length: 10 * 96 + 24 }, (_, quarter): [number, number[]] => {
      const atMs = midnightMs - 10 * day + quarter * 15 * minute;
      const solar = (atMs < midnightMs ? 1 : today) * 1.5 * clearPlaneWPerM2(atMs, place, roof);
      return [atMs, [600, solar, solar - 600, 40]];
    });
  const { amina } = await cast({ amina: { role: "user", containers: ["stormy", "sound"] } });
  const { db } = (await thePortal()).database;
  const after = async (containerId: string, today: number) => {
    await store(containerId, ["load.power", "solar.power", "battery.power", "battery.soc"], framesOf(today), 60);
    await placed(containerId);
    const loads = { cutSoc: 13, backSoc: 28, cutSince: new Date(clock.now() - hour) };
    await db.updateTable("containerLatest").set(loads).where("containerId", "=", containerId).execute();
    await isNow(containerId, 15);
    return amina.call("getBlackoutForecast", { containerId });
  };
  const stormy = await after("stormy", 0.05);
  expect(stormy.data.sunPercent).toBe(5);
  expect(stormy.energy).toMatchObject({ level: "cut", backAt: null, back: { isDoubtful: true, sunPercent: 5 } });
  const sound = await after("sound", 1);
  expect(sound.data.sunPercent).toBeNull();
  expect(sound.energy).toMatchObject({ level: "cut", backAt: expect.any(String) as string });
  expect(Math.max(...stormy.data.solar)).toBeLessThan(0.1 * Math.max(...sound.data.solar));
});
