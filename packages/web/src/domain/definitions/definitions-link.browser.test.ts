import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./definitions-link.stories.tsx";

test("figures lead to the page of the manual that defines them", async () => {
  for (const [state, slug] of [
    ["energy", "energy-terms"],
    ["forecast", "blackout"],
  ] as const) {
    await renderState(stories, "definitions-link", state);
    const link = page.getByRole("link", { name: say(`shared:definitions.${slug}`), exact: true });
    await expect.element(link).toHaveAttribute("href", `/help/${slug}`);
  }
});
