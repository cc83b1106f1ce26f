import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../../core/api/api-error.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../../testing/render.tsx";
import type { Details, Inventory } from "./details.data.ts";
import { DetailsForm } from "./details.form.tsx";
import { InventoryForm } from "./inventory-section.tsx";
import { RemoveDialog } from "./remove-section.tsx";
import { RetireSection } from "./retire-section.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`container-details:${key}`, values);
const field = (name: string) => page.getByRole("textbox", { name: say(name), exact: true });
const details: Details = {
  name: "Thiès",
  clusterId: null,
  kitId: null,
  location: { lat: 14.8, long: -16.9 },
  address: "",
  zoneName: "Africa/Dakar",
  notes: "",
  contacts: [],
};

test("only what was changed is saved, a position has both numbers, and a contact without a name is left out", async () => {
  await loadTexts("container-details", "ui");
  const saved: Partial<Details>[] = [];
  const onSave = async (changes: Partial<Details>) => void saved.push(changes);
  for (const look of looks) {
    saved.length = 0;
    await render(
      () => <DetailsForm details={details} clusters={[{ id: "1", name: "Sahel" }]} kits={[]} onSave={onSave} />,
      look,
    );
    await userEvent.fill(field("latitude"), "");
    await page.getByRole("button", { name: say("save") }).click();
    await expect.element(page.getByText(say("bad.latitude"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("latitude"), "14,9");
    await page.getByRole("button", { name: say("contactAdd") }).click();
    const contacts = page.getByRole("group", { name: say("contacts") });
    await userEvent.fill(contacts.getByRole("textbox", { name: say("contact.name") }), "Awa");
    await page.getByRole("button", { name: say("contactAdd") }).click();
    await expectFittingWords();
    await page.getByRole("button", { name: say("save") }).click();
    const awa = { name: "Awa", phone: "", email: "" };
    await expect.poll(() => saved).toEqual([{ location: { lat: 14.9, long: -16.9 }, contacts: [awa] }]);
  }
});

test("an inventory number that another container has is refused beside its field", async () => {
  await loadTexts("container-details", "ui");
  const saved: Inventory[] = [];
  const onSave = async (next: Inventory) => {
    if (next.inventoryId === "A-1") throw new ApiError({ code: "inventory_used", status: 409, message: "used" });
    saved.push(next);
  };
  await render(() => <InventoryForm inventory={{ inventoryId: "", assets: [] }} onSave={onSave} />);
  await userEvent.fill(field("inventory.id"), "A-1");
  await page.getByRole("button", { name: say("save") }).click();
  await expect.element(page.getByText(sayOf("shared:refusal.inventory_used"))).toBeVisible();
  await userEvent.fill(field("inventory.id"), "A-2");
  await page.getByRole("button", { name: say("save") }).click();
  await expect.poll(() => saved).toEqual([{ inventoryId: "A-2", assets: [] }]);
});

test("a container is removed only after its name was typed", async () => {
  await loadTexts("container-details", "ui");
  for (const look of looks) {
    const typed: string[] = [];
    const onRemove = async (name: string) => void typed.push(name);
    await render(() => <RemoveDialog name="Thiès" onRemove={onRemove} onClose={() => {}} />, look);
    await page.getByRole("button", { name: say("remove.confirm") }).click();
    await expect.element(page.getByText(say("remove.wrong"))).toBeVisible();
    expect(typed).toEqual([]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await userEvent.fill(page.getByLabelText(say("remove.type", { name: "Thiès" })), "Thiès");
    await page.getByRole("button", { name: say("remove.confirm") }).click();
    await expect.poll(() => typed).toEqual(["Thiès"]);
  }
});

test("a container is retired with a reason, which whoever sees it reads; only who may takes it back", async () => {
  await loadTexts("container-details", "ui");
  const done: string[] = [];
  const acts = {
    onRetire: async (reason: string) => void done.push(reason),
    onRestore: async () => void done.push("restored"),
  };
  const serving = { name: "Thiès", retiredAt: null, retiredReason: "" };
  const retired = { name: "Thiès", retiredAt: "2026-05-04T10:00:00.000Z", retiredReason: "Flooded" };
  const restore = () => page.getByRole("button", { name: say("retire.restore") });
  for (const look of looks) {
    done.length = 0;
    await render(() => <RetireSection info={serving} mayRetire {...acts} />, look);
    await page.getByRole("button", { name: say("retire.ask") }).click();
    await userEvent.fill(field("retire.reason"), "Flooded");
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await page.getByRole("button", { name: say("retire.confirm"), exact: true }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await render(() => <RetireSection info={retired} mayRetire {...acts} />, look);
    await restore().click();
    await expect.poll(() => done).toEqual(["Flooded", "restored"]);
    await render(() => <RetireSection info={retired} mayRetire={false} {...acts} />, look);
    await expect.element(page.getByText("Flooded")).toBeVisible();
    await expect.element(restore()).not.toBeInTheDocument();
    await expectFittingWords();
  }
});
