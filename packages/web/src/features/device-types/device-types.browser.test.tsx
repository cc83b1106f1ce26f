import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import { DeviceTypeForm } from "./device-type.form.tsx";
import type { DeviceType, TypeInput, TypesPreview } from "./device-types.data.ts";
import { ImportPreview } from "./import-preview.tsx";
import { TypesTable } from "./types-table.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`device-types:${key}`, values);
const ready = () => Promise.all([loadTexts("device-types", "container", "ui", "shared"), timeReady()]);
const type: DeviceType = {
  id: "acme.em24",
  name: "Grid meter EM24",
  maker: "Acme",
  model: "EM24",
  kind: "grid_meter",
  parameters: [
    {
      name: "grid.voltage",
      unit: "V",
      scale: 0.1,
      register: { area: "input", address: 0, format: "int32_low_first" },
      kind: "gauge",
      access: "read",
    },
    { name: "grid.power", unit: "W", scale: 1, register: null, kind: "gauge", access: "read" },
  ],
  revision: 3,
  savedAt: "2026-11-23T12:00:00.000Z",
  savedBy: null,
  devices: 7,
  containers: ["Thiès", "Gao", "Kisumu", "Osh", "Lagos"].map((name) => ({ id: name.toLowerCase(), name })),
  isUsed: true,
};
const nothing = () => {};

test("fifty types are a list with where each is used, in every look", async () => {
  await ready();
  const types = Array.from({ length: 50 }, (_, place): DeviceType => ({
    ...type,
    id: `acme.em${place}`,
    name: `Grid meter EM${place}`,
    ...(place % 2 === 1 && { devices: 0, containers: [], isUsed: place % 4 === 1, model: null }),
  }));
  for (const look of looks) {
    await render(
      () => (
        <TypesTable types={types} mayChange chosen={new Set()} onChoose={nothing} onEdit={nothing} onDelete={nothing} />
      ),
      look,
    );
    await expect.element(page.getByText("Grid meter EM49")).toBeInTheDocument();
    await expect.element(page.getByText(readText("device-types:moreContainers", { count: 2 })).first()).toBeVisible();
    await expect.element(page.getByText(readText("device-types:usedByOthers")).first()).toBeInTheDocument();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("what is wrong stands beside its field, and nothing is saved; then all of it is saved with the revision", async () => {
  await ready();
  for (const look of looks) {
    const saved: [TypeInput, number][] = [];
    const onSave = async (...given: [TypeInput, number]) => void saved.push(given);
    await render(() => <DeviceTypeForm type={type} zone="UTC" onSave={onSave} onCancel={nothing} />, look);
    const scale = page.getByLabelText(say("parameters.scale")).first();
    await userEvent.fill(scale, "0");
    await userEvent.fill(page.getByLabelText(say("field.name"), { exact: true }), "EM24");
    await page.getByRole("button", { name: say("save"), exact: true }).click();
    await expect.element(page.getByText(readText("device-types:wrong.scale"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(scale, "0,01");
    await page.getByRole("button", { name: say("save"), exact: true }).click();
    const { id, maker, model, kind, parameters } = type;
    const changed = [{ ...parameters[0], scale: 0.01 }, parameters[1]];
    await expect.poll(() => saved).toEqual([[{ id, name: "EM24", maker, model, kind, parameters: changed }, 3]]);
  }
});

test("labels stand once over lines that have the same fields, and over each line where those break", async () => {
  await ready();
  const [first] = type.parameters;
  const lines = ["grid.voltage", "grid.power", "load.power"].flatMap((name) => (first ? [{ ...first, name }] : []));
  const shown = () =>
    [...document.querySelectorAll("label:not(.visually-hidden)")].filter(
      ({ textContent }) => textContent === say("parameters.address"),
    ).length;
  for (const width of [1280, 400]) {
    await render(
      () => (
        <DeviceTypeForm type={{ ...type, parameters: lines }} zone="UTC" onSave={async () => {}} onCancel={nothing} />
      ),
      { width },
    );
    await expect.poll(shown).toBe(width === 400 ? 3 : 1);
    await expect.element(page.getByLabelText(say("parameters.address")).nth(2)).toBeVisible();
  }
});

test("who was first is named, and what was typed stays", async () => {
  await ready();
  const holder = { name: "Amina Diallo", since: "2026-11-23T12:30:00.000Z" };
  const onSave = () =>
    Promise.reject(new ApiError({ code: "device_type_changed", status: 409, message: "changed", holder }));
  await render(() => <DeviceTypeForm type={type} zone="UTC" onSave={onSave} onCancel={nothing} />);
  const name = page.getByLabelText(say("field.name"), { exact: true });
  await userEvent.fill(name, "EM24");
  await page.getByRole("button", { name: say("save"), exact: true }).click();
  await expect.element(page.getByText(/Amina Diallo/)).toBeVisible();
  await expect.element(name).toHaveValue("EM24");
});

test("a file shows its faults by line, or else what it would change", async () => {
  await ready();
  const preview: TypesPreview = {
    faults: [],
    isStored: false,
    types: [
      {
        id: "acme.em24",
        name: "EM24",
        line: 2,
        change: "changed",
        revision: 3,
        differences: [
          { path: "name", line: 3, before: "Grid meter EM24", after: "EM24" },
          { path: "grid.power", line: null, before: { unit: "W", kind: "gauge" }, after: null },
        ],
      },
      { id: "acme.b", name: "B", line: 20, change: "same", revision: 1, differences: [] },
    ],
  };
  const fault = {
    ...{ line: 7, path: "models.0.points.grid.power.unit", fault: "unit" as const, text: "no such unit" },
    ...{ type: "EM24", parameter: "grid.power", field: "unit", value: "Furlong", allowed: ["W"] },
  };
  for (const look of looks) {
    const stored: (readonly string[])[] = [];
    await render(
      () => <ImportPreview preview={preview} isStoring={false} onStore={(only) => stored.push(only)} />,
      look,
    );
    await expect.element(page.getByText("Grid meter EM24")).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await expect.element(page.getByText(say("import.same", { count: 1 }))).toBeVisible();
    await expect.element(page.getByText("B", { exact: true })).not.toBeVisible();
    const tick = page.getByRole("checkbox", { name: "EM24", exact: true });
    await expect.element(page.getByRole("checkbox", { name: "B", exact: true })).not.toBeInTheDocument();
    await tick.click();
    await expect.element(page.getByRole("button", { name: say("import.store", { count: 0 }) })).toBeDisabled();
    await tick.click();
    await page.getByRole("button", { name: say("import.store", { count: 1 }) }).click();
    expect(stored).toEqual([["acme.em24"]]);
    await render(
      () => <ImportPreview preview={{ ...preview, faults: [fault], types: [] }} isStoring={false} onStore={nothing} />,
      look,
    );
    const stands = readText("device-types:import.stands", { field: "unit", value: "Furlong" });
    const allowed = readText("device-types:import.allowed", { list: "W" });
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent(`EM24 · grid.power ${stands} ${readText("device-types:wrong.unit")} ${allowed}`);
    await expect.element(page.getByRole("button")).not.toBeInTheDocument();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
