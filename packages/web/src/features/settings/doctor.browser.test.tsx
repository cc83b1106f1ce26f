import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { DoctorFindings } from "./doctor-findings.tsx";
import type { DoctorLook } from "./settings.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`doctor:${key}`, values);
const listed = (level: number) => page.getByRole("heading", { level });

const folder = "/var/lib/offgrid";
const disk = { folder, freeBytes: 4e9, sizeBytes: 100e9 };
const fine: DoctorLook["findings"] = [
  { about: "database", code: "database_answers", level: "ok", values: { version: "16.4" } },
  { about: "clock", code: "clocks_agree", level: "ok", values: {} },
];
const ill: DoctorLook = {
  at: "2026-11-24T12:00:00.000Z",
  machine: "portal-1",
  roles: ["api", "worker"],
  findings: [
    ...fine,
    { about: "mqtt_certificate", code: "certificate_ends", level: "note", values: { count: 1 } },
    { about: "disk", code: "disk_full", level: "fault", values: { ...disk, neededBytes: 5e9 } },
    {
      about: "variables",
      code: "variable_misspelt",
      level: "fault",
      values: { name: "PUBLIC_ULR", meant: "PUBLIC_URL" },
    },
  ],
};

test("what has to be put right comes first with what to do, and what is in order is folded away", async () => {
  await Promise.all([loadTexts("doctor", "ui"), timeReady()]);
  for (const look of looks) {
    await render(() => <DoctorFindings look={ill} isLooking={false} />, look);
    expect(
      listed(2)
        .elements()
        .map((one) => one.textContent),
    ).toEqual([say("faults", { count: 2 }), say("notes", { count: 1 })]);
    const remedy = say("findings.variable_misspelt.remedy", { name: "PUBLIC_ULR", meant: "PUBLIC_URL" });
    await expect.element(page.getByText(remedy)).toBeVisible();
    // Sizes are as on other screens of the language.
    await expect.element(page.getByText(look.language === "fr" ? /5\sGo/ : /5\sGB/)).toBeVisible();
    await expect.element(page.getByText(say("findings.certificate_ends.found", { count: 1 }))).toBeVisible();
    const clock = page.getByText(say("findings.clocks_agree.found"));
    await expect.element(clock).not.toBeVisible();
    await page.getByText(say("fine", { count: 2 })).click();
    await expect.element(clock).toBeVisible();
    await expect.element(page.getByText(/portal-1/)).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("a portal that lacks nothing says so, and while it is looked at anew that is said", async () => {
  await Promise.all([loadTexts("doctor", "ui"), timeReady()]);
  const well = { ...ill, findings: fine };
  await render(() => <DoctorFindings look={well} isLooking={false} />, { language: "fr" });
  await expect.element(page.getByRole("status")).toHaveTextContent(say("nothing"));
  expect(listed(2).elements()).toEqual([]);
  await render(() => <DoctorFindings look={well} isLooking />, { language: "en" });
  await expect.element(page.getByRole("status")).toHaveTextContent(say("looking"));
});
