import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { type Costs, CostsCard, CostsSection } from "./costs-card.tsx";

const prices = {
  currency: "EUR",
  fuelPricePerLitre: 1.5,
  litresPerHour: 0.5,
  litresPerKwh: 0.25,
  gridPricePerKwh: 0.2,
};
const costs: Costs = {
  generator: { hours: 10 / 3, wh: 18_900, fuelL: 6.4, cost: 9.6 },
  grid: { wh: 5_000, cost: 1 },
  coverage: 1,
  prices,
};

test("the generator's hours, its fuel and money as an estimate, and the grid, in every look", async () => {
  await loadTexts("analysis");
  for (const look of looks) {
    await render(() => <CostsCard costs={costs} />, look);
    await expect.element(page.getByText("3 h 20")).toBeVisible();
    await expect.element(page.getByText(/6[.,]4\sL$/)).toBeVisible();
    await expect.element(page.getByText(/9[.,]60.*estimat/i)).toBeVisible();
    await expect.element(page.getByText(/1[.,]00\s?€|€1[.,]00/)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("an estimate of some size is written without decimals, what the grid costs with them", async () => {
  await loadTexts("analysis");
  const large = {
    ...costs,
    generator: { hours: 90, wh: 550_000, fuelL: 183.7, cost: 339.93 },
    grid: { wh: 9_000, cost: 18.5 },
  };
  await render(() => <CostsCard costs={large} />);
  await expect.element(page.getByText(/^about 184\sL$/)).toBeVisible();
  await expect.element(page.getByText(/^About €340, an estimate from/)).toBeVisible();
  await expect.element(page.getByText("€18.50", { exact: true })).toBeVisible();
  await render(() => <CostsCard costs={large} />, { language: "fr" });
  await expect.element(page.getByText(/^Environ 340\s€, estimation/)).toBeVisible();
});

test("without a fuel use that is set, the hours are there and it is said what is missing", async () => {
  await loadTexts("analysis");
  const unset = { ...costs, grid: null, prices: null, generator: { hours: 2, wh: null, fuelL: null, cost: null } };
  await render(() => <CostsCard costs={unset} />);
  await expect.element(page.getByText("2 h", { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("analysis:costs.noFuel"))).toBeVisible();
  await expect.element(page.getByText(say("analysis:costs.fuel"), { exact: true })).not.toBeInTheDocument();
});

test("the costs of a container without a generator are not named after one, and those of one with neither have no place", async () => {
  await loadTexts("analysis");
  const answered = (data: Costs) => ({
    ...{ data, error: null, isPending: false, isFetching: false },
    refetch: () => undefined,
  });
  const title = (key: "title" | "gridTitle") =>
    page.getByRole("heading", { name: say(`analysis:costs.${key}`), exact: true });
  await render(() => <CostsSection costs={answered(costs)} />);
  await expect.element(title("title")).toBeVisible();
  await render(() => <CostsSection costs={answered({ ...costs, generator: null })} />);
  await expect.element(title("gridTitle")).toBeVisible();
  await expect.element(title("title")).not.toBeInTheDocument();
  await render(() => <CostsSection costs={answered({ ...costs, generator: null, grid: null })} />);
  await expect.element(page.getByRole("heading")).not.toBeInTheDocument();
});
