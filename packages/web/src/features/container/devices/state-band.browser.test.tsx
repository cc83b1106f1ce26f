import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { StateBand } from "./state-band.tsx";
import type { StateSpan } from "./state-spans.ts";

const hourMs = 3_600_000;
const start = Date.parse("2026-11-20T00:00:00Z");
const span = (fromH: number, toH: number, value: number | null): StateSpan => ({
  fromMs: start + fromH * hourMs,
  toMs: start + toH * hourMs,
  value,
});

test("a state is a band of its stretches with the words and times of each, in every look", async () => {
  await loadTexts("container", "devices");
  const spans = [span(0, 10, 1), span(10, 12, null), span(12, 24, 0)];
  for (const look of looks) {
    await render(
      () => <StateBand metric="relay.1.on" spans={spans} isByQuarters={false} zone="Africa/Nairobi" />,
      look,
    );
    const on = say("container:switched.relay.on");
    await expect.element(page.getByRole("figure").getByRole("listitem").filter({ hasText: on }).first()).toBeVisible();
    // What is hatched is named with the colours, and with how long it lasted.
    const hatched = page
      .getByRole("figure")
      .getByRole("listitem")
      .filter({ hasText: say("devices:band.gap") });
    await expect.element(hatched.first()).toBeVisible();
    expect(hatched.first().element().querySelector('[data-look="gap"]')).not.toBeNull();
    await expect.element(hatched.first()).toHaveTextContent(/2\sh/);
    await page.getByText(say("devices:band.changes", { count: 2 })).click();
    await expect.element(hatched.nth(1)).toBeVisible();
    await expect.element(page.getByText(say("devices:band.byQuarters"))).not.toBeInTheDocument();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("a band by quarter hours says so, and of very many changes the last are listed", async () => {
  await loadTexts("container", "devices");
  const spans = Array.from({ length: 240 }, (_, index) => span(index / 10, (index + 1) / 10, index % 2));
  await render(() => <StateBand metric="relay.1.on" spans={spans} isByQuarters zone="Africa/Nairobi" />, looks[0]);
  await expect.element(page.getByText(say("devices:band.byQuarters"))).toBeVisible();
  await page.getByText(say("devices:band.changes", { count: 239 })).click();
  await expect.element(page.getByText(say("devices:band.latest", { count: 200 }))).toBeVisible();
  expect(page.getByRole("figure").getByRole("list").last().getByRole("listitem").all()).toHaveLength(200);
});
