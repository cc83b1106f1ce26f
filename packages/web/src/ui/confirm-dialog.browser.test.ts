import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { expectAccessible, expectFittingWords } from "../testing/good-part.ts";
import { looks, renderState, say } from "../testing/render.tsx";
import { stories } from "./confirm-dialog.stories.tsx";

test("the focus starts on Cancel, stays in the dialog, and returns to where it was after Escape", async () => {
  await renderState(stories, "confirm-dialog", "refused");
  const opener = page.getByRole("button", { name: "Open a dialog" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Remove Lodwar clinic?" });
  await expect.element(dialog.getByRole("button", { name: say("ui:form.cancel") })).toHaveFocus();
  for (let step = 0; step < 4; step++) {
    await userEvent.keyboard("{Tab}");
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("the reason of a refusal is shown in the dialog as an alert", async () => {
  await renderState(stories, "confirm-dialog", "refused");
  await page.getByRole("button", { name: "Open a dialog" }).click();
  await expect
    .element(page.getByRole("dialog").getByRole("alert"))
    .toHaveTextContent(say("ui:form.wait", { count: 30 }));
});

for (const look of looks) {
  describe(`in ${look.language}, ${look.colorScheme}, ${look.width} px`, () => {
    test("an open dialog is accessible, fits and is in the chosen language", async () => {
      await renderState(stories, "confirm-dialog", "refused", look);
      await page.getByRole("button").click();
      await expect.element(page.getByRole("dialog")).toBeVisible();
      await expectAccessible();
      await expectFittingWords();
    });
  });
}
