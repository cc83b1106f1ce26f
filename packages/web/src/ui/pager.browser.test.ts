import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./pager.stories.tsx";

test("the keyboard turns the pages, and the first page has no previous one", async () => {
  await renderState(stories, "pager", "second page");
  const pages = page.getByRole("navigation", { name: say("ui:pager.label") });
  await expect.element(pages.getByRole("status")).toHaveTextContent("51 to 100 of 1,234");
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(pages.getByRole("status")).toHaveTextContent("1 to 50 of 1,234");
  await expect.element(pages.getByRole("button", { name: say("ui:pager.before") })).toBeDisabled();
  await expect.element(pages.getByRole("button", { name: say("ui:pager.after") })).toBeEnabled();
});

test("a list of one page says how long it is and offers no others", async () => {
  await renderState(stories, "pager", "one page");
  await expect.element(page.getByRole("status")).toHaveTextContent("1 to 7 of 7");
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("a list of which not all are counted says so", async () => {
  await renderState(stories, "pager", "of more than are counted");
  await expect.element(page.getByRole("status")).toHaveTextContent("1 to 50 of more than 1,000");
});

test("where rows hold several things each, those are counted", async () => {
  await renderState(stories, "pager", "of rows that hold several");
  await expect.element(page.getByRole("status")).toHaveTextContent("1 to 2 of 2");
});

test("an empty list does not claim to begin at 1", async () => {
  await renderState(stories, "pager", "empty");
  await expect.element(page.getByRole("status")).toHaveTextContent("0 to 0 of 0");
});
