import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./favorite-star.stories.tsx";

test("a star is a switch that names what it marks, and Space toggles it", async () => {
  await renderState(stories, "favorite-star", "unmarked");
  const star = page.getByRole("button", { name: say("container-facts:star.label", { name: "Lodwar" }) });
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await userEvent.keyboard("{Tab} ");
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.element(star).toHaveAttribute("title", say("container-facts:star.remove"));
});
