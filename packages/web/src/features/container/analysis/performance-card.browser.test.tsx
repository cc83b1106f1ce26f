import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { PerformanceCard, type PerformanceCardProps } from "./performance-card.tsx";

const hour = 3_600_000;
const noon = Date.UTC(2026, 2, 20, 12);
/** Two hours of full light on panels of 2 kW. */
const bright: PerformanceCardProps = {
  history: { t: [noon, noon + hour], solar: [1_500, 1_500], irradiance: [1_000, 1_000] },
  range: { fromMs: noon, toMs: noon + 2 * hour },
  solar: { total: 3_000, coverage: 1 },
  panels: { capacityW: 2_000, tiltDeg: 0, azimuthDeg: 180, isGuessed: false },
  place: { lat: 0, long: 0 },
  now: noon + 2 * hour,
};

test("a performance ratio that cannot be believed is withheld with the reason", async () => {
  await loadTexts("analysis");
  const shown = async (more: Partial<PerformanceCardProps>) => {
    await render(() => <PerformanceCard {...bright} {...more} />, looks[0]);
    return () => page.getByTestId("part").element().textContent.replaceAll(/\s/g, " ");
  };
  await expect.poll(await shown({})).toMatch(/^75 %/);
  const withheld: Record<string, Partial<PerformanceCardProps>> = {
    aboveWhole: { solar: { total: 4_200, coverage: 1 } },
    guessed: { panels: { ...bright.panels, isGuessed: true } },
    noSize: { panels: { ...bright.panels, capacityW: 0 } },
    gaps: { solar: { total: 3_000, coverage: 0.6 } },
  };
  for (const [reason, more] of Object.entries(withheld)) {
    await expect
      .poll(await shown(more), { message: reason })
      .toBe(say(`analysis:performanceNone.${reason}`).replaceAll(/\s/g, " "));
  }
});

test("before dawn nothing is said to be missing, and by day it is", async () => {
  await loadTexts("analysis");
  const midnight = noon - 12 * hour;
  // Two hours in which nothing was generated, as seen two hours after the first began.
  const from = (startMs: number): PerformanceCardProps => ({
    ...bright,
    history: { t: [startMs, startMs + hour], solar: [0, null], irradiance: [null, null] },
    range: { fromMs: startMs, toMs: startMs + 24 * hour },
    solar: { total: null, coverage: 0 },
    now: startMs + 2 * hour,
  });
  for (const look of looks) {
    await render(() => <PerformanceCard {...from(midnight)} />, look);
    await expect.element(page.getByText(say("analysis:performanceNone.noDaylight"))).toBeVisible();
    await render(() => <PerformanceCard {...from(noon)} />, look);
    await expect.element(page.getByText(say("analysis:performanceNone.noYield"))).toBeVisible();
  }
});
