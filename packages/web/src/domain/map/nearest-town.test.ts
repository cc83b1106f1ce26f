import { expect, test } from "vitest";

import { kmBetween, nearestTown, type Town } from "./nearest-town.ts";

const gao: Town = { name: "Gao", position: [-0.04, 16.27] };
const ansongo: Town = { name: "Ansongo", position: [0.5, 15.66] };
const nothing = () => false;

test("where no town is in sight, the nearest one is named with its distance", () => {
  const near = nearestTown([ansongo, gao], { center: [0.1, 16.2], contains: nothing });
  expect(near?.name).toBe("Gao");
  expect(near?.km).toBeCloseTo(16.9, 0);
});

test("where a town is in sight nothing else is named, and neither is one that is too far to say anything", () => {
  const inSight = ([longitude]: readonly [number, number]) => longitude > 0;
  expect(nearestTown([ansongo, gao], { center: [0.1, 16.2], contains: inSight })).toBeUndefined();
  expect(nearestTown([gao], { center: [30, -40], contains: nothing })).toBeUndefined();
  expect(nearestTown([], { center: [0, 0], contains: nothing })).toBeUndefined();
});

test("distances run along the surface, also across the date line", () => {
  expect(kmBetween([0, 0], [1, 0])).toBeCloseTo(111.2, 1);
  expect(kmBetween([179.5, 0], [-179.5, 0])).toBeCloseTo(111.2, 1);
});
