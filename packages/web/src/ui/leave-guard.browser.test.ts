import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { chooseLocale } from "../core/i18n/locale.ts";
import { expectAccessible, expectFittingWords } from "../testing/good-part.ts";
import { looks, renderState, say } from "../testing/render.tsx";
import { stories } from "./leave-guard.stories.tsx";

const leave = () => page.getByTestId("part").getByRole("button");
const dialog = () => page.getByRole("dialog", { name: say("ui:form.leave_title") });
const path = () => page.getByRole("status");

test("a page without changes is left at once", async () => {
  await renderState(stories, "leave-guard", "asks once changed");
  await leave().click();
  await expect.element(path()).toHaveTextContent("/containers");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("a page with changes asks; Escape and Cancel stay, with what was typed and the focus where it was", async () => {
  await renderState(stories, "leave-guard", "asks once changed");
  await page.getByRole("textbox").fill("Lodwar");
  await leave().click();
  await expect.element(dialog()).toHaveTextContent(say("ui:form.leave_text"));
  await expect.element(dialog().getByRole("button", { name: say("ui:form.cancel") })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(leave()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await dialog()
    .getByRole("button", { name: say("ui:form.cancel") })
    .click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox")).toHaveValue("Lodwar");
  await expect.element(path()).toHaveTextContent(/^\/$/);
});

test("another language asks too, and whoever cancels keeps the language and what was typed", async () => {
  await renderState(stories, "leave-guard", "asks once changed");
  await page.getByRole("textbox").fill("Lodwar");
  chooseLocale("fr");
  await expect.element(dialog()).toHaveTextContent(say("ui:form.leave_text"));
  await dialog()
    .getByRole("button", { name: say("ui:form.cancel") })
    .click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox")).toHaveValue("Lodwar");
  await leave().click();
  await expect.element(dialog()).toBeVisible();
});

test("who confirms leaves", async () => {
  await renderState(stories, "leave-guard", "asks once changed");
  await page.getByRole("textbox").fill("Lodwar");
  await leave().click();
  await dialog()
    .getByRole("button", { name: say("ui:form.leave_confirm") })
    .click();
  await expect.element(path()).toHaveTextContent("/containers");
  await expect.element(dialog()).not.toBeInTheDocument();
});

for (const look of looks.slice(0, 2)) {
  describe(`in ${look.language}, ${look.colorScheme}, ${look.width} px`, () => {
    test("the question is accessible, fits and speaks the language", async () => {
      await renderState(stories, "leave-guard", "asks once changed", look);
      await page.getByRole("textbox").fill("Lodwar");
      await leave().click();
      await expect.element(dialog()).toBeVisible();
      await expectAccessible();
      await expectFittingWords();
    });
  });
}
