import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { LastArrivals } from "./last-arrivals.section.tsx";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();
const arrivals = [
  { at: at(50), receivedAt: at(51) },
  { at: at(20), receivedAt: at(20) },
  { at: at(10), receivedAt: at(250) },
];

test("each of the last readings says how it came, and above them how many were late", async () => {
  await loadTexts("configuration");
  for (const look of looks) {
    await render(() => <LastArrivals arrivals={arrivals} everyS={10} zone="Africa/Abidjan" />, look);
    const rows = page.getByRole("row");
    await expect.element(rows.nth(1)).toHaveTextContent(say("configuration:arrivals.afterGap"));
    await expect.element(rows.nth(1)).toHaveTextContent("30 s");
    await expect.element(rows.nth(2)).toHaveTextContent(say("configuration:arrivals.onTime"));
    await expect.element(rows.nth(3)).toHaveTextContent(say("configuration:arrivals.sentLater", { after: "4 min" }));
    const late = say("configuration:arrivals.late", { count: 2, of: 3 });
    await expect.element(page.getByText(late)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("by which interval readings are judged is said with the reason, also where they are measured closer together", async () => {
  await loadTexts("configuration");
  await render(() => <LastArrivals arrivals={arrivals.slice(1)} everyS={60} zone="Africa/Abidjan" />);
  await expect
    .element(
      page.getByText(
        /^While nobody watches, readings are collected and sent every 1\smin, however close .* One is late after 2\smin\. 1 of 2 was late\.$/,
      ),
    )
    .toBeVisible();
  await render(() => <LastArrivals arrivals={arrivals.slice(1, 2)} everyS={300} zone="Africa/Abidjan" />);
  await expect
    .element(page.getByText(/^One is expected every 5\smin, and is late after 10\smin\. All came on time\.$/))
    .toBeVisible();
});
