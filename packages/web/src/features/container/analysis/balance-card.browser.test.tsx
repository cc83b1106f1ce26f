import { energyOrigins, energyParts } from "@offgrid/contract/charts/energy-parts";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { BalanceCard } from "./balance-card.tsx";

const range = { fromMs: Date.UTC(2026, 10, 20), toMs: Date.UTC(2026, 10, 21) };
const zoom = { view: undefined, onView: () => {}, addressOf: () => "" };
const cuts = {
  data: { cuts: [], count: 1, hours: 11.5, unservedWh: 2_300, coverage: 1, stepS: 0 },
  ...{ error: null, isPending: false, isFetching: false },
  refetch: () => undefined,
};
const balance = {
  t: [],
  parts: Object.fromEntries(energyParts.map((part) => [part, { values: [], total: 0, coverage: 1 }])),
  origins: Object.fromEntries(energyOrigins.map((origin) => [origin, { values: [], total: 0 }])),
  devices: {},
} as unknown as EnergyBalance;

test("hours without power and what they did not serve stand before self-sufficiency, which is not known beside a generator or a grid without a meter", async () => {
  await loadTexts("analysis", "period-figures");
  for (const [look, source] of [
    [looks[0], "generator"],
    [looks[1], "grid"],
  ] as const) {
    const parts = { ...balance.parts, load: { values: [], total: 1_200, coverage: 1 } };
    const unmeasured = { ...balance, parts, unmeasured: [source] } as unknown as EnergyBalance;
    await render(
      () => (
        <BalanceCard
          balance={unmeasured}
          hours={undefined}
          zone="UTC"
          period="7_days"
          upTo={range.toMs}
          {...{ zoom, cuts, range }}
        />
      ),
      look,
    );
    await expect.element(page.getByText(say("analysis:notKnown"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say(`analysis:sufficiencyUnmetered.${source}`))).toBeVisible();
    const text = page.getByTestId("part").element().textContent.replaceAll(/\s/g, " ");
    const [without, unserved, sufficient] = [
      text.indexOf("11 h 30"),
      text.search(/2[.,]30 kWh/),
      text.indexOf(say("period-figures:figure.sufficiency")),
    ];
    expect(without, text).toBeGreaterThan(-1);
    expect(unserved, text).toBeGreaterThan(without);
    expect(sufficient, text).toBeGreaterThan(unserved);
  }
});

test("where nothing was consumed, nobody asks where it came from, be there a generator without a meter or not", async () => {
  await loadTexts("analysis", "period-figures");
  for (const look of looks) {
    for (const unmeasured of [[], ["generator"]]) {
      const nothing = { ...balance, unmeasured } as unknown as EnergyBalance;
      await render(
        () => (
          <BalanceCard
            balance={nothing}
            hours={undefined}
            zone="UTC"
            period="7_days"
            upTo={range.toMs}
            {...{ zoom, cuts, range }}
          />
        ),
        look,
      );
      await expect.element(page.getByText(say("analysis:nothing"))).toBeVisible();
      await expect.element(page.getByText(say("analysis:sufficiencyUnknown"))).not.toBeInTheDocument();
      await expect.element(page.getByText(say("analysis:notKnown"), { exact: true })).not.toBeInTheDocument();
    }
  }
});

test("where a part was measured alone, what meters counted over the rest is said to be included", async () => {
  await loadTexts("analysis", "period-figures", "shared");
  const sentences = [
    "Measured for 62 % of this period. Of the rest, only what meters counted is included.",
    "Mesuré pendant 62 % de cette période. Du reste, seul ce que les compteurs ont compté est inclus.",
  ];
  for (const look of [looks[0], looks[1]]) {
    const parts = { ...balance.parts, load: { values: [], total: 1_200, coverage: 0.62 } };
    const partly = { ...balance, parts, unmeasured: [] } as unknown as EnergyBalance;
    await render(
      () => (
        <BalanceCard
          balance={partly}
          hours={undefined}
          zone="UTC"
          period="7_days"
          upTo={range.toMs}
          {...{ zoom, cuts, range }}
        />
      ),
      look,
    );
    const said = () => page.getByTestId("part").element().textContent.replaceAll(/\s/g, " ");
    await expect.poll(() => sentences.some((sentence) => said().includes(sentence))).toBe(true);
  }
});
