import { energyOrigins, energyParts } from "@offgrid/contract/charts/energy-parts";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { looks, readText, render, say } from "../../../testing/render.tsx";
import { EnergyCard } from "./energy-card.tsx";

const balanceOf = (totals: Partial<Record<(typeof energyParts)[number], number>>) =>
  ({
    t: [],
    parts: Object.fromEntries(
      energyParts.map((part) => [part, { values: [], total: totals[part] ?? null, coverage: 1 }]),
    ),
    origins: Object.fromEntries(energyOrigins.map((origin) => [origin, { values: [], total: null }])),
  }) as unknown as EnergyBalance;
const known = (data: EnergyBalance | undefined) => ({
  data,
  error: null as Error | null,
  isPending: data === undefined,
  isFetching: false,
  refetch: () => undefined as unknown,
});
const energy = { solarWh: 0, loadWh: 5_240, coverage: 1 };
const names = async () => {
  await expect.element(page.getByRole("heading", { name: say("container:energy.title") })).toBeVisible();
  return [...document.querySelectorAll("dl dt")].map((one) => one.textContent.trim());
};
const labels = (...keys: string[]) => keys.map((key) => say(`container:energy.${key}`));

test("the energy of today names the generator and the battery, and leaves out a source that gave nothing", async () => {
  await loadTexts("container", "energy-origin");
  const totals = { solar: 0, generator: 31_000, gridIn: 0, load: 5_240, batteryOut: 3_100, batteryIn: 24_000 };
  await render(() => <EnergyCard energy={energy} of={known(balanceOf(totals))} />);
  expect((await names()).slice(0, 5)).toEqual(labels("solar", "generator", "load", "batteryOut", "batteryIn"));
});

test("before the balance of the day is known, and without a battery, it names what was generated and used", async () => {
  await loadTexts("container", "energy-origin");
  await render(() => <EnergyCard energy={energy} of={known(undefined)} />);
  expect((await names()).slice(0, 2)).toEqual(labels("solar", "load"));
});

test("a balance that cannot be loaded is said and asked for again, also at night; what the container knows by itself stays", async () => {
  await loadTexts("container", "energy-origin", "ui", "shared");
  const refetch = vi.fn();
  const failed = { ...known(undefined), error: new Error("broken"), isPending: false, refetch };
  for (const loadWh of [5_240, 0]) {
    await render(() => <EnergyCard energy={{ ...energy, solarWh: 10_900, loadWh }} of={failed} />);
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(page.getByText(/^10\.9\skWh$/)).toBeVisible();
    await page.getByRole("button", { name: say("ui:async.retry") }).click();
  }
  expect(refetch).toHaveBeenCalledTimes(2);
});

test("below the energy of today stands since when it is counted, and where the consumption came from", async () => {
  await loadTexts("container", "energy-origin");
  const totals = { solar: 6_000, load: 5_000 };
  const day = balanceOf(totals);
  const origins = { ...day.origins, sun: { values: [], total: 3_500 }, battery: { values: [], total: 1_500 } };
  for (const look of looks) {
    await render(() => <EnergyCard energy={energy} of={known({ ...day, origins })} />, look);
    const part = page.getByTestId("part");
    await expect.element(part).toHaveTextContent(readText("container:energy.sinceMidnight"));
    await expect.element(page.getByRole("heading", { name: say("energy-origin:title") })).toBeVisible();
    for (const [origin, share] of [
      ["sun", 70],
      ["battery", 30],
    ] as const) {
      const words = new RegExp(`${readText(`energy-origin:from.${origin}`)} ?[\\d.,]+ kWh ${share} %`);
      await expect.element(part).toHaveTextContent(words);
    }
  }
});
