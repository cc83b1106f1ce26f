import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { expectAccessible, expectFittingWords } from "../testing/good-part.ts";
import { looks, renderState, say } from "../testing/render.tsx";
import { stories } from "./toast.stories.tsx";

// What was said is kept beside the parts: what other tests left would keep new words waiting.

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("what was done can be taken back by keyboard, once, and the words go with it", async () => {
  await renderState(stories, "toast", "said on request");
  await button("Remove").click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Lodwar clinic was removed.");
  await expect.element(button("Remove")).toBeDisabled();
  // Words under the pointer stay, however slow the machine is.
  await page.getByRole("status").hover();
  const undo = button(say("shared:action.undo"));
  await expect.poll(() => (undo.element().focus(), document.activeElement)).toBe(undo.element());
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Remove")).toBeEnabled();
  await expect.element(page.getByRole("status")).not.toBeInTheDocument();
});

test("a success is said politely, a failure at once", async () => {
  await renderState(stories, "toast", "said on request");
  await button("Save").click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Everything was saved.");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await button("Fail").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The portal cannot be reached.");
});

test("words are closed by a button that has a name", async () => {
  await renderState(stories, "toast", "said on request");
  await button("Save").click();
  await page
    .getByRole("status")
    .getByRole("button", { name: say("shared:action.close") })
    .click();
  await expect.element(page.getByRole("status")).not.toBeInTheDocument();
});

for (const look of looks.slice(0, 2)) {
  describe(`in ${look.language}, ${look.colorScheme}, ${look.width} px`, () => {
    test("words that are shown are accessible, fit and speak the language", async () => {
      await renderState(stories, "toast", "said on request", look);
      for (const opener of page.getByTestId("part").getByRole("button").all()) await opener.click();
      await expect.element(page.getByRole("alert")).toBeVisible();
      await expect.element(button(say("shared:action.undo"))).toBeVisible();
      await expectAccessible();
      await expectFittingWords();
    });
  });
}
