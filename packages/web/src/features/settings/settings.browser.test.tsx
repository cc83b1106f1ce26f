import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { LanguageSection } from "./language-section.tsx";
import { LogoSection } from "./logo-section.tsx";
import { MapSection } from "./map-section.tsx";
import { ServiceTests } from "./service-tests.tsx";
import { KeptSection } from "./kept-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PortalHealthCards } from "./portal-health.tsx";
import { SupportHoursSection } from "./support-hours-section.tsx";
import type { SettingChanges } from "./settings.data.ts";
import { health, now, settings, usual } from "./settings.fixture.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`settings:${key}`, values);
const field = (name: string) => page.getByRole("textbox", { name: say(name), exact: true });
const button = (name: string) => page.getByRole("button", { name: say(name), exact: true });

test("a name that is as the environment has it again is no change any more, and a manual needs a web address", async () => {
  await loadTexts("settings", "ui");
  const saved: SettingChanges[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(() => <NameSection settings={settings} onSave={async (next) => void saved.push(next)} />, look);
    await userEvent.fill(field("name.fields.manualFr"), "docs.example.org");
    await userEvent.fill(field("name.fields.portalName"), usual.portalName);
    await button("save").click();
    await expect.element(page.getByText(say("badAddress"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("name.fields.manualFr"), "https://docs.example.org/fr");
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
    await userEvent.fill(field("hours.fields.to"), "7:00");
    await expect.element(page.getByText(say("hours.order"))).toBeVisible();
    await expect.element(button("save")).toBeDisabled();
    await userEvent.fill(field("hours.fields.to"), "20:30");
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
    await userEvent.fill(field("kept.fields.rawDays"), "8000");
    await button("save").click();
    await expect.element(page.getByText(say("kept.against.rollupDays"))).toBeVisible();
    await userEvent.fill(field("kept.fields.rawDays"), "400");
    await button("save").click();
    await expect
      .element(page.getByRole("dialog").getByText(say("kept.loses.rawDays", { date: "" }).trim()))
      .toBeVisible();
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
    await expect.element(page.getByText(say("services.fields.solcast"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(/10\smin/)).toBeVisible();
    await expect.element(page.getByText(/41\s(GB|Go).*64\s(GB|Go)/)).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

/** A picture as people choose it, larger than the portal keeps it. */
async function chosenPicture(name: string, width: number, height: number): Promise<File> {
  const sheet = document.createElement("canvas");
  Object.assign(sheet, { width, height });
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, "image/webp"));
  return new File([blob ?? ""], name, { type: "image/webp" });
}

test("a logo is made a small PNG before it is sent, an SVG is refused with the reason, and the usual one comes back", async () => {
  await loadTexts("settings", "ui");
  for (const look of looks) {
    const saved: (string | null)[] = [];
    const shown = "/favicon.svg?own";
    await render(() => <LogoSection logo={shown} onSave={async (picture) => void saved.push(picture)} />, look);
    const file = document.querySelector<HTMLInputElement>("input[type=file]")!;
    const choose = (one: File) => userEvent.upload(file, one);
    await choose(new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "logo.svg", { type: "image/svg+xml" }));
    await expect.element(page.getByText(say("logo.drawing"))).toBeVisible();
    expect(saved).toEqual([]);
    await choose(await chosenPicture("logo.webp", 1_600, 400));
    await expect.poll(() => saved).toHaveLength(1);
    const bytes = Uint8Array.from(atob(saved[0] ?? ""), (letter) => letter.codePointAt(0) ?? 0);
    const { width, height } = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    expect([String.fromCodePoint(...bytes.slice(1, 4)), width, height]).toEqual(["PNG", 512, 128]);
    await button("logo.reset").click();
    await expect.poll(() => saved[1]).toBeNull();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("an address of tiles that browsers could not use is refused in words, and none is the portal's own map", async () => {
  await loadTexts("settings", "ui");
  for (const look of looks) {
    const saved: SettingChanges[] = [];
    await render(() => <MapSection settings={settings} onSave={async (next) => void saved.push(next)} />, look);
    await userEvent.fill(field("map.fields.url"), "https://{s}.example.org/{z}/{x}/{y}.png");
    await button("save").click();
    await expect.element(page.getByText(say("map.wrong.braces"))).toBeVisible();
    await expect.element(page.getByText(say("map.wrong.credit"))).toBeVisible();
    const tiles = { url: "https://tiles.example.org/{z}/{x}/{y}.png", credit: "© Someone" };
    await userEvent.fill(field("map.fields.url"), tiles.url);
    await userEvent.fill(field("map.fields.credit"), tiles.credit);
    await button("save").click();
    await expect.poll(() => saved).toEqual([{ mapTiles: tiles }]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("the usual language is no change that is kept, and a test says what came of it", async () => {
  await loadTexts("settings", "channels", "ui");
  const saved: SettingChanges[] = [];
  const french = { ...settings, data: { ...settings.data, language: "fr" as const } };
  await render(() => <LanguageSection settings={french} onSave={async (next) => void saved.push(next)} />);
  await userEvent.selectOptions(page.getByRole("combobox"), "en");
  await expect.poll(() => saved).toEqual([{ language: null }]);
  const sent: unknown[] = [];
  const onTest = async (asked: unknown) => {
    sent.push(asked);
    return "ok" as const;
  };
  await render(() => <ServiceTests kinds={["mail", "sms"]} onTest={onTest} />);
  await expect.element(button("mail.fields.sms")).toBeDisabled();
  await userEvent.fill(field("mail.fields.smsNumber"), "+254 700 000 000");
  await button("mail.fields.sms").click();
  await expect.element(page.getByText(sayOf("channels:tested.ok"))).toBeVisible();
  expect(sent).toEqual([{ kind: "sms", phone: "+254 700 000 000" }]);
});
