import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { beforeForecasts, isNow, measure } from "./forecast.fixture.ts";

beforeForecasts();

test("a row says how likely a cut is that its forecast does not expect", async () => {
  await measure("likely", 10);
  await isNow("likely", 99, { "battery.capacity": 100_000 });
  const { amina } = await cast({ amina: { role: "user", containers: ["likely"] } });
  const { data } = await amina.call("getBlackoutForecast", { containerId: "likely" });
  expect(data.likely).toBeNull();
  const at = { ...data, blackout: { earliest: data.at, likely: data.at, latest: null, hours: 1, chance: 0.3 } };
  const { db } = (await thePortal()).database;
  await db
    .updateTable("containerForecast")
    .set({ detail: JSON.stringify(at) })
    .where("containerId", "=", "likely")
    .execute();
  expect((await amina.call("getSitesV2", {})).data[0]?.blackout).toMatchObject({ state: data.state, chance: 0.3 });
  const info = await amina.call("getContainerInfoV4", { containerId: "likely" });
  expect(info.data.forecast).toMatchObject({ chance: 0.3 });
});

test("a cut of the night after next is ahead in lists and headers where one chance in four is within a day", async () => {
  await measure("early", 10);
  await isNow("early", 99, { "battery.capacity": 100_000 });
  const { amina } = await cast({ amina: { role: "user", containers: ["early"] } });
  const { data } = await amina.call("getBlackoutForecast", { containerId: "early" });
  const inHours = (hours: number) => new Date(Date.parse(data.at) + hours * 3_600_000);
  const [early, likely] = [inHours(12).toISOString(), inHours(36).toISOString()];
  const blackout = { earliest: early, early, likely, latest: null, hours: 36, chance: 0.7 };
  const { db } = (await thePortal()).database;
  const detail = JSON.stringify({ ...data, state: "blackout", likely, hours: 36, blackout });
  await db
    .updateTable("containerForecast")
    .set({ state: "blackout", likelyAt: inHours(36), detail })
    .where("containerId", "=", "early")
    .execute();
  const ahead = { level: "cut_ahead", cutAt: likely, cutChance: 0.7 };
  expect((await amina.call("getSitesV2", {})).data[0]?.energy).toMatchObject(ahead);
  const info = await amina.call("getContainerInfoV4", { containerId: "early" });
  expect(info.data.energy).toMatchObject(ahead);
});
