import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { datesApart, zonesApart } from "./zones-apart.ts";

beforeAll(timeReady);

test("only zones whose clocks show another time at this moment count as other zones, each once", () => {
  const at = (...zones: string[]) => zones.map((zoneName) => ({ zoneName }));
  const [winter, summer] = [Date.UTC(2026, 0, 10), Date.UTC(2026, 6, 10)];
  const zones = at("Europe/Paris", "Africa/Lagos", "Africa/Bamako", "Africa/Bamako", "Africa/Abidjan");
  expect(zonesApart(zones, "Africa/Lagos", winter)).toEqual(["Africa/Abidjan", "Africa/Bamako"]);
  expect(zonesApart(zones, "Africa/Lagos", summer)).toEqual(["Africa/Abidjan", "Africa/Bamako", "Europe/Paris"]);
  expect(zonesApart(at("Africa/Lagos"), "Africa/Lagos", winter)).toEqual([]);
});

test("containers far east already have the next date, those far west still the one before", () => {
  const fleet = ["Pacific/Kiritimati", "Pacific/Auckland", "Asia/Kathmandu", "America/Adak"].map((zoneName) => ({
    zoneName,
  }));
  expect(datesApart(fleet, "Europe/Paris", Date.UTC(2026, 5, 10, 12))).toEqual({ ahead: 2, behind: 0 });
  expect(datesApart(fleet, "Europe/Paris", Date.UTC(2026, 5, 10, 5))).toEqual({ ahead: 0, behind: 1 });
});
