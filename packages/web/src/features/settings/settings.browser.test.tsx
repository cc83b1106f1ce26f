import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { KeptSection } from "./kept-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PortalHealthCards } from "./portal-health.tsx";
import { SupportHoursSection } from "./support-hours-section.tsx";
import type { PortalHealth, PortalSettings, SettingChanges } from "./settings.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`settings:${key}`, values);
const field = (name: string) => page.getByRole("textbox", { name: say(name), exact: true });
const button = (name: string) => page.getByRole("button", { name: say(name), exact: true });

const usual: PortalSettings["usual"] = {
  portalName: "Offgrid Portal",
  supportEmail: "support@offgrid.example",
  manualUrls: { en: null, fr: null },
  supportHours: { zone: "UTC", weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1_080 },
  registration: false,
  chartLinks: true,
  rawDays: 3_650,
  rollupDays: 7_300,
  eventDays: 1_095,
  notificationDays: 365,
  auditDays: 1_095,
};
const settings: PortalSettings = {
  status: "ok",
  data: { ...usual, portalName: "Sahel Energy" },
  usual,
  changed: ["portalName"],
};

const now = Date.parse("2026-11-24T12:00:00.000Z");
const health: PortalHealth = {
  versions: { front: "0.1.0", mqtt: "1", rest: "0.1.0", node: "20.19.0", postgres: "18.1", schema: 220 },
  processes: 2,
  services: [
    { service: "open_meteo", isOn: true, answeredAt: "2026-11-24T11:58:00.000Z", problem: null },
    {
      service: "solcast",
      isOn: true,
      answeredAt: "2026-11-24T09:00:00.000Z",
      problem: { kind: "refused", at: "2026-11-24T11:50:00.000Z", retryAt: "2026-11-24T12:20:00.000Z" },
    },
  ],
  mail: {
    way: "server",
    sentAt: "2026-11-24T10:00:00.000Z",
    waiting: 3,
    waitingSince: "2026-11-24T11:00:00.000Z",
    failure: "connect ECONNREFUSED",
  },
  data: {
    isEmbedded: true,
    databaseBytes: 5_300_000_000,
    largest: [{ table: "frame", bytes: 4_100_000_000 }],
    containers: 40,
    readingsFrom: "2025-03-01T00:00:00.000Z",
    disk: { sizeBytes: 64_000_000_000, freeBytes: 41_000_000_000 },
  },
};

test("a name that is as the environment has it again is no change any more, and a manual needs a web address", async () => {
  await loadTexts("settings", "ui");
  const saved: SettingChanges[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(() => <NameSection settings={settings} onSave={async (next) => void saved.push(next)} />, look);
    await userEvent.fill(field("name.manualFr"), "docs.example.org");
    await userEvent.fill(field("name.portalName"), usual.portalName);
    await button("save").click();
    await expect.element(page.getByText(say("badAddress"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("name.manualFr"), "https://docs.example.org/fr");
    await button("save").click();
    await expect
      .poll(() => saved)
      .toEqual([{ portalName: null, supportEmail: null, manualUrls: { en: null, fr: "https://docs.example.org/fr" } }]);
  }
});

test("support hours are saved once they have a day and an end after their beginning", async () => {
  await loadTexts("settings", "ui");
  const saved: SettingChanges[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(
      () => <SupportHoursSection settings={settings} onSave={async (next) => void saved.push(next)} />,
      look,
    );
    await userEvent.fill(field("hours.to"), "7:00");
    await expect.element(page.getByText(say("hours.order"))).toBeVisible();
    await expect.element(button("save")).toBeDisabled();
    await userEvent.fill(field("hours.to"), "20:30");
    await button("save").click();
    await expect
      .poll(() => saved)
      .toEqual([{ supportHours: { zone: "UTC", weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1_230 } }]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("before anything is deleted it is asked about, with what would go, and days that contradict each other are not sent", async () => {
  await loadTexts("settings", "ui");
  const saved: SettingChanges[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(() => <KeptSection settings={settings} onSave={async (next) => void saved.push(next)} />, look);
    await userEvent.fill(field("kept.rawDays"), "8000");
    await button("save").click();
    await expect.element(page.getByText(say("kept.against.rollupDays"))).toBeVisible();
    await userEvent.fill(field("kept.rawDays"), "400");
    await button("save").click();
    await expect.element(page.getByRole("dialog").getByText(say("kept.loses.rawDays", { days: "400" }))).toBeVisible();
    await page.getByRole("button", { name: sayOf("ui:form.cancel"), exact: true }).click();
    expect(saved).toEqual([]);
    await button("save").click();
    await button("kept.ask").click();
    await expect
      .poll(() => saved)
      .toEqual([{ rawDays: 400, rollupDays: null, eventDays: null, notificationDays: null, auditDays: null }]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("what does not answer says since when and when it is asked again, and why mails wait is said", async () => {
  await loadTexts("settings", "ui");
  for (const look of looks) {
    await render(() => <PortalHealthCards health={health} now={now} />, look);
    await expect.element(page.getByText("connect ECONNREFUSED")).toBeVisible();
    await expect.element(page.getByText(say("services.solcast"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(/10\smin/)).toBeVisible();
    await expect.element(page.getByText(/41\s(GB|Go).*64\s(GB|Go)/)).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
