import { expect, test } from "vitest";

import { differenceFrom } from "./difference.ts";

const plain = (text: string | undefined) => text?.replaceAll(/\s/g, " ");
const more = (before: number | null, value: number | null, unit: Parameters<typeof differenceFrom>[2]) => {
  const found = differenceFrom(before, value, unit, "en");
  return found && "text" in found ? [plain(found.text), plain(found.percent)] : found;
};

test("energy is more or less by an amount, and by a share of what it is compared with", () => {
  expect(more(2_000, 2_500, "Wh")).toEqual(["+500 Wh", "+25 %"]);
  expect(more(2_500, 1_250, "Wh")).toEqual(["−1.25 kWh", "−50 %"]);
  expect(more(300, 300.01, "Wh")).toEqual(["0 Wh", "0 %"]);
});

test("a charge is more by points, not by percent", () => {
  expect(more(40, 52.4, "percent")).toEqual({ points: 12 });
  expect(more(40, 39, "percent")).toEqual({ points: -1 });
});

test("a temperature has a difference in degrees, of which no share is said", () => {
  expect(more(20, 25, "degC")).toEqual(["+5.0 °C", undefined]);
  expect(more(68, 77, "degF")).toEqual(["+9.0 °F", undefined]);
});

test("no share is said of nothing, of what changes direction, or of what is many times as much", () => {
  expect(more(0, 400, "W")).toEqual(["+400 W", undefined]);
  expect(more(-300, 400, "W")).toEqual(["+700 W", undefined]);
  expect(more(5, 400, "W")).toEqual(["+395 W", undefined]);
});

test("nothing is said where one of them was not measured, or where both are states", () => {
  expect(more(null, 400, "W")).toBeUndefined();
  expect(more(400, null, "W")).toBeUndefined();
  expect(more(0, 1, "bool")).toBeUndefined();
});

test("what a comparison comes to is the difference of the figures that stand beside it", () => {
  // Written as 79 % and 73 %.
  expect(more(73.4, 78.6, "percent")).toEqual({ points: 6 });
  // As 1.23 kW and 1.25 kW, and as 20.1 °C and 20.4 °C.
  expect(more(1_234, 1_249, "W")).toEqual(["+20 W", "+2 %"]);
  expect(more(20.14, 20.36, "degC")).toEqual(["+0.3 °C", undefined]);
  expect(more(0.3, 0.1, "A")).toEqual(["−0.2 A", "−67 %"]);
});
