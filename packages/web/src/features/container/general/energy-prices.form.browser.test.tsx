import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { formatCount } from "../../../core/format.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { EnergyPricesForm } from "./energy-prices.form.tsx";

const prices: EnergyPrices = {
  currency: "EUR",
  fuelPricePerLitre: 1.5,
  litresPerHour: null,
  litresPerKwh: 0.25,
  gridPricePerKwh: null,
};
const field = (name: string) => page.getByLabelText(say(`energy-prices:${name}`), { exact: true });

test("prices that are typed are saved as numbers, and wrong ones are named beside their field", async () => {
  await loadTexts("energy-prices", "ui");
  const saved: EnergyPrices[] = [];
  const onSave = async (next: EnergyPrices) => void saved.push(next);
  for (const look of looks) {
    saved.length = 0;
    await render(() => <EnergyPricesForm prices={prices} onSave={onSave} />, look);
    await userEvent.fill(field("gridPricePerKwh"), "-3");
    await userEvent.fill(field("litresPerKwh"), "10,5");
    await page.getByRole("button", { name: say("energy-prices:save") }).click();
    const upTo = (limit: number) =>
      page.getByText(say("energy-prices:badNumber", { most: formatCount(limit, look.language) }), { exact: true });
    await expect.element(upTo(1_000_000)).toBeVisible();
    await expect.element(upTo(10)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("gridPricePerKwh"), "0,18");
    await userEvent.fill(field("litresPerKwh"), "");
    await page.getByRole("button", { name: say("energy-prices:save") }).click();
    await expect.poll(() => saved).toEqual([{ ...prices, litresPerKwh: null, gridPricePerKwh: 0.18 }]);
  }
});
