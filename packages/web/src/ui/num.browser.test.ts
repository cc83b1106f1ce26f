import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./num.stories.tsx";

test("a fresh figure shows its age on keyboard focus", async () => {
  await renderState(stories, "num", "fresh");
  await expect.element(page.getByTestId("part")).toHaveTextContent("1.24kW");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Africa/Nairobi");
});

test("a late figure has its age beside it", async () => {
  await renderState(stories, "num", "late");
  await expect.element(page.getByText(/2\smin/)).toBeVisible();
});

test("a figure that was never measured is a dash with the reason, also for screen readers", async () => {
  await renderState(stories, "num", "never measured");
  // The hint of a figure under the pointer says the same.
  const part = page.getByTestId("part");
  await expect.element(part.getByText(say("ui:num.never"))).toBeVisible();
  await renderState(stories, "num", "never measured, in a table");
  await expect.element(part.getByText(say("ui:num.never"))).toBeInTheDocument();
});
