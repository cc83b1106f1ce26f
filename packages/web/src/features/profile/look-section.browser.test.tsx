import type { ShownUnits } from "@offgrid/contract/core/unit-choices";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import type { OwnSetting } from "../../domain/account/own-setting.data.ts";
import { render, say } from "../../testing/render.tsx";
import { LookSection } from "./look-section.tsx";

const asked: string[] = [];
const units: Partial<ShownUnits>[] = [];
const show = (language: "en" | "fr", setting: OwnSetting = {}) =>
  render(() => (
    <LookSection
      setting={setting}
      language={language}
      entries={[]}
      onSave={async () => {}}
      onLanguage={async (next) => void asked.push(next)}
      onUnits={async (next) => void units.push(next)}
    />
  ));

test("the language of mails is shown as it is kept, also on a page in another one, and either is taken for both", async () => {
  await show("fr");
  const choice = page.getByRole("combobox", { name: say("shared:language") });
  await expect.element(choice).toHaveValue("fr");
  const names = { shown: "English", kept: "French" };
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

test("units are chosen one by one, and given back to the portal", async () => {
  await show("en", { units: { wind: "km/h", temperature_unit: "kelvin" } });
  const choice = (key: string) => page.getByRole("combobox", { name: say(`profile:units_${key}`), exact: true });
  await expect.element(choice("temperature")).toHaveValue("");
  await expect.element(choice("wind")).toHaveValue("km/h");
  await choice("temperature").selectOptions("degF");
  await choice("wind").selectOptions("");
  expect(units).toEqual([{ temperature: "degF", wind: "km/h" }, {}]);
});
