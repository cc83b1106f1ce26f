import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState } from "../../testing/render.tsx";
import { stories } from "./origin-bar.stories.tsx";

const shares = () =>
  page
    .getByRole("definition")
    .elements()
    .map((element) => element.textContent);

test("each origin has its energy and its share, and rounding errors are no origin", async () => {
  await renderState(stories, "origin-bar", "sunny");
  await expect.element(page.getByText("Directly from the sun")).toBeVisible();
  expect(shares()).toEqual(["86.4\u00a0kWh 47\u00a0%", "98.3\u00a0kWh 53\u00a0%"]);
  await expect.element(page.getByText(/generator|grid/)).not.toBeInTheDocument();
});

test("what is not known of a consumption is a part of it, with the reason", async () => {
  await renderState(stories, "origin-bar", "everything");
  await expect.element(page.getByText("From the generator, through the battery")).toBeVisible();
  await expect.element(page.getByText(/^Not known: a source was not measured/)).toBeVisible();
  expect(shares()).toHaveLength(7);
  expect(shares()[4]).toBe("70\u00a0Wh 0.3\u00a0%");
  // Each rounded for itself, they would come to 99.
  const whole = shares().map((said) => Number(/ (\d+)\u00a0%/.exec(said)?.[1] ?? 0));
  expect(whole.reduce((sum, share) => sum + share)).toBe(100);
});

test("without a measured consumption there are no shares", async () => {
  await renderState(stories, "origin-bar", "nothing");
  await expect.element(page.getByText("No consumption was measured in this period.")).toBeVisible();
});
