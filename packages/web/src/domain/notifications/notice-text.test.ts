import type { LocaleCode } from "@offgrid/contract/core/constants";
import commandsEnglish from "@offgrid/contract/events/command-words.en.json" with { type: "json" };
import commandsFrench from "@offgrid/contract/events/command-words.fr.json" with { type: "json" };
import i18next from "i18next";
import { expect, test } from "vitest";

import sharedEnglish from "../../core/i18n/shared.en.json" with { type: "json" };
import sharedFrench from "../../core/i18n/shared.fr.json" with { type: "json" };
import { noticeText } from "./notice-text.ts";

const texts = i18next.createInstance();
await texts.init({
  resources: {
    en: { "command-words": commandsEnglish, shared: sharedEnglish },
    fr: { "command-words": commandsFrench, shared: sharedFrench },
  },
  interpolation: { escapeValue: false },
});
const say = (code: string, language: LocaleCode, device: string | null = "relay.2") =>
  noticeText(
    texts.getFixedT(language, "command-words"),
    { containerName: "Lodwar", code, device, data: { value: true } },
    language,
  )?.replaceAll(/\s/g, " ");

test("an event is announced in the words of the lists and in the language of the page, with its container", () => {
  expect(say("load.restored", "en")).toBe("Lodwar: Loads have power again: Relay 2");
  expect(say("load.restored", "fr")).toBe("Lodwar : Les charges sont de nouveau alimentées : Relais 2");
  expect(say("battery.cell_spread", "en", "battery")).toBe("Lodwar: The cells of its battery are apart");
  expect(say("output.changed", "en")).toBe("Lodwar: Relay 2 is on.");
});

test("what a controller sends under a code of its own is announced in the language of the page", () => {
  expect(say("pump.flooded", "en", null)).toBe("Lodwar: Its controller reports “pump.flooded”");
  expect(say("pump.flooded", "fr")).toBe("Lodwar : Son contrôleur signale « pump.flooded » : Relais 2");
});

test("what does not say what happened is left to the sentence that came with it", () => {
  const { getFixedT } = texts;
  expect(noticeText(getFixedT("en", "command-words"), { content: "Gao: door opened" }, "en")).toBeUndefined();
});

test("an air conditioner and a count are written alike on screens and in files", () => {
  const changed = { code: "output.changed", device: "ac", data: { value: "cool 24.5 60" } };
  expect(noticeText(texts.getFixedT("fr", "command-words"), changed, "fr")?.replaceAll(/\s/g, " ")).toBe(
    "Climatiseur : froid à 24,5 °C, ventilateur à 60 %.",
  );
});
