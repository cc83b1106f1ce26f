import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { type PowerCuts, WithoutPower } from "./without-power.tsx";

const none: PowerCuts = { cuts: [], count: 0, hours: 0, unservedWh: 0, coverage: 1, stepS: 0 };

test("no cut is said to have been only where every reading was looked at", async () => {
  await loadTexts("analysis");
  await render(() => <WithoutPower cuts={none} />);
  await expect.element(page.getByText(say("analysis:noCut"), { exact: true })).toBeVisible();
  await render(() => <WithoutPower cuts={{ ...none, stepS: 900 }} />);
  await expect.element(page.getByText(say("analysis:noCutSeen"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("analysis:cutsInSteps", { step: "15 min" }))).toBeVisible();
});
