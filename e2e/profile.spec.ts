import { codeAt, stepAt } from "@offgrid/server/features/session/totp";
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { addPerson, nextLink, ownPassword, sessionFor } from "./people.ts";

/** The smallest PNG: one green pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqPn/HwAEeQJ/Zb4pVwAAAABJRU5ErkJggg==",
  "base64",
);

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("names, phone number and picture are saved, and a file that is too large or not a picture is refused with a message", async ({
  page,
  stage,
  enter,
}) => {
  await enter(await sessionFor(stage, await addPerson(stage)));
  await page.goto("/users/profile");
  const about = section(page, "About you");
  await about.getByLabel("First name").fill("Gráinne");
  await about.getByLabel("Phone").fill("no number");
  await about.getByRole("button", { name: "Save" }).click();
  await expect(about.getByText("A phone number can only have digits, spaces and +.")).toBeVisible();
  await about.getByLabel("Phone").fill("+233 20 123 4567");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await about.getByRole("button", { name: "Save" }).click();
  await expect(about.getByText("Saved")).toBeVisible();

  const file = about.locator("input[type=file]");
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(about.getByRole("alert")).toHaveText("This file is not a PNG, JPEG or WebP picture.");
  await file.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(512 * 1024 + 1) });
  await expect(about.getByRole("alert")).toHaveText("This picture is too large: 512 KiB at most.");
  await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await expect(about.locator("img")).toHaveAttribute("src", /^data:image\/png/);
  await expect(about.getByRole("alert")).toHaveCount(0);

  await page.reload();
  await expect(about.getByLabel("First name")).toHaveValue("Gráinne");
  await expect(about.getByLabel("Phone")).toHaveValue("+233 20 123 4567");
  await expect(about.locator("img")).toHaveAttribute("src", /^data:image\/png/);
  await about.getByRole("button", { name: "Remove" }).click();
  await expect(about.locator("img")).toHaveCount(0);
});

test("two-step sign-in with an app is set up and asked for at the sign-in, where a recovery code works once", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 40[01]/);
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await page.goto("/users/profile");
  const steps = section(page, "Two-step sign-in");
  await steps.getByRole("button", { name: "Set up" }).click();
  await expect(steps.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = fromBase32((await steps.locator("code").textContent()) ?? "");
  const code = steps.getByLabel("Current code from the app");
  await code.fill(codeAt(secret, stepAt(Date.now()) + 1000));
  await steps.getByRole("button", { name: "Turn on" }).click();
  await expect(steps.getByRole("alert")).toContainText("The code is not correct.");
  // The previous code is still valid and leaves the present one for the sign-in: each works once.
  const used = stepAt(Date.now() + 10_000) - 1;
  await code.fill(codeAt(secret, used));
  await steps.getByRole("button", { name: "Turn on" }).click();
  const codes = steps.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  await steps.getByRole("button", { name: "I have saved them" }).click();
  await expect(steps.getByText("On", { exact: true })).toBeVisible();
  await page.reload();
  await expect(steps.getByText("On", { exact: true })).toBeVisible();
  await expect(page.getByText(recovery)).toHaveCount(0);

  await signOut(page);
  await signInTo(page, person.email);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.getByLabel("Code").fill(codeAt(secret, stepAt(Date.now()) + 1000));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("The code is not correct");
  await expect.poll(() => stepAt(Date.now())).toBeGreaterThan(used);
  await page.getByLabel("Code").fill(codeAt(secret, stepAt(Date.now())));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();

  for (const isTaken of [true, false]) {
    await forget(page);
    await signInTo(page, person.email);
    await page.getByLabel("Code").fill(recovery);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(isTaken ? page.getByRole("heading", { name: "Profile" }) : page.getByRole("alert")).toBeVisible();
  }
});

test("a passkey signs in, confirms an identity, and no longer works once it is removed", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 40[13]/);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await page.goto("/users/profile");
  const passkeys = section(page, "Passkeys");
  await passkeys.getByLabel("Name of the new passkey").fill("Work laptop");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toContainText("Work laptop");

  await signOut(page);
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await page.goto("/users/profile");
  await expect(passkeys.getByRole("listitem")).toContainText("Work laptop");
  await stage.unconfirm(person.userId);
  await passkeys.getByRole("button", { name: "Remove the passkey Work laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByRole("button", { name: "Use a passkey" }).click();
  await expect(question).toHaveCount(0);
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);

  await forget(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test("a new email address needs a confirmation, and counts once its link is followed", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 40[03]/);
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await stage.unconfirm(person.userId);
  await page.goto("/users/profile");
  const email = section(page, "Email");
  const wanted = person.email.replace("grace", "gloria");
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  const change = email.getByRole("button", { name: "Change address" });

  await email.getByLabel("New email address").fill(wanted);
  await change.click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(email.getByText("A link is on its way to the new address.")).toHaveCount(0);
  await expect(email.getByLabel("New email address")).toHaveValue(wanted);

  await change.click();
  await question.getByLabel("Your password").fill("not my password");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByRole("alert")).toHaveText("The password is not correct.");
  await question.getByLabel("Your password").fill(ownPassword);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(email.getByText("A link is on its way to the new address.")).toBeVisible();
  await expect(email.getByText(person.email, { exact: true })).toBeVisible();
  await expect(email.getByText(`${wanted} will replace it`)).toBeVisible();

  const { path } = await nextLink(stage, wanted);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await expect(email.getByText(wanted, { exact: true })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});

test("a new password needs the present one and ends the other sessions", async ({ page, stage, enter, watch }) => {
  watch.allow(/status of 400/);
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await sessionFor(stage, person);
  await page.goto("/users/profile");
  await expect(section(page, "Sessions").getByRole("listitem")).toHaveCount(2);
  const password = section(page, "Password");
  const change = password.getByRole("button", { name: "Change password" });
  await password.getByLabel("Current password").fill("not my password");
  await password.getByLabel("New password", { exact: true }).fill("seven quiet lanterns");
  await change.click();
  await expect(password.getByText("This is not your current password.")).toBeVisible();
  await password.getByLabel("Current password").fill(ownPassword);
  await change.click();
  await expect(password.getByText("Changed. Your other sessions have ended.")).toBeVisible();
  await expect(section(page, "Sessions").getByRole("listitem")).toHaveCount(1);
  await sessionFor(stage, person, "seven quiet lanterns");
});

test("language, theme, row height and menu follow the person to another browser", async ({
  page,
  otherPage: other,
  stage,
  enter,
}) => {
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await page.goto("/users/profile");
  const look = section(page, "Look and language");
  await look.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await look.getByText("Compact", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
  await look.getByLabel("Favorites").click();
  await expect(look.getByLabel("Favorites")).toBeChecked();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Favorites" })).toBeVisible();
  await expect(section(page, "Notifications").getByLabel("New warnings")).toBeChecked();
  await look.getByLabel("Temperature").selectOption("°F");
  await expect(look.getByLabel("Temperature")).toHaveValue("degF");
  await look.getByLabel("Language").selectOption("Français");
  await expect(page).toHaveURL(/\/fr\/users\/profile$/);
  await expect(page.getByRole("heading", { name: "Profil", exact: true })).toBeVisible();

  await signInTo(other, person.email);
  await expect(other.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(other.locator("html")).toHaveAttribute("data-density", "compact");
  await expect(section(other, "Look and language").getByLabel("Temperature")).toHaveValue("degF");
  await expect(other.getByRole("navigation").getByRole("link", { name: "Favorites" })).toBeVisible();
});

/** Waits until the page has gone to the sign-in by itself, which would interrupt any other navigation. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
}

/** Removes the session while no page is open; an open page would go to the sign-in by itself. */
async function forget(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Opens the profile through the sign-in form. */
async function signInTo(page: Page, email: string): Promise<void> {
  await page.goto("/login?next=%2Fusers%2Fprofile");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(ownPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

function fromBase32(text: string): Buffer {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(text.replaceAll(/\s/g, ""), (letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

test("a person downloads all that the portal has of them", async ({ page, stage, enter }) => {
  await enter(await sessionFor(stage, await addPerson(stage)));
  await page.goto("/users/profile");
  const mine = section(page, "My data");
  const saved = page.waitForEvent("download");
  await mine.getByRole("button", { name: "Download the archive" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^my-data_\d{4}-\d\d-\d\d\.zip$/);
  await expect(mine.getByText(/The archive was saved/)).toBeVisible();
});
