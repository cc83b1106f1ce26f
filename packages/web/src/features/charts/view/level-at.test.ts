import { expect, test } from "vitest";

import { levelsAt } from "./level-at.ts";

const t = [1_000, 2_000, 3_000, 4_000];
const soc = {
  ...{ id: "a", title: "Charge", quantity: "battery.soc", unit: "percent" as const },
  values: [80, 60.123, null, 20],
};
const energy = { id: "b", title: "Used", quantity: "load.power", unit: "Wh" as const, values: [1, 2, 3, 4] };
const power = { id: "c", title: "Sun", quantity: "solar.power", unit: "W" as const, values: [0, 1_234, 900, 0] };

test("a point of a chart gives a level to fall below in its lower half, and to rise above in its upper", () => {
  const rule = { id: "a", title: "Charge", unit: "percent", metric: "battery.soc" };
  expect(levelsAt([soc], t, 3_900)).toEqual([{ ...rule, level: 20, type: "below" }]);
  expect(levelsAt([soc], t, 2_100)).toEqual([{ ...rule, level: 60.1, type: "above" }]);
});

test("where nothing was measured, of energies and of formulas there is no level", () => {
  expect(levelsAt([soc], t, 3_000)).toEqual([]);
  expect(levelsAt([energy, { ...soc, quantity: null }], t, 1_000)).toEqual([]);
  expect(levelsAt([energy, soc], t, 1_000)).toMatchObject([{ metric: "battery.soc", level: 80 }]);
});

test("each line that was measured at a point has its own level there", () => {
  expect(levelsAt([soc, energy, power], t, 2_000)).toMatchObject([
    { metric: "battery.soc", level: 60.1, type: "above" },
    { metric: "solar.power", level: 1_230, type: "above" },
  ]);
  expect(levelsAt([soc, power], t, 3_000)).toMatchObject([{ metric: "solar.power", level: 900 }]);
});
