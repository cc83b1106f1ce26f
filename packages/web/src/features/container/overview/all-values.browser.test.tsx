import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, render, say } from "../../../testing/render.tsx";
import { AllValues } from "./all-values.tsx";

const now = Date.parse("2026-11-20T12:00:00Z");
const at = new Date(now - 5000).toISOString();
const values = {
  "door.open": { value: 0, at },
  "relay.1.on": { value: 0, at },
  "relay.2.on": { value: 1, at },
  "battery.soc": { value: 61, at },
};

async function show(look: Look = {}): Promise<void> {
  await loadTexts("container");
  await render(() => <AllValues values={values} everyS={10} now={now} zone="Africa/Nairobi" />, look);
}

const toggle = () => page.getByRole("button", { name: say("container:values.title") });

test("all values are folded until they are opened, and stay as they were left", async () => {
  localStorage.removeItem("offgrid.all-values");
  await show();
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByRole("row").first()).not.toBeInTheDocument();
  await toggle().click();
  await expect.element(page.getByRole("row", { name: /61/ })).toBeVisible();
  await show();
  await expect.element(page.getByRole("row", { name: /61/ })).toBeVisible();
  await toggle().click();
  await show();
  await expect.element(page.getByRole("row", { name: /61/ })).not.toBeInTheDocument();
});

test("what is on or off, open or closed, says so in words in both languages", async () => {
  localStorage.setItem("offgrid.all-values", "true");
  await show();
  for (const row of [/^Door Closed/, /^Relay 1 Open, load off/, /^Relay 2 Closed, load on/]) {
    await expect.element(page.getByRole("row", { name: row })).toBeVisible();
  }
  await show({ language: "fr", width: 400, colorScheme: "dark" });
  for (const row of [/^Porte Fermée/, /^Relais 1 Ouvert, charge coupée/]) {
    await expect.element(page.getByRole("row", { name: row })).toBeVisible();
  }
  await expectAccessible();
  await expectFittingWords();
  localStorage.removeItem("offgrid.all-values");
});
