import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState } from "../../testing/render.tsx";
import { stories } from "./row-figure.stories.tsx";

const part = () => page.getByTestId("part");
const show = (state: string) => renderState(stories, "row-figure", state);

test("a value of a sensor that stopped has its age and a clock beside it, and below it in a table", async () => {
  for (const state of ["of a sensor that stopped", "of one in a table"]) {
    await show(state);
    await expect.element(part()).toHaveTextContent(/^80\s*%\s*4 h.* ago$/);
    expect(document.querySelectorAll("[data-testid=part] svg")).toHaveLength(1);
  }
});

test("a value that is as old as its row says nothing of its age", async () => {
  await show("as old as the row");
  await expect.element(part()).toHaveTextContent(/^2\.00\skW$/);
  await show("missing");
  await expect.element(part()).toHaveTextContent(/^—$/);
});

test("a charge that people read alone says its age even where the whole row is as old, and nothing while it is fresh", async () => {
  await show("of a silent row");
  await expect.element(part()).toHaveTextContent(/^80\s*%\s*3 h.* ago$/);
  await show("of a row that is fresh");
  await expect.element(part()).toHaveTextContent(/^80\s*%$/);
});
