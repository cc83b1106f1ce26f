import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { ProfileCard } from "./profile-card.tsx";

const hourMs = 3_600_000;
const monday = Date.UTC(2026, 10, 30);

/** Of two hours that were measured whole, Wh. */
function hoursOf(...values: number[]) {
  const t = values.map((_, index) => monday + index * hourMs);
  const total = values.reduce((sum, wh) => sum + wh, 0);
  return { t, values, measuredHours: values.map(() => 1), total, coverage: 1, zone: "UTC", groupBy: "hour" as const };
}

test("where nothing was consumed, no hour is called the highest", async () => {
  await loadTexts("analysis");
  for (const look of looks) {
    await render(() => <ProfileCard history={hoursOf(0, 0)} zone="UTC" />, look);
    await expect.element(page.getByText(say("analysis:nothing"))).toBeVisible();
  }
  await render(() => <ProfileCard history={hoursOf(0, 120)} zone="UTC" />);
  await expect.element(page.getByText(/Mon between 1\sam and 2\sam: 120\sW/)).toBeVisible();
  await expect.element(page.getByText(say("analysis:nothing"))).not.toBeInTheDocument();
});
