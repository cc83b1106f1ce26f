import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { expect, test } from "vitest";

import { renderState } from "../../testing/render.tsx";
import { stories } from "./energy-state.stories.tsx";

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
