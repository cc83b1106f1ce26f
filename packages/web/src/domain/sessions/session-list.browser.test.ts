import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./session-list.stories.tsx";

test("every session except the present one can be ended, by a button that names it", async () => {
  await renderState(stories, "session-list", "here and elsewhere");
  const [here, elsewhere] = page.getByRole("listitem").all();
  await expect.element(here!).toHaveTextContent("Chrome");
  await expect.element(here!).toHaveTextContent(say("sessions:current"));
  await expect.element(here!.getByRole("button")).not.toBeInTheDocument();
  const name = say("sessions:end_named", { name: say("sessions:unknown") });
  await expect.element(elsewhere!.getByRole("button", { name, exact: true })).toBeEnabled();
});

test("a session that is being ended cannot be ended twice", async () => {
  await renderState(stories, "session-list", "ending");
  await expect.element(page.getByRole("button")).toBeDisabled();
});
