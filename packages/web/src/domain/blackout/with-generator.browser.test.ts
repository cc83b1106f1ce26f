import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { formatTime } from "../../core/time.ts";
import { plainSpaces } from "../../testing/plain-spaces.ts";
import { renderState } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { stories } from "./blackout-card.stories.tsx";

const show = (state: string) => renderState(stories, "blackout-card", state, { language: "en" });
const cutAt = (part: "weekday" | "time") => plainSpaces(formatTime(nowMs + 15 * 3_600_000, part, zone, "en"));

test("while the generator runs, the cut that is forecast without it is no headline", async () => {
  await show("generator runs");
  const card = page.getByTestId("part");
  await expect.element(card).toHaveTextContent(/Generator running, 11\.9\skW, charging the battery/);
  await expect
    .element(
      card.getByText(`Without the generator, loads would be cut on ${cutAt("weekday")} at about ${cutAt("time")}.`),
    )
    .toBeVisible();
  await expect.element(card).not.toHaveTextContent(/needed|likely/);
});

test("where the generator starts before a cut, when it does is the headline, and the cut is one without it", async () => {
  await show("generator starts");
  const card = page.getByTestId("part");
  await expect.element(card).toHaveTextContent(/Generator usually starts at about 25\s%/);
  await expect
    .element(
      card.getByText(`Without the generator, loads would be cut on ${cutAt("weekday")} at about ${cutAt("time")}.`),
    )
    .toBeVisible();
  await expect.element(card).not.toHaveTextContent(/needed|likely|Above/);
});
