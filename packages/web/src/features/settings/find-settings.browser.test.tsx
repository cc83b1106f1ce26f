import { locales } from "@offgrid/contract/core/constants";
import { ticketPriorities } from "@offgrid/contract/tickets/ticket-types";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts, textsIn } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, render, say as sayOf } from "../../testing/render.tsx";
import { findPages, findSettings } from "./find-settings.ts";
import { FoundList } from "./found-list.tsx";
import { PortalHealthCards } from "./portal-health.tsx";
import { SendingForms } from "./sending-forms.tsx";
import { SettingForms } from "./setting-forms.tsx";
import { health, now, sending, settings } from "./settings.fixture.ts";
import { elementOf, useFoundField } from "./use-found-field.ts";

const nothing = async () => {};
/** Labels that are no settings by themselves: units, priorities, names of days and of programs. */
const beside = () =>
  new Set([
    sayOf("settings:times.unit"),
    ...ticketPriorities.map((priority) => sayOf(`tickets:priorities.${priority}`)),
    ...[...document.querySelectorAll("fieldset label")].map((one) => one.textContent?.trim() ?? ""),
    "Node.js",
    "PostgreSQL",
  ]);

const answers = (service: (typeof health.services)[number]["service"]) => ({
  service,
  isOn: true,
  answeredAt: null,
  problem: null,
});
const services = (["open_meteo", "openweather", "solcast", "strapi"] as const).map(answers);

function Whole({ at }: { at?: string }) {
  useFoundField(at);
  return (
    <>
      <SettingForms settings={settings} onSave={nothing} onLogo={nothing} />
      <PortalHealthCards health={{ ...health, services }} now={now} />
      <SendingForms services={sending} now={now} onSave={nothing} onTest={async () => "ok" as const} />
    </>
  );
}

test("every field, fact and section of the general page is found by its words, and led to", async () => {
  await loadTexts("settings", "tickets", "ui", "channels");
  for (const { code } of locales) {
    const own = await textsIn("settings", code);
    await render(() => <Whole />, { language: code });
    const shown = [
      ...document.querySelectorAll<HTMLElement>("main label, main legend, main h2, main dt, main summary"),
    ];
    const wordsOf = (one: HTMLElement) =>
      (one.textContent ?? "").replace(one.querySelector("[class*=description]")?.textContent ?? "", "").trim();
    const isNamed = (one: HTMLElement) =>
      wordsOf(one) !== "" && !beside().has(wordsOf(one)) && one.closest("details dl") === null;
    const asked = shown.filter(isNamed);
    expect(asked.length).toBeGreaterThan(30);
    const missed = asked.filter((one) => findSettings(wordsOf(one), own, []).length === 0);
    expect(missed.map(wordsOf)).toEqual([]);
    for (const { at } of findSettings("e", own, [])) expect(elementOf(sayOf(`settings:${at}`)), at).toBeDefined();
  }
});

test("settings are found by what people call them, in either language, without accents and with a letter mistyped", async () => {
  const [en, fr] = [await textsIn("settings", "en"), await textsIn("settings", "fr")];
  const found = (typed: string) => findSettings(typed, en, [fr]).map(({ at }) => at);
  for (const [typed, at] of [
    ["retention", "kept.title"],
    ["time zone", "hours.fields.zone"],
    ["fuseau", "hours.fields.zone"],
    ["registration", "access.fields.registration"],
    ["support hours", "hours.title"],
    ["mail", "mail.title"],
    ["disk", "data.fields.disk"],
    ["AUDIT", "kept.fields.auditDays"],
    ["solar", "services.fields.solcast"],
    ["logo", "logo.title"],
    ["gateway", "sendSms.title"],
    ["smtp", "sendMail.fields.smtpHost"],
    ["premiere reponse", "times.fields.answer"],
  ] as const)
    expect(found(typed), typed).toContain(at);
  expect(found("zebra")).toEqual([]);
  for (const [typed, at] of [
    ["retnetion", "kept.title"],
    ["retenion", "kept.title"],
    ["fuseua", "hours.fields.zone"],
    ["telegarm", "sendTelegram.title"],
    ["suport hours", "hours.title"],
  ] as const)
    expect(found(typed), typed).toContain(at);
  // What is found as it was typed comes alone, and short words are near too many others.
  expect(found("times")).not.toContain("map.fields.url");
  expect(found("xap")).toEqual([]);
  expect(found("  ")).toEqual([]);
});

test("pages of settings are found by what is set there, in the language of the page", async () => {
  await loadTexts("settings");
  const names = ["general", "doctor", "software", "clusters", "kit_sizes", "solar_template", "manage_devices"] as const;
  const found = (typed: string) => {
    const texts = (name: (typeof names)[number]) => ({
      name,
      title: sayOf(`shared:screen.${name}`),
      about: sayOf(`settings:about.${name}`),
      words: sayOf(`settings:otherWords.${name}`),
    });
    return findPages(typed, names.map(texts)).map(({ name }) => name);
  };
  await render(() => null, { language: "en" });
  for (const typed of ["tilt", "solar template", "Azimuth"]) expect(found(typed)).toEqual(["solar_template"]);
  for (const typed of ["diagnosis", "portal check", "faults"]) expect(found(typed)).toEqual(["doctor"]);
  for (const typed of ["yaml", "device type", "modbus"]) expect(found(typed)).toEqual(["manage_devices"]);
  await render(() => null, { language: "fr" });
  for (const typed of ["inclinaison", "modele solaire"]) expect(found(typed)).toEqual(["solar_template"]);
  for (const typed of ["diagnostic", "certificats", "defauts"]) expect(found(typed)).toEqual(["doctor"]);
  for (const typed of ["YAML", "type d’appareil"]) expect(found(typed)).toEqual(["manage_devices"]);
  expect(found("")).toEqual(names);
});

test("a setting that was found is led to: its field has the keyboard", async () => {
  await loadTexts("settings", "tickets", "ui", "channels");
  await render(() => <Whole at="kept.fields.auditDays" />);
  const audit = page.getByRole("textbox", { name: sayOf("settings:kept.fields.auditDays"), exact: true });
  await expect.element(audit).toHaveFocus();
});

test("found settings name their section", async () => {
  await loadTexts("settings");
  const label = () => sayOf("settings:hours.fields.zone");
  const found = () => [{ at: "hours.fields.zone", section: sayOf("settings:hours.title"), label: label() }];
  for (const look of looks) {
    await render(() => <FoundList found={found()} />, look);
    const link = page.getByRole("link", { name: label() }).element() as HTMLAnchorElement;
    expect(new URL(link.href).searchParams.get("at")).toBe("hours.fields.zone");
    await expectFittingWords();
    await expectAccessible();
  }
});
