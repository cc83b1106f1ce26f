import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./form.stories.tsx";

test("a form that was refused shows the reason as an alert, with the seconds to wait", async () => {
  await renderState(stories, "form-notes", "too many tries");
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("ui:form.wait", { count: 30 }));
});

test("nothing is shown to a user who declined to confirm", async () => {
  await renderState(stories, "form-notes", "declined");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("a save is announced to screen readers", async () => {
  await renderState(stories, "form-notes", "saved");
  await expect.element(page.getByRole("status")).toHaveTextContent("Everything was saved.");
});

test("a section is named by its heading", async () => {
  await renderState(stories, "section", "fields");
  const section = page.getByRole("region", { name: "Address" });
  await expect.element(section.getByRole("heading", { level: 2, name: "Address" })).toBeVisible();
});

test("a password can be shown by a button that the keyboard reaches, and pasting is allowed", async () => {
  await renderState(stories, "password-field", "new");
  const field = page.getByLabelText("New password", { exact: true });
  await expect.element(field).toHaveAttribute("type", "password");
  await expect.element(field).toHaveAttribute("autocomplete", "new-password");
  await expect.element(field).toHaveAccessibleDescription(say("ui:form.password_rule", { shortest: 12 }));
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.element(field).toHaveAttribute("type", "text");
});

test("a field's error is linked to the field", async () => {
  await renderState(stories, "password-field", "wrong");
  const field = page.getByLabelText("Password", { exact: true });
  await expect.element(field).toBeInvalid();
  await expect.element(field).toHaveAccessibleDescription(/This is not your password\./);
});
