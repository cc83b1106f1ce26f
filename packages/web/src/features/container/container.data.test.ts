import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { expect, test } from "vitest";

import { solarToday } from "./container.data.ts";

const info = (solarWh: number | null) => ({ energyToday: { solarWh, loadWh: null, coverage: 1 } });
const balance = (total: number | null) => ({ parts: { solar: { total } } }) as unknown as EnergyBalance;

test("what the sun brought today is known without its balance, and not measured only where an answer says so", () => {
  expect(solarToday(undefined, info(10_900))).toBe(10_900);
  expect(solarToday(balance(11_000), info(10_900))).toBe(11_000);
  expect(solarToday(balance(null), info(10_900))).toBeUndefined();
  expect(solarToday(undefined, info(null))).toBeUndefined();
});
