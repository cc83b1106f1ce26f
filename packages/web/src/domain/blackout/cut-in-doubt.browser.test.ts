import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState } from "../../testing/render.tsx";
import { stories } from "./blackout-card.stories.tsx";

const show = (state: string) => renderState(stories, "blackout-card", state);

test("a cut that counts what is off is neither as grave as one that is known nor said with a chance", async () => {
  const card = page.getByTestId("part");
  await show("partly cut, the rest ahead");
  const gravity = () =>
    card
      .getByText(/^The rest/)
      .element()
      .closest("[class*=grave]")
      ?.getAttribute("data-level");
  await expect.poll(gravity).toBe("cut_partly");
  await show("partly cut, in doubt");
  await expect
    .element(card)
    .toHaveTextContent(/The rest would be cut at about .*, in 2 h 12, if what is off drew power/);
  expect(gravity()).toBeNull();
  await expect.element(card).not.toHaveTextContent(/likely/);
});
