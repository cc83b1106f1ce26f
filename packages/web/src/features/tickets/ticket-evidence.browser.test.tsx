import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import type { Evidence } from "./evidence.data.ts";
import { EvidencePacks } from "./ticket-evidence.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const now = Date.UTC(2026, 10, 28, 14);
type Pack = Evidence["data"][number];

beforeEach(() => loadTexts("tickets", "ui", "shared"));

const taken: Pack = {
  id: "one",
  version: 1,
  reason: "incident",
  askedAt: "2026-11-28T12:00:00Z",
  takenAt: "2026-11-28T12:00:02Z",
  sha256: "ab".repeat(32),
  bytes: 120_000,
  parts: [
    { name: "incident", fault: null, bytes: 2_000 },
    { name: "readings", fault: "unavailable", bytes: 0 },
    { name: "forecast", fault: "too_large", bytes: 0 },
  ],
};
const waiting: Pack = {
  ...taken,
  id: "two",
  version: 2,
  reason: "again",
  takenAt: null,
  sha256: null,
  bytes: 0,
  parts: [],
};

async function show(found: Pick<Evidence, "data" | "mayTake">, look: Look = {}) {
  const evidence: Evidence = { status: "ok", ...found };
  let asked = 0;
  const again = async () => void asked++;
  await render(() => <EvidencePacks evidence={evidence} ticketId="t" slug="t-1" now={now} onAgain={again} />, look);
  return () => asked;
}
const again = () => page.getByRole("button", { name: say("evidence.again"), exact: true });

test("a pack says when and why it was frozen and what is missing for which reason, and is frozen again by a press", async () => {
  const asked = await show({ data: [taken], mayTake: true });
  await expect.element(page.getByText(say("evidence.reason.incident"))).toBeVisible();
  await expect
    .element(page.getByText(say("evidence.contains", { parts: say("evidence.part.incident") })))
    .toBeVisible();
  const parts = `${say("evidence.part.readings")} (${say("evidence.fault.unavailable")}), ${say("evidence.part.forecast")} (${say("evidence.fault.too_large")})`;
  await expect.element(page.getByText(say("evidence.missing", { parts }))).toBeVisible();
  await expect.element(page.getByRole("button", { name: /120/ })).toBeVisible();
  await again().click();
  await expect.poll(asked).toBe(1);
});

test("while a pack is gathered it is not asked for again, and those before it can be saved", async () => {
  await show({ data: [waiting, taken], mayTake: true });
  await expect.element(page.getByText(say("evidence.gathering"))).toBeVisible();
  await expect.element(again()).toBeDisabled();
  await expect.element(page.getByRole("button", { name: /120/ })).toBeEnabled();
});

test("a ticket about no container says that nothing was frozen, and offers nothing", async () => {
  await show({ data: [], mayTake: false });
  await expect.element(page.getByText(say("evidence.none"))).toBeVisible();
  expect(again().query()).toBeNull();
});

test.each(looks)("packs are good in %o", async (look) => {
  await show({ data: [waiting, taken], mayTake: true }, look);
  await expectAccessible();
  await expectFittingWords();
});
