import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState } from "../testing/render.tsx";
import { stories } from "./table.stories.tsx";

test("a column's heading says how the table is sorted, and Enter reverses it", async () => {
  await renderState(stories, "table", "sorted");
  const head = page.getByRole("columnheader", { name: "Name" });
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await expect.element(page.getByRole("columnheader", { name: "Load" })).not.toHaveAttribute("aria-sort");
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  const names = page.getByRole("rowheader").elements();
  expect(names.map((name) => name.textContent)).toEqual(["Lodwar", "Kisumu", "Agadez"]);
});
