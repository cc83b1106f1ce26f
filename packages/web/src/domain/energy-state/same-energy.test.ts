import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import { expect, test } from "vitest";

import { isSameEnergy } from "./same-energy.ts";

const cut: EnergyState = {
  level: "cut",
  since: "2026-06-10T22:00:00.000Z",
  cutAt: null,
  backAt: "2026-06-11T08:00:00.000Z",
  back: { earliest: "2026-06-11T07:00:00.000Z", latest: null },
  stillOn: ["dc_loads"],
  at: "2026-06-11T06:00:00.000Z",
  ended: { from: "2026-06-10T18:00:00.000Z", to: "2026-06-10T19:00:00.000Z", count: 1, seconds: 3_600 },
};

test("an answer says the same whenever it was measured, in whatever order its parts come", () => {
  expect(isSameEnergy(cut, { ...cut, at: null })).toBe(true);
  const runs = (powerW: number) => ({ ...cut, generator: { powerW, work: "charging" as const } });
  expect(isSameEnergy(runs(3_000), runs(3_010))).toBe(true);
  expect(isSameEnergy(cut, Object.fromEntries(Object.entries(cut).toReversed()) as EnergyState)).toBe(true);
});

test("an answer says something else if anything in it is different: what still runs and the cuts that ended too", () => {
  const others: Partial<EnergyState>[] = [
    { level: "normal" },
    { since: null },
    { cutAt: "2026-06-11T20:00:00.000Z" },
    { backAt: null },
    { back: { earliest: "2026-06-11T07:00:00.000Z", latest: "2026-06-11T09:00:00.000Z" } },
    { stillOn: ["dc_loads", "air_conditioning"] },
    { stillOn: undefined },
    { generator: { powerW: 3_000, work: "charging" } },
    { ended: undefined },
    { ended: { ...cut.ended!, count: 2 } },
    { ended: { ...cut.ended!, seconds: 3_000 } },
    { ended: { ...cut.ended!, from: "2026-06-10T17:00:00.000Z" } },
  ];
  for (const other of others) expect(isSameEnergy(cut, { ...cut, ...other }), JSON.stringify(other)).toBe(false);
});
