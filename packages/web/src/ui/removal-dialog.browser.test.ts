import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./removal-dialog.stories.tsx";

const dialog = page.getByRole("dialog", { name: "Remove Lodwar clinic?" });
const remove = dialog.getByRole("button", { name: "Remove", exact: true });

async function ask(state: string): Promise<void> {
  await renderState(stories, "removal-dialog", state);
  await page.getByRole("button", { name: "Open a dialog" }).click();
  await expect.element(dialog).toBeVisible();
}

test("what is removed after the question closes it, and what is refused says why and asks again", async () => {
  await ask("done");
  await remove.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await ask("refused");
  await remove.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(say("ui:form.wait", { count: 30 }));
  await dialog.getByRole("button", { name: say("ui:form.cancel") }).click();
  await page.getByRole("button", { name: "Open a dialog" }).click();
  await expect.element(dialog).toBeVisible();
  expect(dialog.getByRole("alert").elements()).toEqual([]);
});

test("what cannot be removed can only be closed", async () => {
  await ask("impossible");
  expect(remove.elements()).toEqual([]);
  await dialog
    .getByRole("button", { name: say("shared:action.close"), exact: true })
    .last()
    .click();
  await expect.element(dialog).not.toBeInTheDocument();
});
