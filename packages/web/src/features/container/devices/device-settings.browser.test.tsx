import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say as sayOf } from "../../../testing/render.tsx";
import type { DeviceChanges, DeviceSettingView } from "./device-settings.data.ts";
import { DeviceSettingsForm } from "./device-settings.form.tsx";

const say = (key: string) => sayOf(`device-settings:${key}`);
const at = "2026-11-23T12:00:00.000Z";
const setting: DeviceSettingView = {
  device: { id: "meter.1", type: "grid_meter", address: "10.0.0.7:502" },
  settable: ["name", "type", "address", "pollSeconds", "enabled"],
  state: "sent",
  wanted: { version: 2, setting: { name: "Village meter", address: "10.0.0.9:502" }, by: null, at, expiresAt: at },
  reported: { version: 1, setting: { address: "10.0.0.9:502" }, at },
  faults: { pollSeconds: "unsupported" },
  waitsForStart: ["address"],
};
const types = [{ id: "acme.em24", name: "Grid meter EM24" }];
const ready = () => loadTexts("device-settings", "configuration", "ui", "shared");

test("what is set, what is not confirmed and what waits for a new start are shown, in every look", async () => {
  await ready();
  for (const look of looks) {
    await render(() => <DeviceSettingsForm setting={setting} types={types} onSave={async () => {}} />, look);
    await expect.element(page.getByLabelText(say("name"))).toHaveValue("Village meter");
    await expect.element(page.getByRole("status").first()).toBeVisible();
    await expect.element(page.getByText(readText("device-settings:waits"))).toBeVisible();
    await expect.element(page.getByText(readText("device-settings:fault.unsupported"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("only what was changed is saved, and a wrong pace is named beside its field", async () => {
  await ready();
  const saved: DeviceChanges[] = [];
  const onSave = async (changes: DeviceChanges) => void saved.push(changes);
  await render(() => <DeviceSettingsForm setting={setting} types={types} onSave={onSave} />);
  const send = page.getByRole("button", { name: say("save") });
  await expect.element(send).toBeDisabled();
  await userEvent.fill(page.getByLabelText(say("pollSeconds")), "0");
  await send.click();
  await expect.element(page.getByText(say("wrong.pollSeconds"))).toBeVisible();
  expect(saved).toEqual([]);
  await userEvent.fill(page.getByLabelText(say("pollSeconds")), "30");
  await page.getByLabelText(say("type")).selectOptions("Grid meter EM24");
  await page.getByLabelText(say("enabled")).click();
  await send.click();
  await expect.poll(() => saved).toEqual([{ type: "acme.em24", pollSeconds: 30, enabled: false }]);
});

test("a device with outputs is always read, and one whose controller sets nothing says so", async () => {
  await ready();
  const relays = { ...setting, settable: ["name", "type"] as DeviceSettingView["settable"] };
  await render(() => <DeviceSettingsForm setting={relays} types={types} onSave={async () => {}} />);
  await expect.element(page.getByText(say("alwaysRead"))).toBeVisible();
  await render(() => <DeviceSettingsForm setting={{ ...setting, settable: [] }} types={[]} onSave={async () => {}} />);
  await expect.element(page.getByText(say("none"))).toBeVisible();
});
