import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { initialsOf } from "./initials.ts";
import { UserMenu } from "./user-menu.tsx";

const nothing = () => {};
const email = [{ address: "amina.diallo@example.org" }];
const button = () => page.getByRole("button", { name: say("shell:account") });

test("the button of the account has the initials of the person, who is named by what it does", async () => {
  await loadTexts("shell");
  for (const look of looks)
    for (const [person, letters] of [
      [{ firstName: "Ada", lastName: "Njeri", email }, "AN"],
      [{ email }, "AD"],
    ] as const) {
      await render(
        () => (
          <UserMenu
            email={email[0]!.address}
            avatar={undefined}
            initials={initialsOf({ ...person, email: [...person.email] })}
            onTheme={nothing}
            onSignOut={nothing}
          />
        ),
        look,
      );
      await expect.element(button().getByText(letters, { exact: true })).toBeVisible();
      await expect.element(button()).toHaveAccessibleName(say("shell:account"));
    }
});

test("a person of whom nothing is known has a drawing in its place, never an empty circle", async () => {
  await loadTexts("shell");
  await render(() => (
    <UserMenu
      email={undefined}
      avatar={undefined}
      initials={initialsOf(undefined)}
      onTheme={nothing}
      onSignOut={nothing}
    />
  ));
  await expect.element(button()).toBeVisible();
  expect(button().element().textContent).toBe("");
  expect(button().element().querySelector("svg")).not.toBeNull();
});
