import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { nextQuietHours } from "./quiet-hours.ts";

beforeAll(timeReady);

const iso = (nowIso: string, zone: string) =>
  nextQuietHours(Date.parse(nowIso), zone).map((at) => new Date(at).toISOString());

test("upgrades are planned for the next five nights by the container's clock", () => {
  expect(iso("2026-11-23T20:00:00Z", "Africa/Nairobi")).toEqual([
    "2026-11-23T23:00:00.000Z",
    "2026-11-24T23:00:00.000Z",
    "2026-11-25T23:00:00.000Z",
    "2026-11-26T23:00:00.000Z",
    "2026-11-27T23:00:00.000Z",
  ]);
});

test("a night that is over, or an hour that the clocks skip, is not offered", () => {
  expect(iso("2026-11-23T23:00:00Z", "Africa/Nairobi")[0]).toBe("2026-11-24T23:00:00.000Z");
  expect(iso("2026-11-23T22:59:59Z", "Africa/Nairobi")[0]).toBe("2026-11-23T23:00:00.000Z");
  const days = iso("2026-03-27T12:00:00Z", "Europe/Paris");
  expect(days).toHaveLength(5);
  expect(days[0]).toBe("2026-03-28T01:00:00.000Z");
  expect(days[2]).toBe("2026-03-30T00:00:00.000Z");
});
