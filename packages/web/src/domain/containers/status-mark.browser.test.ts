import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./status-mark.stories.tsx";

test("each state has a shape and a word, never a colour alone", async () => {
  const shapes = new Set<string>();
  for (const state of ["online", "just_offline", "offline", "never", "critical", "warning", "info", "works"]) {
    await renderState(stories, "status-mark", state);
    await expect.element(page.getByText(say(`container-facts:status.${state}`), { exact: true })).toBeVisible();
    shapes.add(document.querySelector("svg")?.innerHTML ?? "");
  }
  expect(shapes.size).toBe(8);
});

test("a word that is not shown is still read out", async () => {
  await renderState(stories, "status-mark", "word hidden");
  await expect.element(page.getByText(say("container-facts:status.offline"), { exact: true })).toBeInTheDocument();
});

test("while nothing comes over the live connection, online is what it was, and has neither the shape nor the word of now", async () => {
  await renderState(stories, "status-mark", "online");
  const now = document.querySelector("svg")?.innerHTML;
  await renderState(stories, "status-mark", "was online");
  await expect
    .element(page.getByText(say("container-facts:status.wasOnline", { count: 1 }), { exact: true }))
    .toBeVisible();
  expect(document.querySelector("svg")?.innerHTML).not.toBe(now);
});

test("of several containers it is said that they were online, of one that it was", async () => {
  for (const [state, en, fr] of [
    ["were online", "Were online", "Étaient en ligne"],
    ["was online", "Was online", "Était en ligne"],
  ] as const) {
    await renderState(stories, "status-mark", state);
    await expect.element(page.getByText(en, { exact: true })).toBeVisible();
    await renderState(stories, "status-mark", state, { language: "fr" });
    await expect.element(page.getByText(fr, { exact: true })).toBeVisible();
  }
});
