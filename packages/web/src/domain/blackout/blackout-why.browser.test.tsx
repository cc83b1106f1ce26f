import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { BlackoutWhy } from "./blackout-why.tsx";

const at = new Date(nowMs).toISOString();
const never = {
  soc: null,
  capacity: null,
  cutOff: { soc: 20, from: "assumed" },
  load: [],
  solar: Array.from({ length: 48 }, () => 500),
  solarSource: "clear_sky",
  sunDays: 0,
  solarFetchedAt: null,
  lastError: null,
} as unknown as BlackoutForecast;
const energy = { level: "unknown", since: null, cutAt: null, backAt: null, at: null } as const;

async function show(change: Partial<BlackoutForecast>, language: "en" | "fr" = "en") {
  await loadTexts("blackout");
  const forecast = { ...never, ...change };
  await render(() => <BlackoutWhy {...{ forecast, energy, zone }} now={Date.parse(at)} />, { language });
  await page.getByText(say("blackout:why"), { exact: true }).click();
}

const fact = (id: "load" | "solar") =>
  page
    .getByText(say(`blackout:fact.${id}`), { exact: true })
    .element()
    .nextElementSibling?.textContent.replaceAll("\u00a0", " ");

test("of a container that never measured nothing is said to be learned or adjusted", async () => {
  await show({});
  expect(fact("solar")).toBe("12.0 kWh clear sky");
  expect(fact("load")).toBe("— ");
  await show({ solar: [] });
  expect(fact("solar")).toBe("— ");
  await show({}, "fr");
  expect(fact("solar")).toBe("12,0 kWh ciel clair");
});

test("a clear sky by which the panels were measured says that it is adjusted, unless an earlier version left that out", async () => {
  await show({ sunDays: 5, load: Array.from({ length: 48 }, () => 100) });
  expect(fact("solar")).toBe("12.0 kWh clear sky, adjusted by recent days");
  expect(fact("load")).toBe("2.40 kWh learned by hour of the week");
  await show({ sunDays: undefined });
  expect(fact("solar")).toBe("12.0 kWh clear sky");
});
