import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, render } from "../../../testing/render.tsx";
import { dayStartMs, sunW, zone } from "../../../testing/samples.ts";
import { SolarCard } from "./solar-card.tsx";
import type { SolarForecast } from "./weather.data.ts";

const hourMs = 3_600_000;

/** Panels that are expected to give what `sunW` says and give half of it, seen at a local hour of the day. */
function at(atHour: number) {
  const iso = (index: number) => new Date(dayStartMs + index * hourMs).toISOString();
  const hours = Array.from({ length: 72 }, (_, index) => ({ index, likely: sunW((index % 24) + 0.5) }));
  const forecast: SolarForecast = {
    status: "ok",
    data: hours.slice(atHour).map(({ index, likely }) => ({
      at: iso(index),
      pv_estimate: likely,
      pv_estimate10: likely * 0.8,
      pv_estimate90: likely * 1.1,
    })),
    past: hours.slice(0, atHour).map(({ index, likely }) => ({ at: iso(index), pv_estimate: likely, isKept: true })),
    source: "clear_sky",
    fetchedAt: null,
    problem: null,
    setting: {
      provider: "auto",
      capacity: 4_000,
      tilt: 10,
      azimuth: 180,
      loss: 10,
      resourceId: null,
      reserveSoc: null,
      isGuessed: false,
    },
  };
  const t = hours.slice(0, atHour).map(({ index }) => dayStartMs + index * hourMs);
  const actual = { t, series: [hours.slice(0, atHour).map(({ likely }) => likely / 2)] };
  const todayWh = actual.series[0]!.reduce((sum, power) => sum + power, 0);
  return { forecast, actual, todayWh, now: dayStartMs + atHour * hourMs };
}

async function show(atHour: number, look: Look = {}, sunPercent?: number, charge?: string) {
  await Promise.all([loadTexts("weather"), loadTexts("chart"), timeReady()]);
  const zoom = { view: undefined, onView: () => undefined };
  const props = { ...at(atHour), fine: undefined, zone, fromMs: dayStartMs, zoom, sunPercent, charge };
  await render(() => <SolarCard {...props} />, look);
}

const days = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((element) => element.textContent.replaceAll("\u00a0", " "));

test("by day a card says what came, what is to come and what the forecast was, each once", async () => {
  for (const look of axeLooks) {
    await show(12, look);
    await expect.element(page.getByRole("listitem").first()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show(12);
  await expect
    .poll(() => days()[0])
    .toMatch(
      /^Today, Fri 20\/11[\d.]+ kWh so far[\d.]+ kWh more expected \([\d.]+ kWh to [\d.]+ kWh\)\. Forecast for the day: [\d.]+ kWh\.$/,
    );
});

test("after sunset the coming day leads, and today is told by two figures", async () => {
  await show(20);
  await expect.poll(() => days()[0]).toMatch(/^Sat 21\/11/);
  expect(days()[2]).toMatch(/^Today, Fri 20\/11[\d.]+ kWh cameof [\d.]+ kWh expected$/);
});

test("a forecast in doubt says so with the share that the panels gave, and its legend says how it is drawn", async () => {
  for (const look of axeLooks) {
    await show(12, look, 6);
    await expect.element(page.getByText(/6\s%/).first()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show(12, {}, 6);
  await expect.element(page.getByText(/the panels lately gave 6\s% of what was forecast/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Expected, drawn at 6\s%$/ })).toBeVisible();
  // The coming days count that share, with the forecast beside it.
  expect(days()[0]).toMatch(/so far[\d.]+ k?Wh more expected, at 6 % of the forecast\. Forecast: [\d.]+ kWh \(/);
  expect(days()[1]).toMatch(
    /^Sat 21\/11[\d.]+ k?Wh expected, at 6 % of the forecastForecast: [\d.]+ kWh \([\d.]+ kWh to [\d.]+ kWh\)\.$/,
  );
  await show(12);
  await expect.poll(() => days()[1]).toMatch(/^Sat 21\/11[\d.]+ kWh expected/);
  await expect.element(page.getByText(/in doubt/)).not.toBeInTheDocument();
});

test("what it means for the battery stands beside the sun that is to come", async () => {
  await show(12, {}, undefined, "The battery has 62 %.");
  await expect.element(page.getByText("The battery has 62 %.", { exact: true })).toBeVisible();
});
