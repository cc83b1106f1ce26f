import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { render, say } from "../../testing/render.tsx";
import { BackTestPanel } from "./back-test-panel.tsx";
import type { SettledBackTest } from "./trials.data.ts";

const before: SettledBackTest = {
  data: {
    from: "2026-10-25T12:00:00Z",
    to: "2026-11-24T12:00:00Z",
    concerned: 0,
    tried: [],
    isCutShort: false,
    totals: { raised: 0, containers: 0, seconds: 0, longestSeconds: 0 },
    episodes: [],
    forecastsFrom: null,
    saved: null,
  },
  error: null,
  isRunning: false,
  isOld: true,
  run: () => {},
  cancel: () => {},
};

test("what is wrong with a rule is named, and what was tried out before stays as something to go back to", async () => {
  await Promise.all([loadTexts("rule-trials", "warnings", "automation-words", "ui", "shared"), timeReady()]);
  const fault = say("warnings:wrong.clearAt");
  await render(() => (
    <BackTestPanel lacks={[fault]} test={before}>
      <p>The chart</p>
    </BackTestPanel>
  ));
  await expect.element(page.getByText(fault)).toBeVisible();
  await expect.element(page.getByText(say("rule-trials:wrong"))).toBeVisible();
  await expect.element(page.getByText(say("rule-trials:incomplete"))).not.toBeInTheDocument();
  await expect.element(page.getByText(say("rule-trials:old"))).toBeVisible();
  await expect.element(page.getByText("The chart")).toBeVisible();
  await expectFittingWords();
  await expectAccessible();
});
