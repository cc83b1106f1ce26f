import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState } from "../../testing/render.tsx";
import { stories } from "./blackout-card.stories.tsx";

test("in a narrow card the hours below the drawing stand apart, and nothing goes beyond the card", async () => {
  for (const language of ["en", "fr"] as const) {
    await renderState(stories, "blackout-card", "blackout", { language });
    const card = page.getByTestId("part").element() as HTMLElement;
    card.style.width = "272px";
    const words = () =>
      [...card.querySelectorAll("figure [aria-hidden] > span")].map((one) => one.getBoundingClientRect());
    const below = () =>
      words().filter(({ top }) => top > card.querySelector("svg[role=img]")!.getBoundingClientRect().bottom);
    await expect
      .poll(() => below().every((one, place, all) => place === 0 || all[place - 1]!.right < one.left))
      .toBe(true);
    expect(below().length).toBeGreaterThan(1);
    await expect.poll(() => card.scrollWidth <= card.clientWidth).toBe(true);
  }
});
