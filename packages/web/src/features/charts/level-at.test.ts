import { expect, test } from "vitest";

import { levelAt } from "./level-at.ts";

const t = [1_000, 2_000, 3_000, 4_000];
const soc = { quantity: "battery.soc", unit: "percent" as const, values: [80, 60.123, null, 20] };
const energy = { quantity: "load.power", unit: "Wh" as const, values: [1, 2, 3, 4] };

test("a point of a chart gives a level to fall below in its lower half, and to rise above in its upper", () => {
  expect(levelAt([soc], t, 3_900)).toEqual({ metric: "battery.soc", level: 20, type: "below" });
  expect(levelAt([soc], t, 2_100)).toEqual({ metric: "battery.soc", level: 60.1, type: "above" });
});

test("where nothing was measured, of energies and of formulas there is no level", () => {
  expect(levelAt([soc], t, 3_000)).toBeUndefined();
  expect(levelAt([energy, { ...soc, quantity: null }], t, 1_000)).toBeUndefined();
  expect(levelAt([energy, soc], t, 1_000)).toMatchObject({ metric: "battery.soc", level: 80 });
});
