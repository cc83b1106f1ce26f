import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { render, say } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { energySentences } from "../energy-state/energy-words.ts";
import { useEnergyWords } from "../energy-state/use-energy-words.ts";
import { BlackoutCard } from "./blackout-card.tsx";

const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
const forecast = {
  state: "blackout",
  likely: inHours(6),
  at: inHours(0),
  soc: { value: 30, at: inHours(0) },
  capacity: null,
  reserveSoc: 20,
  cutOff: { soc: 20, from: "learned" },
  hasGenerator: false,
  blackout: { earliest: inHours(4), likely: inHours(6), latest: inHours(9), hours: 6, chance: 0.8 },
  ...{ t: [], soc10: [], soc50: [], soc90: [], load: [], solar: [], served: [], taken: [] },
  ...{ solarSource: "none", sunPercent: null, solarFetchedAt: null, lastError: null },
} as unknown as BlackoutForecast;
const ended = { from: inHours(-3), to: inHours(-2), count: 1, seconds: 3_600 };

interface Shown {
  state?: "safe";
  chance?: number;
}

/** Below a header that says as many of its sentences. */
function BelowHeader({ energy, count, chance = 0.8, ...change }: Shown & { energy: EnergyState; count: number }) {
  const facts = { energy, soc: 30, loadW: 300, zone, everyS: 60, isOnline: true, now: nowMs };
  const said = energySentences(facts, useEnergyWords()).slice(0, count);
  const likely = { ...forecast, ...change, blackout: { ...forecast.blackout!, chance } };
  return <BlackoutCard {...facts} forecast={likely} saidAbove={new Set(said)} />;
}

async function show(energy: Partial<EnergyState> & Pick<EnergyState, "level">, count: number, shown: Shown = {}) {
  await Promise.all([loadTexts("blackout", "energy-state"), timeReady()]);
  const state = { since: null, cutAt: null, backAt: null, at: inHours(0), ...energy };
  await render(() => <BelowHeader energy={state} count={count} {...shown} />);
}

const lead = () => document.querySelector("strong")?.textContent ?? "";

test("the headline of a cut is that of the page above, and what else is said there is not said once more", async () => {
  const ahead = { level: "cut_ahead", cutAt: inHours(6), backAt: inHours(14), ended } as const;
  for (const count of [0, 1, 3]) {
    await show(ahead, count);
    await expect.poll(lead).toMatch(/^Loads will be cut [^.]* in 6\sh$/);
    await expect
      .element(page.getByText(/^80\s% likely within 48\sh, at the earliest .*, at the latest /))
      .toBeVisible();
    // On a phone the page above says the cut alone.
    const rest = [page.getByText(/^Expected back .*\.$/), page.getByText(/^Loads were cut from/)];
    for (const one of rest) expect(one.elements()).toHaveLength(count < 3 ? 1 : 0);
  }
});

test("how likely a cut is stands once on the card, in the sentence on its earliest and latest time", async () => {
  for (const count of [0, 1]) {
    await show({ level: "cut_ahead", cutAt: inHours(6), backAt: inHours(14), cutChance: 0.8 }, count);
    await expect.poll(lead).toMatch(/^Loads will probably be cut [^.]* in 6\sh$/);
    await expect.element(page.getByText(/^80\s% likely within 48\sh, at the earliest /)).toBeVisible();
  }
});

test("a state that stands above is not said again where the forecast expects no cut", async () => {
  const gravity = () => document.querySelector("strong")?.closest("[class*=grave]")?.getAttribute("data-level");
  await show({ level: "cut_partly", since: inHours(-1) }, 1, { state: "safe", chance: 0.04 });
  await expect.poll(lead).toBe(say("blackout:safeRest"));
  expect(gravity()).toBeNull();
});

test("a cut that is unlikely is no headline, and stands below", async () => {
  await show({ level: "cut_partly", since: inHours(-1), partBackAt: inHours(3) }, 2, { chance: 0.04 });
  await expect.element(page.getByText(/^It is 4\s% likely that the rest is cut/)).toBeVisible();
  await expect.poll(lead).toMatch(/^Expected back /);
});

test("where a generator runs, the card names it as the page above does", async () => {
  await show({ level: "generator_running", generator: { powerW: 11_900, work: "charging" } }, 1);
  await expect.poll(lead).toMatch(/^Generator running/);
  await expect.element(page.getByText(/^Without the generator, loads would be cut at about /)).toBeVisible();
});

test("of a charge that nobody knows, as said above, the card says what that means for the forecast", async () => {
  await show({ level: "unknown", at: inHours(-5) }, 1);
  await expect.poll(lead).toBe(say("blackout:noCharge"));
});
