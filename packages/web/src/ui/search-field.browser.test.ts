import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState } from "../testing/render.tsx";
import { stories } from "./search-field.stories.tsx";

test("each letter narrows the list, without the spaces around the words", async () => {
  await renderState(stories, "search-field", "empty");
  await page.getByRole("searchbox", { name: "Find" }).click();
  await userEvent.keyboard(" Lod ");
  await expect.element(page.getByRole("searchbox")).toHaveValue(" Lod ");
  await expect.element(page.getByRole("status")).toHaveTextContent(/^Lod$/);
});

test("a filled field can be cleared, and an empty one has no button to clear it", async () => {
  await renderState(stories, "search-field", "filled");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(page.getByRole("searchbox")).toHaveValue("");
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
