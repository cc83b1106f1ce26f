import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./energy-state.stories.tsx";

test("each state of energy has a shape and a word, never a colour alone", async () => {
  const shapes = new Set<string>();
  for (const level of energyLevels) {
    await renderState(stories, "energy-mark", level);
    await expect
      .element(page.getByText(say(`energy-state:word.${level}`, { count: 1 }), { exact: true }))
      .toBeVisible();
    shapes.add(document.querySelector("svg")?.innerHTML ?? "");
  }
  expect(shapes.size).toBe(energyLevels.length);
});

test("while nothing comes, what was well is said to have been, in no colour; what was wrong stays as it is", async () => {
  await renderState(stories, "energy-mark", "was normal");
  await expect.element(page.getByText(say("energy-state:was.normal", { count: 1 }), { exact: true })).toBeVisible();
  await renderState(stories, "energy-mark", "were normal", { language: "fr" });
  await expect.element(page.getByText("Étaient alimentés", { exact: true })).toBeVisible();
  expect(document.querySelector("svg")).not.toHaveAttribute("data-level");
  await renderState(stories, "energy-mark", "was charging");
  await expect.element(page.getByText("Was charging", { exact: true })).toBeVisible();
  await renderState(stories, "energy-mark", "was full", { language: "fr" });
  await expect.element(page.getByText("La batterie était pleine", { exact: true })).toBeVisible();
  await renderState(stories, "energy-mark", "last known cut");
  await expect.element(page.getByText(say("energy-state:word.cut"), { exact: true })).toBeVisible();
  expect(document.querySelector("svg")).toHaveAttribute("data-level", "cut");
});

test("a word that is not shown is still read out", async () => {
  await renderState(stories, "energy-mark", "word hidden");
  await expect.element(page.getByText(say("energy-state:word.cut"), { exact: true })).toBeInTheDocument();
});

test("each state of energy fits the column of a list on one line, in either language, and what a generator has to do on two", async () => {
  const columnPx = 150;
  for (const language of ["en", "fr"] as const) {
    for (const level of energyLevels) {
      await renderState(stories, "energy-mark", level, { language });
      const mark = document.querySelector("[data-testid=part] span[data-level]")!;
      const lines = level.startsWith("generator") ? 2 : 1;
      // Of two lines the first is never full.
      const mostPx = columnPx * (lines === 1 ? 1 : 1.5);
      expect(mark.getBoundingClientRect().width, `${language} ${level}`).toBeLessThanOrEqual(mostPx);
    }
  }
});
