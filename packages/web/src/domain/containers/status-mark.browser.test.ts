import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./status-mark.stories.tsx";

test("each state has a shape and a word, never a colour alone", async () => {
  const shapes = new Set<string>();
  for (const state of ["online", "just_offline", "offline", "critical", "warning", "info", "works"]) {
    await renderState(stories, "status-mark", state);
    await expect.element(page.getByText(say(`container-facts:status.${state}`), { exact: true })).toBeVisible();
    shapes.add(document.querySelector("svg")?.innerHTML ?? "");
  }
  expect(shapes.size).toBe(7);
});

test("a word that is not shown is still read out", async () => {
  await renderState(stories, "status-mark", "word hidden");
  await expect.element(page.getByText(say("container-facts:status.offline"), { exact: true })).toBeInTheDocument();
});
