import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import type { SettingChanges } from "./settings.data.ts";
import { settings, usual } from "./settings.fixture.ts";
import { TimesSection } from "./times-section.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`settings:${key}`, values);

test("times of tickets are saved by priority once they do not contradict each other, and the usual ones are no change", async () => {
  await loadTexts("settings", "tickets", "ui");
  for (const look of looks) {
    const saved: SettingChanges[] = [];
    await render(() => <TimesSection settings={settings} onSave={async (next) => void saved.push(next)} />, look);
    const high = page.getByRole("group", { name: sayOf("tickets:priorities.high"), exact: true });
    const answer = high.getByRole("textbox", { name: say("times.fields.answer"), exact: true });
    const save = page.getByRole("button", { name: say("save"), exact: true });
    await userEvent.fill(answer, "30");
    await expect.element(page.getByText(say("times.less")).first()).toBeVisible();
    await expect.element(save).toBeDisabled();
    await userEvent.fill(answer, "");
    await expect.element(page.getByText(say("times.badAmount", { most: "500" }))).toBeVisible();
    await userEvent.fill(answer, "2");
    await save.click();
    const high2 = { ...usual.ticketTimes.high, answer: { amount: 2, unit: "hours" } };
    await expect.poll(() => saved).toEqual([{ ticketTimes: { ...usual.ticketTimes, high: high2 } }]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
