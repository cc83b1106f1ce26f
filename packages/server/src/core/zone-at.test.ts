import { fleet } from "@offgrid/simulator/fleet/fleet";
import { expect, test } from "vitest";

import { cast } from "../testing/cast.ts";
import { zoneAt } from "./zone-at.ts";
import { offsetMs } from "@offgrid/contract/core/zone-time";

/** The clock changes of a year identify a zone, since the same zone has several names. */
const clockOf = (zone: string) => Array.from({ length: 12 }, (_, month) => offsetMs(zone, Date.UTC(2026, month, 15)));

test.each(fleet.map(({ name, location }) => [name, location] as const))(
  "the clock of %s follows from its position",
  (_, { latitudeDeg, longitudeDeg, zoneName }) => {
    expect(clockOf(zoneAt(latitudeDeg, longitudeDeg))).toEqual(clockOf(zoneName));
  },
);

test("the poles and the open sea have a time zone too", () => {
  for (const [lat, long] of [
    [90, 0],
    [-90, 180],
    [0, -180],
    [-45, -120],
  ] as const)
    expect(() => new Intl.DateTimeFormat("en", { timeZone: zoneAt(lat, long) })).not.toThrow();
});

test("a container registered with only its position gets the time zone of that place", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const register = async (name: string, more: object) => {
    const { data } = await boss.call("registerNewContainer", { name, serialNumber: `Z-${name}`, ...more });
    return (await boss.call("getContainerInfoV2", { containerId: data.containerId })).data.zoneName;
  };
  const location = { lat: 29.2747, long: 82.1838 };
  expect(await register("Jumla school", { location })).toBe("Asia/Kathmandu");
  expect(await register("Jumla shop", { location, zoneName: "Asia/Tokyo" })).toBe("Asia/Tokyo");
  expect(await register("Somewhere", {})).toBe("UTC");
});
