import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { firstContact } from "./first-contact-facts.ts";
import { FirstContactCard, type FirstContactCardProps } from "./first-contact.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`new-container:${key}`, values);
const now = Date.parse("2026-11-20T09:00:00.000Z");
const quality = {
  clockOffsetS: null,
  clockSince: null,
  metricsRefusedAt: null,
  refused: 0,
  quarantined: 0,
  earliest: "2020-01-01T00:00:00.000Z",
  conflicts: 0,
};
const fresh = { createdAt: "2026-11-20T08:40:00.000Z", lastSeen: null, values: {}, quality, devices: [] };

async function show(given: Partial<FirstContactCardProps>, look: Look = {}): Promise<void> {
  await loadTexts("new-container", "ui");
  const props = { name: "Saint-Élie", containerId: "saint-elie", checks: firstContact(fresh), isSilent: false, now };
  await render(() => <FirstContactCard {...props} onAnother={() => {}} {...given} />, look);
}

test("while nothing comes, it says what to check after a quarter of an hour", async () => {
  for (const look of looks) {
    await show({ isSilent: true }, look);
    await expect.element(page.getByRole("alert")).toHaveTextContent("saint-elie");
    await expect.element(page.getByText(say("contact.check.connected.waiting"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("each thing that was received is said, and a wrong clock by how much", async () => {
  const at = "2026-11-20T08:59:00.000Z";
  const values = { "battery.soc": { value: 50, at } };
  const devices = [{ id: "relays", type: "relay" }];
  await show({ checks: firstContact({ ...fresh, lastSeen: at, values, devices }) });
  await expect.element(page.getByText(say("contact.complete"))).toBeVisible();
  await expect.element(page.getByText(say("contact.devices_done", { count: 1 }))).toBeVisible();
  await show({ checks: firstContact({ ...fresh, lastSeen: at, quality: { ...quality, clockOffsetS: -120.4 } }) });
  await expect.element(page.getByText(say("contact.clock_wrong", { count: 120 }))).toBeVisible();
  await expect.element(page.getByText(say("contact.waiting"))).toBeVisible();
});
