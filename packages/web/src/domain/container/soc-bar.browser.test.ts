import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./soc-bar.stories.tsx";

test("a charge below the reserve is announced in words", async () => {
  await renderState(stories, "soc-bar", "below reserve");
  await expect.element(page.getByText(say("container-facts:charge.belowReserve"))).toBeVisible();
  await renderState(stories, "soc-bar", "discharging");
  await expect.element(page.getByText(say("container-facts:charge.belowReserve"))).not.toBeInTheDocument();
});

test("an unknown charge is not shown as an empty battery", async () => {
  await renderState(stories, "soc-bar", "unknown");
  await expect.element(page.getByText(say("container-facts:charge.unknown"))).toBeVisible();
  await expect.element(page.getByTestId("part")).not.toHaveTextContent("0");
});

test("a bar without text still tells screen readers its state", async () => {
  await renderState(stories, "soc-bar", "bar only");
  await expect.element(page.getByText(say("container-facts:charge.charging"))).toBeInTheDocument();
});
