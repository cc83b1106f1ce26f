import { expect, test } from "vitest";

import { containerSearch } from "./container.search.ts";

test("the address of a container keeps its tab and the choices on it, and drops unknown ones", () => {
  expect(containerSearch({ tab: "flow", day: "2026-11-20" })).toEqual({ tab: "flow", day: "2026-11-20" });
  const device = { tab: "devices", device: "solar.1", metric: "solar.1.power" };
  expect(containerSearch(device)).toEqual(device);
  expect(containerSearch({ metric: "<b>" })).toEqual({});
  const analysis = { tab: "analysis", from: 1_763_750_000_000, to: 1_763_760_000_000, against: "jumla" };
  expect(containerSearch({ ...analysis, period: "7_days" })).toEqual(analysis);
  expect(containerSearch({ tab: "analysis", period: "30_days" })).toEqual({ tab: "analysis", period: "30_days" });
  expect(
    containerSearch({ tab: "nothing", day: "yesterday", period: "ages", from: 2_000, to: 1_000, against: 5 }),
  ).toEqual({});
});
