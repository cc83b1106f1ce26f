import { energyParts } from "@offgrid/contract/charts/energy-parts";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { DeviceRanks } from "./device-ranks.tsx";

const totals: Partial<Record<(typeof energyParts)[number], number>> = { solar: 900, generator: 2_500, load: 1_000 };
const balance = {
  parts: Object.fromEntries(energyParts.map((part) => [part, { values: [], total: totals[part] ?? null }])),
} as unknown as EnergyBalance;

test("an alternator stands with the generator that it is part of, and the consumption beside the sources", async () => {
  await loadTexts("energy-flow");
  const devices = { "solar.1": 900, "alternator.1": 2_000, ac: 400 };
  for (const look of looks) {
    await render(() => <DeviceRanks balance={{ ...balance, devices }} />, look);
    const names = () => [...document.querySelectorAll("li > span:first-child")].map((one) => one.textContent);
    const branch = (name: string) => say(`energy-flow:branch.${name}`, { number: 1 });
    await expect
      .poll(names)
      .toEqual(["alternator", "charger", "generator_rest", "load_rest", "ac"].map((name) => branch(name)));
    await expect.element(page.getByRole("heading", { name: say("energy-flow:ranked.loads") })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("where no device was metered the card says so", async () => {
  await loadTexts("energy-flow");
  await render(() => <DeviceRanks balance={{ ...balance, parts: empty, devices: {} }} />, looks[0]);
  await expect.element(page.getByText(say("energy-flow:ranked.none"))).toBeVisible();
});

test("where a device was metered and took nothing, the card does not say that none was metered", async () => {
  await loadTexts("energy-flow");
  for (const look of looks) {
    await render(() => <DeviceRanks balance={{ ...balance, parts: empty, devices: { street_light: 0 } }} />, look);
    await expect.element(page.getByText(say("energy-flow:ranked.nothing"))).toBeVisible();
  }
});

const empty = Object.fromEntries(
  energyParts.map((part) => [part, { values: [], total: null, coverage: 0 }]),
) as unknown as EnergyBalance["parts"];
