import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./form.stories.tsx";

test("a form that was refused says why as an alert, with the seconds to wait", async () => {
  await renderState(stories, "form-notes", "too many tries");
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("ui:form.wait", { count: 30 }));
});

test("who declined to confirm is told nothing", async () => {
  await renderState(stories, "form-notes", "declined");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("what was saved is said to readers", async () => {
  await renderState(stories, "form-notes", "saved");
  await expect.element(page.getByRole("status")).toHaveTextContent("Everything was saved.");
});

test("a section is named by its heading", async () => {
  await renderState(stories, "section", "fields");
  const section = page.getByRole("region", { name: "Address" });
  await expect.element(section.getByRole("heading", { level: 2, name: "Address" })).toBeVisible();
});

test("a password is shown by a button within reach of the keyboard, and pasting is allowed", async () => {
  await renderState(stories, "password-field", "new");
  const field = page.getByLabelText("New password", { exact: true });
  await expect.element(field).toHaveAttribute("type", "password");
  await expect.element(field).toHaveAttribute("autocomplete", "new-password");
  await expect.element(field).toHaveAccessibleDescription(say("ui:form.password_rule", { shortest: 12 }));
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.element(field).toHaveAttribute("type", "text");
});

test("what is wrong with a field belongs to the field", async () => {
  await renderState(stories, "password-field", "wrong");
  const field = page.getByLabelText("Password", { exact: true });
  await expect.element(field).toBeInvalid();
  await expect.element(field).toHaveAccessibleDescription(/This is not your password\./);
});
