import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../../testing/render.tsx";
import { ProfileCard } from "./profile-card.tsx";

const hourMs = 3_600_000;
const monday = Date.UTC(2026, 10, 30);

/** Of hours that were measured whole, Wh. */
function hoursOf(...values: (number | null)[]) {
  const t = values.map((_, index) => monday + index * hourMs);
  const total = values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
  return {
    t,
    values,
    measuredHours: values.map((wh) => (wh === null ? 0 : 1)),
    total,
    coverage: 1,
    zone: "UTC",
    groupBy: "hour" as const,
  };
}

test("where nothing was consumed, no hour is called the highest", async () => {
  await loadTexts("analysis", "container");
  for (const look of looks) {
    await render(() => <ProfileCard history={hoursOf(0, 0)} zone="UTC" />, look);
    await expect.element(page.getByText(say("analysis:nothing"))).toBeVisible();
  }
  await render(() => <ProfileCard history={hoursOf(0, 120)} zone="UTC" />);
  await expect.element(page.getByText(/Mon between 1\sam and 2\sam: 120\sW/)).toBeVisible();
  await expect.element(page.getByText(say("analysis:nothing"))).not.toBeInTheDocument();
});

test("an hour of a weekday of which nothing was measured is a gap, and is not said to be still to come", async () => {
  await loadTexts("analysis", "container");
  const day = Array.from({ length: 24 }, (_, hour) => (hour === 3 ? null : 500));
  for (const look of axeLooks) {
    await render(() => <ProfileCard history={hoursOf(...day)} zone="UTC" />, look);
    await expect.element(page.getByText(say("container:heat.gap"), { exact: true })).toBeInTheDocument();
    await expect.element(page.getByText(say("container:heat.none"), { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByText(say("container:heat.hatched"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});
