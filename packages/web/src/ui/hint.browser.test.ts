import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { expectAccessible, expectFittingWords } from "../testing/good-part.ts";
import { looks, renderState } from "../testing/render.tsx";
import { stories } from "./hint.stories.tsx";

const target = () => page.getByTestId("part").getByRole("button");
const hint = () => page.getByRole("tooltip");
/** In both languages. */
const words = /Its history stays|Son historique reste/;

test("the keyboard finds the words and leaves them; the focus stays through their arrival", async () => {
  await renderState(stories, "hint", "beside a button");
  await expect.element(hint()).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}");
  await expect.element(target()).toHaveFocus();
  await expect.element(hint()).toHaveTextContent(words);
  await expect.element(target()).toHaveAccessibleDescription(words);
  await expect.element(target()).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(hint()).not.toBeInTheDocument();
});

test("the pointer finds the words, too, and takes them along", async () => {
  await renderState(stories, "hint", "beside a button");
  await target().hover();
  await expect.element(hint()).toHaveTextContent(words);
  await target().unhover();
  await expect.element(hint()).not.toBeInTheDocument();
});

for (const look of looks.slice(0, 2)) {
  describe(`in ${look.language}, ${look.colorScheme}, ${look.width} px`, () => {
    test("words that are shown are accessible, fit and speak the language", async () => {
      await renderState(stories, "hint", "beside a button", look);
      await userEvent.keyboard("{Tab}");
      await expect.element(hint()).toBeVisible();
      await expectAccessible();
      await expectFittingWords();
    });
  });
}
