import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../../testing/render.tsx";
import { AccessSection } from "./access-section.tsx";

const person = {
  ...{ id: "u-1", email: "grace@example.org", firstName: "Grace", lastName: "Mensah" },
  ...{ joined: true, verified: true, disabled: false, twoStep: true, pendingEmail: null, emailConsentDue: false },
} as UserDetail;

async function show(shown = person, isLocked = false) {
  await loadTexts("users");
  const asked: string[][] = [];
  const done = () => Promise.resolve();
  const section = () => (
    <AccessSection
      person={shown}
      isLocked={isLocked}
      onSend={done}
      onReset={async (parts) => void asked.push(parts)}
      onDisable={done}
      onRemove={() => undefined}
    />
  );
  return { asked, section };
}

const button = (key: string) => page.getByRole("button", { name: say(key), exact: true });

test("what a person has lost is chosen before their sign-in is reset, and nothing is reset without a choice", async () => {
  const { asked, section } = await show();
  await render(section);
  await button("users:reset").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent(/grace@example\.org/);
  const [password, factor] = ["password", "second_factor"].map((part) =>
    dialog.getByRole("checkbox", { name: say(`users:reset_parts.${part}`) }),
  );
  await password?.click();
  await factor?.click();
  await expect.element(dialog.getByText(say("users:reset_nothing"))).toBeVisible();
  expect(dialog.getByRole("button", { name: say("users:reset"), exact: true }).elements()).toEqual([]);
  await factor?.click();
  await dialog.getByRole("button", { name: say("users:reset"), exact: true }).click();
  await expect.element(page.getByText(/grace@example\.org/)).toBeVisible();
  expect(asked).toEqual([["second_factor"]]);
  await expect.poll(() => page.getByRole("dialog").elements()).toEqual([]);
});

test("only who has been here and may sign in is offered a reset", async () => {
  for (const other of [{ disabled: true }, { joined: false }]) {
    const { section } = await show({ ...person, ...other });
    await render(section);
    await expect.element(button("users:remove")).toBeVisible();
    expect(button("users:reset").elements()).toEqual([]);
  }
  const { section } = await show(person, true);
  await render(section);
  expect(button("users:reset").elements()).toEqual([]);
});

test("the question about a reset fits and is accessible in both languages, widths and colour schemes", async () => {
  const { section } = await show();
  for (const look of looks) {
    await render(section, look);
    await button("users:reset").click();
    await expect.element(page.getByRole("dialog").getByRole("checkbox").first()).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
