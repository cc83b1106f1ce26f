import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import type { TestRead } from "./device-types.data.ts";
import { TestReadDialog, type TestReadDialogProps } from "./test-read.dialog.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`device-types:testRead.${key}`, values);
const text = (key: string, values: Record<string, unknown> = {}) => readText(`device-types:testRead.${key}`, values);
const ready = () => Promise.all([loadTexts("device-types", "container-facts", "ui", "shared"), timeReady()]);
const nothing = () => {};

const device = { name: null, maker: "Acme", model: "EM24", address: "10.0.0.7:502", isOfType: true };
const devices: NonNullable<TestReadDialogProps["devices"]> = {
  obstacle: null,
  devices: [
    { ...device, id: "meter.1" },
    { ...device, id: "pump", name: "Village pump", isOfType: false },
  ],
};
const waiting: TestRead = {
  ...{ testReadId: "r1", containerId: "gao", containerName: "Gao", deviceId: "meter.1", state: "waiting" },
  ...{ reason: null, answeredAt: null, parameters: [], others: [] },
  askedAt: "2026-11-23T12:00:00.000Z",
  expiresAt: "2026-11-23T12:00:30.000Z",
};
const answered: TestRead = {
  ...waiting,
  state: "read",
  answeredAt: "2026-11-23T12:00:03.000Z",
  parameters: [
    { name: "grid.voltage", metric: "grid.voltage", unit: "V", value: 231.5, raw: 2315, fault: null },
    { name: "grid.power", metric: "grid.power", unit: "W", value: null, raw: null, fault: "illegal_address" },
    { name: "grid.on", metric: "grid.on", unit: "bool", value: 1, raw: 1, fault: null },
    { name: "pump.#.head", metric: "pump.1.head", unit: "m", value: 4, raw: null, fault: "other_unit" },
    { name: "grid.frequency", metric: "grid.frequency", unit: "Hz", value: null, raw: null, fault: "not_measured" },
  ],
  others: [{ metric: "pump.1.turns", unit: "rpm", value: 1450, raw: null, fault: null }],
};

/** Shows the dialog; what was asked of it is noted. */
async function show(look: Look, given: Partial<TestReadDialogProps> & { refusal?: Error; isRunning?: boolean }) {
  const asked: string[] = [];
  const { refusal, isRunning = false, ...props } = given;
  const run = async (deviceId: string) => asked.push(deviceId) > 0;
  const ask = { run, isRunning, error: refusal, isDone: false, forget: nothing };
  await render(
    () => (
      <TestReadDialog
        name="Grid meter"
        containers={[{ id: "gao", name: "Gao" }]}
        containerId="gao"
        devices={devices}
        ask={ask}
        read={undefined}
        error={null}
        now={Date.parse("2026-11-23T12:02:03.000Z")}
        onContainer={nothing}
        onClose={nothing}
        {...props}
      />
    ),
    look,
  );
  await expect.element(page.getByRole("dialog")).toBeVisible();
  return asked;
}

test("the device of the type comes first and is read on a press, in every look", async () => {
  await ready();
  for (const look of looks) {
    const asked = await show(look, {});
    await page.getByRole("button", { name: say("read") }).click();
    await expect.poll(() => asked).toEqual(["meter.1"]);
    await page.getByLabelText(say("device")).selectOptions("pump");
    await expect.element(page.getByText(text("notOfType"))).toBeVisible();
    await page.getByRole("button", { name: say("read") }).click();
    await expect.poll(() => asked).toEqual(["meter.1", "pump"]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("what was measured stands beside the type with units, and what was not with its reason", async () => {
  await ready();
  for (const look of looks) {
    const asked = await show(look, { read: answered });
    await expect.element(page.getByText(text("missing", { count: 3, all: 5 }))).toBeVisible();
    const { language } = look;
    await expect.element(page.getByText(language === "fr" ? "231,5 V" : "231.5 V")).toBeVisible();
    await expect.element(page.getByText(text("on"))).toBeVisible();
    for (const fault of ["illegal_address", "other_unit", "not_measured"])
      await expect.element(page.getByText(text(`fault.${fault}`))).toBeVisible();
    await expect.element(page.getByRole("table", { name: say("beside") })).toHaveTextContent(/pump\.1\.turns/);
    await expect.element(page.getByRole("table", { name: say("beside") })).toHaveTextContent(/450 rpm/);
    await expect.element(page.getByRole("table", { name: say("caption") })).toHaveTextContent(/2315/);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await page.getByRole("button", { name: say("again") }).click();
    await expect.poll(() => asked).toEqual(["meter.1"]);
  }
});

test("while it waits nothing else is asked for; what failed says why and can be tried again", async () => {
  await ready();
  for (const look of looks) {
    await show(look, { read: waiting });
    await expect.element(page.getByText(text("waiting"))).toBeVisible();
    await expect.element(page.getByRole("button", { name: say("again") })).toBeDisabled();
    const asked = await show(look, { read: { ...waiting, state: "failed", reason: "no_answer" } });
    await expect.element(page.getByRole("alert")).toHaveTextContent(text("reason.no_answer"));
    await expectFittingWords();
    await page.getByRole("button", { name: say("again") }).click();
    await expect.poll(() => asked).toEqual(["meter.1"]);
  }
});

test("where nothing can be read the reason is said, and whose test read is in the way", async () => {
  await ready();
  for (const obstacle of ["offline", "too_old"] as const) {
    const asked = await show({}, { devices: { ...devices, obstacle } });
    await expect.element(page.getByText(text(`obstacle.${obstacle}`))).toBeVisible();
    await expect.element(page.getByRole("button", { name: say("read") })).toBeDisabled();
    expect(asked).toEqual([]);
  }
  await show({}, { devices: { obstacle: null, devices: [] } });
  await expect.element(page.getByText(text("noDevices"))).toBeVisible();
  const holder = { name: "Amina Diallo", since: "2026-11-23T12:00:00.000Z" };
  const refusal = new ApiError({ code: "test_read_open", status: 409, message: "open", holder });
  await show({}, { refusal });
  await expect.element(page.getByRole("alert")).toHaveTextContent(readText("shared:refusal.test_read_open"));
  await expect.element(page.getByText(/Amina Diallo/)).toBeVisible();
});
