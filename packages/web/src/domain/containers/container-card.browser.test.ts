import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../../core/api/reach.ts";
import { looks, renderState, say } from "../../testing/render.tsx";
import { stories } from "./container-card.stories.tsx";

test("a card is one link, named by the container", async () => {
  await renderState(stories, "container-card", "favorite with warnings");
  const card = page.getByRole("article");
  await expect.element(card.getByRole("link")).toHaveAccessibleName("Lodwar clinic");
  await expect.element(card.getByRole("heading", { level: 3, name: "Lodwar clinic" })).toBeVisible();
  await expect.element(card).toHaveTextContent(say("container-facts:status.warning"));
  await expect.element(card.getByLabelText(say("container-facts:favorite"))).toBeVisible();
});

test("the card of a container that never connected says that, and nothing else of what nobody knows", async () => {
  for (const look of looks) {
    await renderState(stories, "container-card", "never seen", look);
    const card = page.getByRole("article");
    await expect.element(card).toHaveTextContent(`Agadez${say("energy-state:sentence.neverConnected")}`);
    expect(card.element().textContent).toBe(`Agadez${say("energy-state:sentence.neverConnected")}`);
  }
});

test("loads that are cut are said before the link, which may be up, and take the place of hours left", async () => {
  await renderState(stories, "container-card", "loads cut");
  const card = page.getByRole("article");
  await expect.element(card).toHaveTextContent(/Loads cut since .* \(11 h 30\)\. Expected back about .*Online/);
  await expect.element(card.getByRole("definition").last()).toHaveTextContent(say("energy-state:hoursLeft.cut"));
});

test("where the screen says in full elsewhere what is wrong, the card says it in a word", async () => {
  await renderState(stories, "container-card", "loads cut, in a word");
  const card = page.getByRole("article");
  await expect.element(card.getByText(say("energy-state:word.cut"), { exact: true })).toBeVisible();
  await expect.element(card).not.toHaveTextContent(/since/);
  await expect.element(card.getByRole("definition").last()).toHaveTextContent(say("energy-state:hoursLeft.cut"));
});

test("a value whose sensor stopped has its own age, the others none", async () => {
  await renderState(stories, "container-card", "sensors that stopped");
  const card = page.getByRole("article");
  await expect.element(card).toHaveTextContent(/State of charge not known, last measured 3 h.* ago/);
  await expect.element(card).toHaveTextContent(/Old value, 3 h/);
  await expect.element(card.getByRole("definition").nth(1)).toHaveTextContent(/500\s*W\s*3 h/);
  await expect.element(card.getByRole("definition").nth(0)).toHaveTextContent(/^2\.00\skW$/);
});

test("a long name stays within its card on a phone", async () => {
  await renderState(stories, "container-card", "long name", { width: 400 });
  const card = page.getByRole("article");
  const link = card.getByRole("link").element().getBoundingClientRect();
  expect(link.right).toBeLessThanOrEqual(card.element().getBoundingClientRect().right);
});

test("without a connection the charge of a card is one that was known last, however lately it was measured", async () => {
  const bar = () => document.querySelector(".og-charge[data-state]")?.getAttribute("data-state");
  await renderState(stories, "container-card", "favorite with warnings");
  await expect.poll(bar).toBe("charging");
  setReachable(false);
  onTestFinished(() => setReachable(true));
  await renderState(stories, "container-card", "favorite with warnings");
  await expect.poll(bar).toBe("stale");
  await expect.element(page.getByRole("article")).toHaveTextContent(say("container-facts:charge.stale"));
});
