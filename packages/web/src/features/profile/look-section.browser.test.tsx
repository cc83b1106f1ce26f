import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render, say } from "../../testing/render.tsx";
import { LookSection } from "./look-section.tsx";

const asked: string[] = [];
const show = (language: "en" | "fr") =>
  render(() => (
    <LookSection
      setting={{}}
      language={language}
      entries={[]}
      onSave={async () => {}}
      onLanguage={async (next) => void asked.push(next)}
    />
  ));

test("the language of mails is shown as it is kept, also on a page in another one, and either is taken for both", async () => {
  await show("fr");
  const choice = page.getByRole("combobox", { name: say("shared:language") });
  await expect.element(choice).toHaveValue("fr");
  const names = { shown: "English", kept: "Français" };
  await expect.element(page.getByText(say("profile:language_other", names), { exact: true })).toBeVisible();
  for (const name of ["Français", "English"])
    await page.getByRole("button", { name: say("profile:language_all", { name }), exact: true }).click();
  expect(asked).toEqual(["fr", "en"]);
});

test("a page in the language of mails says nothing of it", async () => {
  await show("en");
  await expect.element(page.getByRole("combobox", { name: say("shared:language") })).toHaveValue("en");
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
