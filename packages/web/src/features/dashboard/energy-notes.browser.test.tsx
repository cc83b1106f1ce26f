import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, render, say } from "../../testing/render.tsx";
import { EnergyNotes, type EnergyNotesProps } from "./energy-notes.tsx";

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const fromMs = Date.UTC(2026, 10, 19);
const known = { data: {} as never, error: null, refetch: () => undefined };

async function show(days: number, given: Partial<EnergyNotesProps>, look: Look = {}) {
  await Promise.all([loadTexts("dashboard", "ui"), timeReady()]);
  const range = { fromMs, toMs: fromMs + days * dayMs };
  const props = { range, upTo: range.toMs - 12 * hourMs, before: known, forecast: known, zone: "UTC", ...given };
  await render(() => <EnergyNotes {...props} />, look);
}

test("a chart that lacks the forecast or the period before says so, and asks for it again", async () => {
  for (const what of ["forecast", "before"] as const) {
    const refetch = vi.fn();
    const words = () => page.getByText(say(`dashboard:energy.${what}Lost`), { exact: true });
    for (const look of axeLooks) {
      await show(1, { [what]: { data: undefined, error: new Error("broken"), refetch } }, look);
      await expect.element(words()).toBeVisible();
      await expectFittingWords();
      await expectAccessible();
    }
    await page.getByRole("button", { name: say("ui:async.retry") }).click();
    expect(refetch).toHaveBeenCalledOnce();
    // What is still on its way has not failed.
    await show(1, { [what]: { data: undefined, error: null, refetch } });
    await expect.element(words()).not.toBeInTheDocument();
  }
});

test("that the last day is not over is said under its bar, and not under hours or a period that is over", async () => {
  const begun = () => page.getByText(say("ui:period.begun", { time: "12:00 pm" }));
  await show(7, {});
  await expect.element(begun()).toBeVisible();
  await show(7, { upTo: fromMs + 7 * dayMs });
  await expect.element(begun()).not.toBeInTheDocument();
  await show(1, {});
  await expect.element(begun()).not.toBeInTheDocument();
});
