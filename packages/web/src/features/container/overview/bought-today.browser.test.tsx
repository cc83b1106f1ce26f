import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render } from "../../../testing/render.tsx";
import { BoughtLine } from "./bought-today.tsx";

type Costs = Parameters<typeof BoughtLine>[0]["costs"];

const prices = {
  ...{ currency: "EUR", fuelPricePerLitre: 1.5, litresPerHour: 0.5 },
  ...{ litresPerKwh: 0.25, gridPricePerKwh: 0.2 },
};
const costs: Costs = {
  generator: { hours: 2.5, wh: 18_900, fuelL: 6.4, cost: 9.6 },
  ...{ grid: { wh: 5_000, cost: 1 }, coverage: 1, prices },
};
const line = (known: Costs) => () => (
  <div data-testid="line">
    <BoughtLine costs={known} />
  </div>
);

test("the run time of today's generator, its fuel and what that and the grid cost are one line, in every look", async () => {
  await loadTexts("container");
  for (const look of looks) {
    await render(line(costs), look);
    await expect.element(page.getByTestId("line")).toHaveTextContent(/2 h 30.*6[.,]4 L.*9[.,]60.*1[.,]00/);
    await expectFittingWords();
    await expectAccessible();
  }
});

test("fuel without a price has no money, and where nothing ran or was bought there is no line", async () => {
  await loadTexts("container");
  const unpriced = { ...costs, grid: null, generator: { hours: 2.5, wh: null, fuelL: 6.4, cost: null } };
  await render(line(unpriced));
  await expect.element(page.getByText(/Fuel used: about 6\.4\sL\.$/)).toBeVisible();
  await render(line({ ...unpriced, prices: null, generator: { hours: 0, wh: 0, fuelL: 0, cost: null } }));
  await expect.element(page.getByTestId("line")).toHaveTextContent(/^$/);
});
