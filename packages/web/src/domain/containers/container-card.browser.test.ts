import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./container-card.stories.tsx";

test("a card is one link, named by the container", async () => {
  await renderState(stories, "container-card", "favorite with warnings");
  const card = page.getByRole("article");
  await expect.element(card.getByRole("link")).toHaveAccessibleName("Lodwar clinic");
  await expect.element(card.getByRole("heading", { level: 3, name: "Lodwar clinic" })).toBeVisible();
  await expect.element(card).toHaveTextContent(say("container-facts:status.warning"));
  await expect.element(card.getByLabelText(say("container-facts:favorite"))).toBeVisible();
});

test("a container that was never seen says so and shows no zeros", async () => {
  await renderState(stories, "container-card", "never seen");
  const card = page.getByRole("article");
  await expect.element(card).toHaveTextContent(say("container-facts:noValues"));
  await expect.element(card).toHaveTextContent(say("container-facts:charge.unknown"));
  const figures = card.getByRole("definition").elements();
  expect(figures.map(({ textContent }) => textContent.trim())).toEqual(["—", "—"]);
});

test("a long name stays within its card on a phone", async () => {
  await renderState(stories, "container-card", "long name", { width: 400 });
  const card = page.getByRole("article");
  const link = card.getByRole("link").element().getBoundingClientRect();
  expect(link.right).toBeLessThanOrEqual(card.element().getBoundingClientRect().right);
});
