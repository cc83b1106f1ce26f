import { expect, test } from "vitest";

import { fakeContainer } from "../../../domain/containers/container-row.fake.ts";
import { isSameFleet } from "./use-settled.ts";

test("rows keep their places while values and states change, and are sorted again when the containers or the filters change", () => {
  const before = [fakeContainer({ name: "A" }), fakeContainer({ name: "B" })];
  const [one, two] = before as [(typeof before)[0], (typeof before)[0]];
  expect(isSameFleet(before, [one, { ...two, soc: 3, status: "offline" }])).toBe(true);
  expect(isSameFleet(before, [one])).toBe(false);
  expect(isSameFleet(before, [two, one])).toBe(false);
  expect(isSameFleet(before, [one, { ...two, clusterId: "c-1", cluster: "North" }])).toBe(false);
  expect(isSameFleet(before, [{ ...one, favorite: true }, two])).toBe(false);
});
