import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { rangeWords } from "../core/time.ts";
import { renderState, say } from "../testing/render.tsx";
import { nowMs, zone } from "../testing/samples.ts";
import { stories } from "./period-bar.stories.tsx";

test("the chosen period is pressed, and another can be chosen by keyboard", async () => {
  await renderState(stories, "period-bar", "seven days");
  const periods = page.getByRole("group", { name: say("ui:period.label") });
  const choice = (period: string) => periods.getByRole("button", { name: say(`ui:period.${period}`), exact: true });
  await expect.element(choice("7_days")).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(choice("today")).toHaveAttribute("aria-pressed", "true");
  await expect.element(choice("7_days")).toHaveAttribute("aria-pressed", "false");
  await expect.element(page.getByText("20/11/2026", { exact: true })).toBeVisible();
});

test("what was pressed is marked before the page follows", async () => {
  await renderState(stories, "period-bar", "slow");
  const yesterday = page.getByRole("button", { name: say("ui:period.yesterday") });
  await yesterday.click();
  await expect.element(yesterday).toHaveAttribute("aria-pressed", "true");
  await expect
    .element(page.getByRole("button", { name: say("ui:period.7_days"), exact: true }))
    .toHaveAttribute("aria-pressed", "false");
});

test("steps lead back, and forward only as far as the present", async () => {
  await renderState(stories, "period-bar", "seven days");
  const later = page.getByRole("button", { name: say("ui:period.later") });
  await expect.element(later).toBeDisabled();
  await page.getByRole("button", { name: say("ui:period.earlier") }).click();
  await expect.element(later).toBeEnabled();
});

test("a custom period has a field for each end", async () => {
  await renderState(stories, "period-bar", "custom");
  await expect.element(page.getByLabelText(say("ui:period.from"), { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(say("ui:period.to"), { exact: true })).toBeVisible();
});

test("a period with an end within a day says its times of day", async () => {
  await renderState(stories, "period-bar", "custom");
  const words = page.getByText(/^15\/11\/2026, \d+:\d\d\s[ap]m – 20\/11\/2026, \d+:\d\d\s[ap]m$/);
  await expect.element(words).toBeVisible();
});

test("the times that are said are those of what is drawn", async () => {
  await renderState(stories, "period-bar", "whole hours");
  const words = rangeWords({ fromMs: nowMs - 20 * 3_600_000, toMs: nowMs + 3_600_000 }, zone, "en");
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});
