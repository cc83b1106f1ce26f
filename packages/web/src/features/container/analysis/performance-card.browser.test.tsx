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
