import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { figureText } from "../../../domain/period-figures/figure-text.ts";
import { fakeFigures } from "../../../domain/period-figures/period-figures.fake.ts";
import { render, say } from "../../../testing/render.tsx";
import { type PowerCuts, WithoutPower } from "./without-power.tsx";

const none: PowerCuts = { cuts: [], count: 0, hours: 0, unservedWh: 0, coverage: 1, stepS: 0 };
const answered = (data: PowerCuts | undefined, error: Error | null = null) => ({
  ...{ data, error, isPending: false, isFetching: false },
  refetch: () => undefined,
});

const figure = () =>
  page
    .getByRole("heading", { name: say("period-figures:figure.withoutPowerH") })
    .element()
    .nextElementSibling?.querySelector("p");

test("that there was no cut is written as in the comparison below it, in hours; where only whole steps show one, that is said", async () => {
  await loadTexts("analysis");
  const hours = figureText("withoutPowerH", fakeFigures(), "en");
  await render(() => <WithoutPower cuts={answered(none)} />);
  await expect.poll(() => figure()?.textContent).toBe(hours);
  await render(() => <WithoutPower cuts={answered({ ...none, stepS: 900 })} />);
  await expect.element(page.getByText(say("analysis:cutsInSteps", { step: "15 min" }))).toBeVisible();
  expect(figure()?.textContent).toBe(hours);
});

test("where nothing shows whether the loads have power, the hours are not known, and not none", async () => {
  await loadTexts("analysis");
  await render(() => <WithoutPower cuts={answered({ ...none, hours: null, unservedWh: null })} />);
  await expect.poll(() => figure()?.textContent).toBe(say("analysis:notKnown"));
  await expect.element(page.getByText(say("analysis:cutsNotTold"))).toBeVisible();
});

test("hours without power that could not be loaded do not vanish from the balance: it is said, and asked for again", async () => {
  await loadTexts("analysis", "ui", "shared");
  await render(() => <WithoutPower cuts={answered(undefined, new Error("broken"))} />);
  await expect.element(page.getByRole("heading", { name: say("period-figures:figure.withoutPowerH") })).toBeVisible();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("ui:async.retry") })).toBeVisible();
});
