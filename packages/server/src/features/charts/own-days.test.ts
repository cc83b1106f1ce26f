import { startOfLocalDay } from "@offgrid/contract/core/zone-time";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { storeInZone } from "./charts.fixture.ts";

const hour = 3_600_000;
const day = 24 * hour;
const clock = testClock(Date.UTC(2026, 5, 10, 12));
const midnight = Date.UTC(2026, 5, 10);

await thePortal({ clock });

test("a fleet's days are each container's own where they are asked for, on the dates of the one who asks", async () => {
  // It is 14:00 in Paris on the tenth; in Kiritimati the eleventh has begun, in Adak it is three in the morning.
  const zones = { "own-adak": "America/Adak", "own-nepal": "Asia/Kathmandu", "own-kiritimati": "Pacific/Kiritimati" };
  const ids = Object.keys(zones) as (keyof typeof zones)[];
  const from = midnight - 9 * day;
  for (const [place, id] of ids.entries()) {
    const watts = (at: number) => 500 + 100 * place + 200 * Math.sin((at - from) / (5 * hour));
    await storeInZone(id, zones[id], { fromMs: from, toMs: from + 9.5 * day }, watts);
  }
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ids } });
  const zone = "Europe/Paris";
  const dates = Array.from({ length: 7 }, (_, index) => ({ year: 2026, month: 6, day: 4 + index }));
  const asked = { period: "7_days" as const, groupBy: "day" as const, zone, containerIds: ids, ownDays: true };
  const { data: fleet } = await amina.call("getConsumption", asked);
  expect(fleet.t).toEqual(dates.map((date) => startOfLocalDay(zone, date)));
  const wanted = dates.map(() => 0);
  for (const id of ids) {
    for (const [place, date] of dates.entries()) {
      const start = startOfLocalDay(zones[id], date);
      const end = Math.min(startOfLocalDay(zones[id], { ...date, day: date.day + 1 }), clock.now());
      const own = { from: start, to: end, zone: zones[id], groupBy: "day" as const, containerIds: [id] };
      wanted[place]! += (await amina.call("getConsumption", own)).data.total;
    }
  }
  for (const [place, wh] of wanted.entries()) expect(fleet.values[place]).toBeCloseTo(wh, 6);
  expect(fleet.coverage).toBeGreaterThan(0.99);
  const { data: split } = await amina.call("getConsumptionOrigins", asked);
  expect(split.origins.unknown).toBeCloseTo(fleet.total, 6);
  // What the list calls today's consumption is in the last day of those for whom it is the same date.
  const { data: nepal } = await amina.call("getConsumption", { ...asked, containerIds: ["own-nepal"] });
  const { data: today } = await amina.call("getConsumption", {
    ...{ period: "today", groupBy: "day", zone: "Asia/Kathmandu", containerIds: ["own-nepal"] },
  });
  expect(nepal.values.at(-1)).toBeCloseTo(today.total, 6);
  // The days before, up to the same hour of the last of them.
  const week = 7 * day;
  const { data: before } = await amina.call("getConsumption", {
    ...{ ...asked, period: "custom", from: fleet.t[0]! - week, to: clock.now() - week, containerIds: ["own-nepal"] },
  });
  const start = startOfLocalDay("Asia/Kathmandu", { year: 2026, month: 6, day: 3 });
  const { data: partly } = await amina.call("getConsumption", {
    ...{ from: start, to: clock.now() - week, zone: "Asia/Kathmandu", groupBy: "day", containerIds: ["own-nepal"] },
  });
  expect(before.values.at(-1)).toBeCloseTo(partly.total, 6);
});

test("hours of each container's own are refused, and the energy balance of one container knows no others", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["own-nepal"] } });
  const asked = { period: "yesterday" as const, zone: "Europe/Paris", ownDays: true };
  const hours = { ...asked, groupBy: "hour" as const, containerIds: ["own-nepal"] };
  for (const call of ["getGeneration", "getConsumption", "getConsumptionOrigins"] as const) {
    const { status, body } = await amina.post(call, hours);
    expect([status, body["fields"]]).toEqual([400, { ownDays: expect.stringContaining("choose days") }]);
  }
  const days = { ...asked, groupBy: "day" as const, containerId: "own-nepal" };
  expect(await amina.post("getEnergyBalance", days)).toMatchObject({ status: 400, code: "bad_input" });
});
