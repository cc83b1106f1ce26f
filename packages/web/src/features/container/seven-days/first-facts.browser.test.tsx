import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { render } from "../../../testing/render.tsx";
import { nowMs, zone } from "../../../testing/samples.ts";
import { FirstFacts, type FirstFactsProps } from "./first-facts.tsx";

const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
const forecast = { state: "safe", fullAt: null, sunPercent: null, blackout: null } as const;
const supplied = { level: "normal", cutAt: null } as const;

async function show(change: Partial<FirstFactsProps>, language: "en" | "fr" = "en") {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const facts = { hours: 0, darkDays: 0, forecast, energy: supplied, zone, now: nowMs, ...change };
  await render(
    () => (
      <dl>
        <FirstFacts {...facts} />
      </dl>
    ),
    { language },
  );
}

const part = () => page.getByTestId("part");

test("what is looked for first: which days were dark, and when it is cut and full next", async () => {
  await show({});
  await expect
    .element(part())
    .toHaveTextContent(
      /^Without powernever in 7 days\s*Loads cut nextnot within 48\shBattery full nextnot within 24\sh$/,
    );
  await show({
    hours: 61.4,
    darkDays: 3,
    forecast: { ...forecast, state: "dip", fullAt: inHours(5) },
    energy: { level: "cut_ahead", cutAt: inHours(8) },
  });
  await expect
    .element(part())
    .toHaveTextContent(/^Without power61 h 24 on 3 days of 7Loads cut next\w+ .*, about .*Battery full next.*, about /);
  await show({ energy: { level: "cut", cutAt: null }, forecast: { ...forecast, state: "dip", isFull: true } }, "fr");
  await expect.element(part()).toHaveTextContent(/Prochaine coupureen coupureProchaine pleine chargebatterie pleine$/);
});

test("what nobody knows is left out: without a forecast, of one in doubt, and of hours that nothing measured", async () => {
  await show({ forecast: undefined });
  await expect.element(part()).toHaveTextContent(/^Without powernever in 7 days$/);
  await show({ hours: null, forecast: { ...forecast, sunPercent: 6 } });
  await expect.element(part()).toHaveTextContent(/^Loads cut nextnot within 48\sh$/);
  // What would come if what is off drew power again is no date.
  await show({ energy: { ...supplied, cutAt: inHours(8), countsOff: true } });
  await expect.element(part()).not.toHaveTextContent(/Loads cut next/);
});
