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
  chance?: number;
  sunPercent?: number;
}

/** Below a header that says as many of its sentences. */
function BelowHeader({ energy, count, chance = 0.8, ...sun }: Shown & { energy: EnergyState; count: number }) {
  const facts = { energy, soc: 30, loadW: 300, zone, everyS: 60, isOnline: true, now: nowMs };
  const said = energySentences(facts, useEnergyWords()).slice(0, count);
  const likely = { ...forecast, ...sun, blackout: { ...forecast.blackout!, chance } };
  return <BlackoutCard {...facts} forecast={likely} saidAbove={new Set(said)} />;
}

async function show(energy: Partial<EnergyState> & Pick<EnergyState, "level">, count: number, shown: Shown = {}) {
  await Promise.all([loadTexts("blackout", "energy-state"), timeReady()]);
  const state = { since: null, cutAt: null, backAt: null, at: inHours(0), ...energy };
  await render(() => <BelowHeader energy={state} count={count} {...shown} />);
}

const lead = () => document.querySelector("strong")?.textContent ?? "";

test("what the page says above the forecast is not said once more, and what is left leads", async () => {
  const ahead = { level: "cut_ahead", cutAt: inHours(6), backAt: inHours(14), ended } as const;
  await show(ahead, 0);
  await expect.poll(lead).toMatch(/^Loads will be cut [^.]*$/);
  await expect.element(page.getByText(/^Expected back .*\.$/)).toBeVisible();
  await expect.element(page.getByText(/^Loads were cut from/)).toBeVisible();
  await show(ahead, 1);
  // On a phone the header says the cut alone: what is left of the risk leads, and the return comes after it.
  await expect.poll(lead).toMatch(/^It is 80\s% likely that loads are cut/);
  await expect.element(page.getByText(/^Expected back .*\.$/)).toBeVisible();
  await show(ahead, 3);
  await expect.poll(lead).toMatch(/^It is 80\s% likely that loads are cut/);
  expect(page.getByText(/^It is 80\s% likely/).elements()).toHaveLength(1);
  await expect.element(page.getByText(/^Loads were cut from/)).not.toBeInTheDocument();
});

test("how likely a cut is, is no grave headline where the sun of the forecast is in doubt", async () => {
  const ahead = { level: "cut_ahead", cutAt: inHours(6), backAt: inHours(14) } as const;
  const gravity = () => document.querySelector("strong")?.closest("[class*=grave]")?.getAttribute("data-level");
  await show(ahead, 3);
  await expect.poll(lead).toMatch(/^It is 80/);
  expect(gravity()).toBe("cut_ahead");
  await show(ahead, 3, { sunPercent: 3 });
  await expect.poll(gravity).toBeNull();
  expect(lead()).toMatch(/^It is 80/);
});

test("a cut that is unlikely is no headline, and stands below", async () => {
  await show({ level: "cut_partly", since: inHours(-1), partBackAt: inHours(3) }, 2, { chance: 0.04 });
  await expect.element(page.getByText(/^It is 4\s% likely that the rest is cut/)).toBeVisible();
  expect(document.querySelector("strong")).toBeNull();
});

test("of a charge that nobody knows, as said above, the card says what that means for the forecast", async () => {
  await show({ level: "unknown", at: inHours(-5) }, 1);
  await expect.poll(lead).toBe(say("blackout:noCharge"));
});
