import { channelRefusals } from "@offgrid/contract/channels/channel-refusals";
import { sendingRefusals } from "@offgrid/contract/settings/sending-services";
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { keepFocus } from "../../ui/keep-focus.ts";
import { LanguageSection } from "./language-section.tsx";
import { LogoSection } from "./logo-section.tsx";
import { MapSection } from "./map-section.tsx";
import { SendingSection } from "./sending-section.tsx";
import { KeptSection } from "./kept-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PortalHealthCards } from "./portal-health.tsx";
import { SupportHoursSection } from "./support-hours-section.tsx";
import type { SendingChange, SettingChanges } from "./settings.data.ts";
import { health, now, setService, settings, sms, usual } from "./settings.fixture.ts";

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

test("a backup says how old and large it is, and one that failed says why", async () => {
  await loadTexts("settings", "ui");
  const failed = { failedAt: "2026-11-24T01:00:00.000Z", failure: "no space left", doneAt: "2026-11-22T01:00:00.000Z" };
  for (const look of looks) {
    await render(() => <PortalHealthCards health={health} now={now} />, look);
    await expect.element(page.getByText(/10\sh.*1[.,]2\s(GB|Go)/)).toBeVisible();
    await expectFittingWords();
    const backup = { ...health.backup, ...failed };
    await render(() => <PortalHealthCards health={{ ...health, backup }} now={now} />, look);
    await expect.element(page.getByText(/no space left/)).toBeVisible();
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

test("the usual language is no change that is kept", async () => {
  await loadTexts("settings", "ui");
  const saved: SettingChanges[] = [];
  const french = { ...settings, data: { ...settings.data, language: "fr" as const } };
  await render(() => <LanguageSection settings={french} onSave={async (next) => void saved.push(next)} />);
  await userEvent.selectOptions(page.getByRole("combobox"), "en");
  await expect.poll(() => saved).toEqual([{ language: null }]);
});

test("a secret is shown as set and since when, is replaced only where one is typed, and is tried once it is saved", async () => {
  await loadTexts("settings", "channels", "ui");
  for (const look of looks) {
    const [saved, sent]: [SendingChange[], unknown[]] = [[], []];
    const props = {
      state: sms,
      now,
      onSave: async (change: SendingChange) => void saved.push(change),
      onTest: async (asked: unknown) => {
        sent.push(asked);
        return "ok" as const;
      },
    };
    await render(() => <SendingSection {...props} />, look);
    await expect.element(field("sendSms.fields.smsHeaders")).toHaveValue("");
    await expect.element(page.getByText(/^.*sms\.example\.org · .*3\s?(d|j)/)).toBeVisible();
    await expect.element(button("save")).toBeDisabled();
    await expect.element(button("sendSms.fields.test")).toBeDisabled();
    await userEvent.fill(field("sendSms.fields.testNumber"), "+254 700 000 000");
    await userEvent.fill(field("sendSms.fields.smsBody"), "to={to}&text={text}");
    // A test is of what is saved.
    await expect.element(button("sendSms.fields.test")).toBeDisabled();
    await page.getByRole("button", { name: say("sending.clear", { field: say("sendSms.fields.smsHeaders") }) }).click();
    await expect.element(page.getByText(say("sending.cleared"))).toBeVisible();
    await button("save").click();
    const values = { smsBody: "to={to}&text={text}", smsHeaders: null };
    await expect.poll(() => saved).toEqual([{ service: "sms", source: "portal", values }]);
    await button("sendSms.fields.test").click();
    await expect.element(page.getByText(sayOf("channels:tested.ok"))).toBeVisible();
    expect(sent).toEqual([{ kind: "sms", phone: "+254 700 000 000" }]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("a service is removed once that is confirmed, and what the environment has comes back by one button", async () => {
  await loadTexts("settings", "channels", "ui");
  const saved: SendingChange[] = [];
  const onSave = async (change: SendingChange) => void saved.push(change);
  // Where the environment has none, there is nothing that would come back.
  await render(() => <SendingSection {...{ state: sms, now, onSave }} onTest={async () => "ok" as const} />);
  await expect.element(button("sendSms.remove")).toBeVisible();
  await expect.element(button("sending.undo")).not.toBeInTheDocument();
  const state = { ...sms, isInEnvironment: true };
  await render(() => <SendingSection {...{ state, now, onSave }} onTest={async () => "ok" as const} />);
  await button("sendSms.remove").click();
  await expect.element(page.getByRole("dialog").getByText(say("sendSms.removeText"))).toBeVisible();
  expect(saved).toEqual([]);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("sendSms.remove"), exact: true })
    .click();
  await expect.poll(() => saved).toEqual([{ service: "sms", source: "none" }]);
  await button("sending.undo").click();
  await expect.element(page.getByRole("dialog").getByText(say("sending.undoText"))).toBeVisible();
  expect(saved).toHaveLength(1);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("sending.undo"), exact: true })
    .click();
  await expect.poll(() => saved[1]).toEqual({ service: "sms", source: "environment" });
});

test("what the portal refuses is said at its field, in the words of the screen", async () => {
  await loadTexts("settings", "channels", "ui");
  const fields = {
    smsUrl: channelRefusals.closed,
    smsHeaders: sendingRefusals.again,
    smsBody: "It must be a form such as ...",
  };
  const onSave = async () => {
    throw new ApiError({ code: "bad_input", status: 400, message: "", fields });
  };
  for (const look of looks) {
    await render(() => <SendingSection {...{ state: sms, now, onSave }} onTest={async () => "ok" as const} />, look);
    await userEvent.fill(field("sendSms.fields.smsUrl"), "https://10.0.0.1/");
    await button("save").click();
    for (const words of [sayOf("channels:refused.closed"), say("sending.again"), say("sending.wrong.smsBody")])
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("whoever works by keyboard stays in the form after saving, after a test, and after a service was taken away", async () => {
  await loadTexts("settings", "channels", "ui");
  const Held = () => {
    const [state, setState] = useState(setService("sms", { smsUrl: "sms.example.org" }));
    const onSave = async ({ source, values = {} }: SendingChange) => {
      const fields: Record<string, string> = source === "portal" ? { smsUrl: values.smsUrl ?? "sms.example.org" } : {};
      setState({
        ...setService("sms", fields),
        source,
        isOn: source === "portal",
        changedAt: new Date().toISOString(),
      });
    };
    const onTest = () =>
      Promise.reject(new ApiError({ code: "bad_input", status: 400, message: "", fields: { phone: "in English" } }));
    return <SendingSection state={state} now={now} onSave={onSave} onTest={onTest} />;
  };
  await render(Held, looks[0]);
  onTestFinished(keepFocus());
  // Null: nothing has the focus.
  const focused = () => (document.activeElement === document.body ? null : document.activeElement?.textContent);
  await userEvent.fill(field("sendSms.fields.smsUrl"), "https://sms.example.org/new");
  (button("save").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(say("sending.saved"))).toBeVisible();
  await expect.poll(focused).toContain(say("sending.saved"));

  await userEvent.fill(field("sendSms.fields.testNumber"), "12");
  (button("sendSms.fields.test").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(say("sendSms.wrongNumber"))).toBeVisible();
  await expect.poll(focused).toBe(say("sendSms.fields.test"));

  (button("sendSms.remove").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("sendSms.remove") })
    .click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  const [gone = ""] = say("sending.none", { age: "" }).split(" ");
  await expect.poll(focused).toContain(gone);
});
